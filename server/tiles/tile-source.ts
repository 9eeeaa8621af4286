// Where parcel tiles come from: the store, behind a cache in memory.
import { LRUCache } from 'lru-cache';
import type { TileAddress } from '../../geo/geometry.ts';
import { type ParcelStore, STORED_TILE_ZOOM_MAX, type StoredTile } from '../../store/parcel-store.ts';
import { tileEtag } from './tile-headers.ts';
import { tilePath } from './tile-path.ts';

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** Memory of a cache entry besides the tile, such as its headers, so that empty tiles count too. */
const ENTRY_OVERHEAD_BYTES = 800;

type CachedTile = StoredTile & {
  /** Of the gzipped tile. */
  etag: string;
};

export type TileSource = {
  /** The version of the current parcel set; undefined until parcels have been loaded. */
  version(): string | undefined;
  /** A tile of the current set that is in memory, by its tilePath. */
  recall(path: string): CachedTile | undefined;
  /** Undefined until parcels have been loaded. */
  find(address: TileAddress): Promise<StoredTile | undefined>;
  cacheCounts(): { hits: number; misses: number; bytes: number };
};

export function createTileSource(
  parcels: Pick<ParcelStore, 'current' | 'storedTile' | 'deepTile'>,
): TileSource {
  /** By tilePath; tiles of one version only. */
  const cache = new LRUCache<string, CachedTile>({
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

  function recall(path: string): CachedTile | undefined {
    dropOldTiles();
    const tile = cache.get(path);
    if (tile) hits++;
    return tile;
  }

  async function fetchOrJoin(address: TileAddress): Promise<StoredTile | undefined> {
    misses++;
    const path = tilePath(address);
    const key = `${version()}/${path}`;
    const running = inFlight.get(key);
    if (running) return running;
    const isStored = address.z <= STORED_TILE_ZOOM_MAX;
    const fetching = isStored ? parcels.storedTile(address) : parcels.deepTile(address);
    inFlight.set(key, fetching);
    try {
      const tile = await fetching;
      dropOldTiles();
      // Race: the set may have been replaced meanwhile.
      if (tile && tile.version === cachedVersion) {
        cache.set(path, { ...tile, etag: tileEtag(address, { version: tile.version, isGzipped: true }) });
      }
      return tile;
    } finally {
      inFlight.delete(key);
    }
  }

  return {
    version,
    recall,
    find: async (address) => recall(tilePath(address)) ?? fetchOrJoin(address),
    cacheCounts: () => ({ hits, misses, bytes: cache.calculatedSize }),
  };
}
