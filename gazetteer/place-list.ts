// Collects place records and numbers them in order.
import { containsPoint } from '../geo/bounds-of.ts';
import type { Bounds } from '../geo/geometry.ts';
import type { PlaceRecord, Within } from '../store/place-store.ts';

export class PlaceList {
  readonly places: PlaceRecord[] = [];

  /** Returns the id of the new record. */
  add(place: Omit<PlaceRecord, 'id'>): number {
    const id = this.places.length + 1;
    this.places.push({ id, ...place });
    return id;
  }
}

type Loaded = { land: readonly Bounds[]; around: readonly Within[] };

/** Marks what lies on the loaded land, and the places that the land lies in. */
export function markLocal(places: readonly PlaceRecord[], { land, around }: Loaded): void {
  const containing = new Set(around.flatMap((within) => Object.values(within)));
  for (const place of places) {
    place.isLocal = land.some((bounds) => containsPoint(bounds, place.at)) || containing.has(place.id);
  }
}

/** A town's importance by its size in units of about 10,000 people: 1 for a hamlet, 9 for a metropolis. */
export function townImportance(tenThousands: number): number {
  return 1 + Math.log2(1 + tenThousands);
}
