// The door to the results panel, for every feature that has a set of parcels to show.
import { type OpenedSet, useMapStore } from './map-store.ts';
import { dispatchSelection } from './parcel/select-parcel.ts';

/** As in web/sets/set-panel.css. */
export const RESULTS_BESIDE_MAP = '(width >= 1000px)';

/**
 * In place of the set that is shown, if there is one. On a narrow screen the details that it was opened from would cover it: they
 * are closed, and Back leads to them again.
 */
export function openSet(set: OpenedSet): void {
  useMapStore.setState({ set });
  if (!matchMedia(RESULTS_BESIDE_MAP).matches) dispatchSelection({ type: 'panel-closed' });
}

export function closeSet(): void {
  useMapStore.setState({ set: undefined });
}
