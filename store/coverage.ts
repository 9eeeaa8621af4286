// Collects the bounds and the outline of all parcels, and where they are densest, while parcels are loaded.
import { unionOfBounds, widenBounds } from '../geo/bounds-of.ts';
import type { FlatArea } from '../geo/flat-area.ts';
import type { Bounds, LngLat, TileAddress } from '../geo/geometry.ts';
import { tileAt } from '../geo/tile-address.ts';
import { LandOutline } from './land-outline.ts';
import type { Extent } from './parcel-store.ts';

/** A tile of this zoom is about 4 km wide: a neighborhood. */
const DENSITY_ZOOM = 13;
const COLUMNS = 2 ** DENSITY_ZOOM;

/** The sums of the centroids in a tile of DENSITY_ZOOM. */
type Neighborhood = { count: number; lng: number; lat: number };

export class Coverage {
  readonly #outline = new LandOutline();
  readonly #bounds = unionOfBounds([]);
  /** By y * COLUMNS + x. */
  readonly #neighborhoods = new Map<number, Neighborhood>();

  /** Answers the bounds of the area. */
  add(area: FlatArea, centroid: LngLat): Bounds {
    const bounds = area.bounds();
    widenBounds(this.#bounds, bounds);
    this.#countIn(tileAt(centroid, DENSITY_ZOOM), centroid);
    this.#outline.add(area);
    return bounds;
  }

  extent(): Extent {
    return { bounds: this.#bounds, center: this.#center(), outline: this.#outline.outline() };
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
  #center(): LngLat {
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
}
