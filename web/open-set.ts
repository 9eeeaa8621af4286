// The door to the results panel, for every feature that has a set of parcels to show.
import { type OpenedSet, useMapStore } from './map-store.ts';

/** In place of the set that is shown, if there is one. */
export function openSet({ filter, title, subject }: OpenedSet): void {
  useMapStore.setState({ set: { filter, title, subject } });
}

export function closeSet(): void {
  useMapStore.setState({ set: undefined });
}
