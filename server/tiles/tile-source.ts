// Where parcel tiles come from: the store's pre-drawn ones, and deeper zooms drawn on demand behind an LRU cache.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { PARCEL_TILE_BYTES_MAX } from '../../contract/limits.ts';
import { parseSiteAddress } from '../../contract/parse-site-address.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { encodeParcelTile, type TileParcel } from '../../geo/parcel-tile.ts';
import { bufferedTileBounds, tileNumber } from '../../geo/tile-address.ts';
import {
  type ParcelInBox,
  type ParcelStore,
  STORED_TILE_ZOOM_MAX,
  type StoredTile,
} from '../../store/parcel-store.ts';

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** Memory of a cache entry besides its bytes, so that empty tiles count too. */
const ENTRY_OVERHEAD_BYTES = 200;
/** A safety limit: tiles drawn on demand are about 300 m wide, so only faulty data has more parcels in one. */
const ON_DEMAND_TILE_PARCELS_MAX = 20_000;

const gzipAsync = promisify(gzip);

/** Only tiles drawn on demand carry it: it is legible from their first zoom, and stored tiles stay as they are. */
function withHouseNumber({ siteAddress, ...parcel }: ParcelInBox): TileParcel {
  const house = siteAddress === null ? undefined : parseSiteAddress(siteAddress)?.house;
  const HouseNumber = house ? `${house.number}${house.suffix}` : null;
  return { ...parcel, properties: { ...parcel.properties, HouseNumber } };
}

export type TileSource = {
  /** The version of the current parcel set; undefined until parcels have been loaded. */
  version(): string | undefined;
  /** Undefined until parcels have been loaded. */
  find(address: TileAddress): Promise<StoredTile | undefined>;
  cacheCounts(): { hits: number; misses: number; bytes: number };
};

export function createTileSource(parcels: Pick<ParcelStore, 'current' | 'inBox' | 'storedTile'>): TileSource {
  const cache = new LRUCache<string, StoredTile>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ gzip }) => ENTRY_OVERHEAD_BYTES + (gzip?.byteLength ?? 0),
  });
  /** Single-flight: concurrent requests for one tile share one computation. */
  const inFlight = new Map<string, Promise<StoredTile | undefined>>();
  let hits = 0;
  let misses = 0;

  async function draw(address: TileAddress): Promise<StoredTile | undefined> {
    const found = await parcels.inBox({
      bounds: bufferedTileBounds(address),
      limit: ON_DEMAND_TILE_PARCELS_MAX,
    });
    if (!found) return undefined;
    const bytes = encodeParcelTile({
      address,
      parcels: found.parcels.map(withHouseNumber),
      bytesMax: PARCEL_TILE_BYTES_MAX,
    });
    return { version: found.version, gzip: bytes && (await gzipAsync(bytes)) };
  }

  async function findOrDraw(address: TileAddress): Promise<StoredTile | undefined> {
    const cacheKey = (version: string | undefined) => `${version}/${tileNumber(address)}`;
    const key = cacheKey(parcels.current()?.version);
    const cached = cache.get(key);
    if (cached) {
      hits++;
      return cached;
    }
    misses++;
    const running = inFlight.get(key);
    if (running) return running;
    const drawing = draw(address);
    inFlight.set(key, drawing);
    try {
      const tile = await drawing;
      // Race: the set may have been replaced meanwhile, so the tile is cached under the version actually drawn.
      if (tile) cache.set(cacheKey(tile.version), tile);
      return tile;
    } finally {
      inFlight.delete(key);
    }
  }

  return {
    version: () => parcels.current()?.version,
    find: (address) =>
      address.z <= STORED_TILE_ZOOM_MAX ? parcels.storedTile(address) : findOrDraw(address),
    cacheCounts: () => ({ hits, misses, bytes: cache.calculatedSize }),
  };
}
