// Selects a parcel and fetches its details and geometry. The only writer of the selection.
import { messages } from '../../contract/messages.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import { CallFailure } from '../call-server.ts';
import { useMapStore } from '../map-store.ts';
import { answersFor, type FetchedParcel, fetchParcel, fetchParcelGeometry } from './fetch-parcel.ts';
import { cachedParcel, cacheParcel } from './parcel-cache.ts';
import { nextSelection, type SelectionEvent, selectedPin } from './selection.ts';

export function dispatchSelection(event: SelectionEvent): void {
  useMapStore.setState(({ selection }) => ({ selection: nextSelection(selection, event) }));
}

/** A click on the map: selects the parcel if nothing is selected, else deselects. */
export async function clickParcel(pin: string, { lot }: { lot?: string | undefined } = {}): Promise<void> {
  const isSelecting = useMapStore.getState().selection.status === 'none';
  dispatchSelection({ type: 'parcel-clicked', pin, lot });
  if (!isSelecting) return;

  const { signal, stopWatching } = abortWhenDeselected(pin);
  // A stale response must not reach a later selection of the same parcel.
  const dispatch = (event: SelectionEvent) => {
    if (!signal.aborted) dispatchSelection(event);
  };
  const cached = cachedParcel(pin);
  if (cached) dispatch({ type: 'details-arrived', parcel: cached });
  // In parallel. A geometry that fails is ignored: the details are shown without it.
  const detailsFetch = cached ? undefined : fetchParcel(pin, signal);
  const geometryFetch = fetchParcelGeometry(pin, signal).catch(() => undefined);
  if (detailsFetch) dispatch(await detailsOutcome({ pin, detailsFetch, geometryFetch }));
  const geometry = await geometryFetch;
  if (geometry) dispatch({ type: 'geometry-arrived', pin, geometry });
  stopWatching();
}

/** For a parcel that was not picked on the map: replaces the selected one. `lot`: where it is known to be a unit. */
export function openParcel(pin: string, unit: { lot?: string | undefined } = {}): Promise<void> {
  dispatchSelection({ type: 'panel-closed' });
  return clickParcel(pin, unit);
}

/** Closing the panel, picking another parcel and leaving the page all end the selection, and so the fetch. */
function abortWhenDeselected(pin: string): { signal: AbortSignal; stopWatching: () => void } {
  const aborting = new AbortController();
  const stopWatching = useMapStore.subscribe(({ selection }) => {
    if (answersFor(pin, selectedPin(selection))) return;
    aborting.abort();
    stopWatching();
  });
  return { signal: aborting.signal, stopWatching };
}

type Fetches = {
  pin: string;
  detailsFetch: Promise<FetchedParcel>;
  geometryFetch: Promise<AreaGeometry | undefined>;
};

async function detailsOutcome({ pin, detailsFetch, geometryFetch }: Fetches): Promise<SelectionEvent> {
  try {
    const details = await detailsFetch;
    const centroid = details.centroid ?? (await insidePointOf(geometryFetch));
    // An incomplete parcel is not cached, so that the next click asks again.
    if (centroid) cacheParcel({ ...details, centroid });
    return { type: 'details-arrived', parcel: { ...details, centroid } };
  } catch (error) {
    const message = error instanceof CallFailure ? error.message : messages.parcelLoadFailed;
    return { type: 'details-failed', pin, message };
  }
}

/** The centroid where it is inside the parcel, else another point inside. Null without a geometry. */
async function insidePointOf(geometryFetch: Fetches['geometryFetch']) {
  const geometry = await geometryFetch;
  return geometry ? insidePoint(geometry) : null;
}
