// Collects place records and numbers them in order.
import type { PlaceRecord } from '../store/place-store.ts';

export class PlaceList {
  readonly places: PlaceRecord[] = [];

  /** Returns the id of the new record. */
  add(place: Omit<PlaceRecord, 'id'>): number {
    const id = this.places.length + 1;
    this.places.push({ id, ...place });
    return id;
  }
}

/** A town's importance by its size in units of about 10,000 people: 1 for a hamlet, 9 for a metropolis. */
export function townImportance(tenThousands: number): number {
  return 1 + Math.log2(1 + tenThousands);
}
