// Where parcel tiles come from: the store's ready-made ones, and deeper zooms made when somebody looks.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { PARCEL_TILE_BYTES_MAX } from '../../contract/limits.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { encodeParcelTile } from '../../geo/parcel-tile.ts';
import { bufferedTileBounds, tileNumber } from '../../geo/tile-address.ts';
import { type ParcelStore, STORED_TILE_ZOOM_MAX, type StoredTile } from '../../store/parcel-store.ts';

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** What an entry costs besides its bytes, so that empty tiles are bounded too. */
const ENTRY_OVERHEAD_BYTES = 200;
/** A tile of the deep zooms is 300 m wide: more than this is no county but a fault in its data. */
const PARCELS_IN_TILE_MAX = 20_000;

const gzipAsync = promisify(gzip);

export type TileSource = {
  /** The set that tiles are made from now; undefined until parcels have been loaded. */
  version(): string | undefined;
  /** Undefined, too, until parcels have been loaded. */
  find(address: TileAddress): Promise<StoredTile | undefined>;
  cacheCounts(): { hits: number; misses: number; bytes: number };
};

export function createTileSource(parcels: Pick<ParcelStore, 'current' | 'inBox' | 'storedTile'>): TileSource {
  const made = new LRUCache<string, StoredTile>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ gzip }) => ENTRY_OVERHEAD_BYTES + (gzip?.byteLength ?? 0),
  });
  /** A thousand people who open the same view cost one computation. */
  const beingMade = new Map<string, Promise<StoredTile | undefined>>();
  let hits = 0;
  let misses = 0;

  async function make(address: TileAddress): Promise<StoredTile | undefined> {
    const found = await parcels.inBox({ bounds: bufferedTileBounds(address), limit: PARCELS_IN_TILE_MAX });
    if (!found) return undefined;
    const bytes = encodeParcelTile({ address, parcels: found.parcels, bytesMax: PARCEL_TILE_BYTES_MAX });
    return { version: found.version, gzip: bytes && (await gzipAsync(bytes)) };
  }

  async function findMade(address: TileAddress): Promise<StoredTile | undefined> {
    const keyIn = (version: string | undefined) => `${version}/${tileNumber(address)}`;
    const key = keyIn(parcels.current()?.version);
    const cached = made.get(key);
    if (cached) {
      hits++;
      return cached;
    }
    misses++;
    const running = beingMade.get(key);
    if (running) return running;
    const making = make(address);
    beingMade.set(key, making);
    try {
      const tile = await making;
      // The set may have been replaced meanwhile: the tile belongs to the one it was read from.
      if (tile) made.set(keyIn(tile.version), tile);
      return tile;
    } finally {
      beingMade.delete(key);
    }
  }

  return {
    version: () => parcels.current()?.version,
    find: (address) => (address.z <= STORED_TILE_ZOOM_MAX ? parcels.storedTile(address) : findMade(address)),
    cacheCounts: () => ({ hits, misses, bytes: made.calculatedSize }),
  };
}
