// Where parcel tiles come from: the store, behind a cache in memory.
import { LRUCache } from 'lru-cache';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { type ParcelStore, STORED_TILE_ZOOM_MAX, type StoredTile } from '../../store/parcel-store.ts';

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** Memory of a cache entry besides the tile, such as its key, so that empty tiles count too. */
const ENTRY_OVERHEAD_BYTES = 800;

/** Without a version until parcels have been loaded. */
export type FoundTile = StoredTile | { version: undefined; gzip: undefined };

export type TileSource = {
  /** The version of the current parcel set; undefined until parcels have been loaded. */
  version(): string | undefined;
  /** A tile of the current set that is in memory. */
  recall(address: TileAddress): StoredTile | undefined;
  find(address: TileAddress): Promise<FoundTile>;
  cacheCounts(): { hits: number; misses: number; bytes: number };
};

export function createTileSource(
  parcels: Pick<ParcelStore, 'current' | 'storedTile' | 'deepTile'>,
): TileSource {
  /** By tileNumber; tiles of one version only. */
  const cache = new LRUCache<number, StoredTile>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ gzip }) => ENTRY_OVERHEAD_BYTES + (gzip?.byteLength ?? 0),
  });
  let cachedVersion: string | undefined;
  /** Single-flight: concurrent requests for one tile share one computation. */
  const inFlight = new Map<string, Promise<StoredTile | undefined>>();
  let hits = 0;
  let misses = 0;

  const version = () => parcels.current()?.version;

  function dropOldTiles(): void {
    const current = version();
    if (cachedVersion === current) return;
    cache.clear();
    cachedVersion = current;
  }

  function recall(address: TileAddress): StoredTile | undefined {
    dropOldTiles();
    const tile = cache.get(tileNumber(address));
    if (tile) hits++;
    return tile;
  }

  async function fetchOrJoin(address: TileAddress): Promise<StoredTile | undefined> {
    misses++;
    const number = tileNumber(address);
    const key = `${version()}/${number}`;
    const running = inFlight.get(key);
    if (running) return running;
    const isStored = address.z <= STORED_TILE_ZOOM_MAX;
    const fetching = isStored ? parcels.storedTile(address) : parcels.deepTile(address);
    inFlight.set(key, fetching);
    try {
      const tile = await fetching;
      dropOldTiles();
      // Race: the set may have been replaced meanwhile.
      if (tile && tile.version === cachedVersion) cache.set(number, tile);
      return tile;
    } finally {
      inFlight.delete(key);
    }
  }

  return {
    version,
    recall,
    find: async (address) =>
      recall(address) ?? (await fetchOrJoin(address)) ?? { version: undefined, gzip: undefined },
    cacheCounts: () => ({ hits, misses, bytes: cache.calculatedSize }),
  };
}
