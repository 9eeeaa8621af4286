// Collects the bounds of all parcels and the tiles that they touch, while parcels are loaded.
import { PARCEL_TILE_ZOOM_MIN } from '../contract/limits.ts';
import type { Bounds, TileAddress } from '../geo/geometry.ts';
import { tileRange } from '../geo/tile-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { STORED_TILE_ZOOM_MAX } from './parcel-store.ts';

/** About as many as 2,000 counties have. More means that some coordinates are wrong. */
const DEEPEST_TILES_MAX = 5_000_000;
const COLUMNS = 2 ** STORED_TILE_ZOOM_MAX;

export class Coverage {
  readonly bounds: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  /** Tiles of the deepest stored zoom, as y * COLUMNS + x. */
  readonly #deepest = new Set<number>();

  add(bounds: Bounds): void {
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
