// Places as they are gathered, numbered in their order.
import type { PlaceRecord } from '../store/place-store.ts';

export class PlaceList {
  readonly places: PlaceRecord[] = [];

  /** Its id. */
  add(place: Omit<PlaceRecord, 'id'>): number {
    const id = this.places.length + 1;
    this.places.push({ id, ...place });
    return id;
  }
}

/** Of a town, by whatever counts its people: 1 for a hamlet, 9 for a metropolis. */
export function townImportance(tenThousands: number): number {
  return 1 + Math.log2(1 + tenThousands);
}
