// The door to the results panel, for every feature that has a set of parcels to show.
import { type OpenedSet, useMapStore } from './map-store.ts';

/** In place of the set that is shown, if there is one. */
export function openSet(set: OpenedSet): void {
  useMapStore.setState({ set });
}

export function closeSet(): void {
  useMapStore.setState({ set: undefined });
}
