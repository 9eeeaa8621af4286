// Collects the bounds of all parcels, the tiles that they touch and where they are densest, while parcels are loaded.
import { PARCEL_TILE_ZOOM_MIN } from '../contract/limits.ts';
import type { Bounds, LngLat, TileAddress } from '../geo/geometry.ts';
import { tileAt, tileRange } from '../geo/tile-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { STORED_TILE_ZOOM_MAX } from './parcel-store.ts';

/** About as many as 2,000 counties have. More means that some coordinates are wrong. */
const DEEPEST_TILES_MAX = 5_000_000;
const COLUMNS = 2 ** STORED_TILE_ZOOM_MAX;

/** A tile of this zoom is about 4 km wide: a neighborhood. */
const DENSITY_ZOOM = 13;

/** The sums of the centroids in a tile of DENSITY_ZOOM. */
type Neighborhood = { count: number; lng: number; lat: number };

export class Coverage {
  readonly bounds: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  /** Tiles of the deepest stored zoom, as y * COLUMNS + x. */
  readonly #deepest = new Set<number>();

  /** By y * COLUMNS + x. */
  readonly #neighborhoods = new Map<number, Neighborhood>();

  add(bounds: Bounds, centroid: LngLat): void {
    const { minX, maxX, minY, maxY } = tileRange(bounds, STORED_TILE_ZOOM_MAX);
    if (this.#deepest.size + (maxX - minX + 1) * (maxY - minY + 1) > DEEPEST_TILES_MAX) {
      throw new OperatorError('The parcels cover too wide an area: are their coordinates right?');
    }
    this.bounds.west = Math.min(this.bounds.west, bounds.west);
    this.bounds.south = Math.min(this.bounds.south, bounds.south);
    this.bounds.east = Math.max(this.bounds.east, bounds.east);
    this.bounds.north = Math.max(this.bounds.north, bounds.north);
    for (let y = minY; y <= maxY; y++) {
      for (let x = minX; x <= maxX; x++) this.#deepest.add(y * COLUMNS + x);
    }
    this.#countIn(tileAt(centroid, DENSITY_ZOOM), centroid);
  }

  #countIn({ x, y }: TileAddress, { lng, lat }: LngLat): void {
    const found = this.#neighborhoods.get(y * COLUMNS + x);
    if (found) {
      found.count++;
      found.lng += lng;
      found.lat += lat;
    } else this.#neighborhoods.set(y * COLUMNS + x, { count: 1, lng, lat });
  }

  /** The middle of the parcels in the densest block of 3 by 3 neighborhoods. */
  center(): LngLat {
    let densest: Neighborhood = { count: 0, lng: 0, lat: 0 };
    for (const key of this.#neighborhoods.keys()) {
      const block = this.#blockAround(key);
      if (block.count > densest.count) densest = block;
    }
    const middle = (sum: number) => Number((sum / densest.count).toFixed(6));
    return { lng: middle(densest.lng), lat: middle(densest.lat) };
  }

  #blockAround(key: number): Neighborhood {
    const block: Neighborhood = { count: 0, lng: 0, lat: 0 };
    for (const row of [-COLUMNS, 0, COLUMNS]) {
      for (const column of [-1, 0, 1]) {
        const found = this.#neighborhoods.get(key + row + column);
        if (!found) continue;
        block.count += found.count;
        block.lng += found.lng;
        block.lat += found.lat;
      }
    }
    return block;
  }

  /** Every tile of the stored zooms that a parcel's bounds touch, lowest zoom first. */
  tiles(): TileAddress[] {
    const found: TileAddress[] = [];
    let level = this.#deepest;
    for (let z = STORED_TILE_ZOOM_MAX; z >= PARCEL_TILE_ZOOM_MIN; z--) {
      const above = new Set<number>();
      for (const key of level) {
        const x = key % COLUMNS;
        const y = Math.floor(key / COLUMNS);
        found.push({ z, x, y });
        above.add((y >> 1) * COLUMNS + (x >> 1));
      }
      level = above;
    }
    return found.sort((a, b) => a.z - b.z || a.y - b.y || a.x - b.x);
  }
}
