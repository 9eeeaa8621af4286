// Selects a parcel and fetches its details and geometry. The only writer of the selection.
import { messages } from '../../contract/messages.ts';
import { answersFor } from '../../contract/parcel-pin.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import { CallFailure } from '../call-server.ts';
import { useMapStore } from '../map-store.ts';
import type { FetchedParcel } from './fetch-parcel.ts';
import type { HoverParcel } from './hover-parcel.ts';
import { nextSelection, type SelectionEvent, selectedPin } from './selection.ts';

type Readers = typeof import('./fetch-parcel.ts') & typeof import('./parcel-cache.ts');
let loadedReaders: Readers | undefined;

/** Lazy loading: they check what arrives with zod, a twentieth of the page's code, which no page needs to begin with. */
export async function importReaders(): Promise<Readers> {
  const [calls, cache] = await Promise.all([import('./fetch-parcel.ts'), import('./parcel-cache.ts')]);
  loadedReaders = { ...calls, ...cache };
  return loadedReaders;
}

export function dispatchSelection(event: SelectionEvent): void {
  useMapStore.setState(({ selection }) => ({ selection: nextSelection(selection, event) }));
}

type Opening = {
  /** Where the parcel is known to be a unit. */
  lot?: string | undefined;
  /** Asked about a failure before the panel shows it. If it answers true, the panel closes instead. */
  closesFor?: (httpStatus: number | undefined) => boolean;
};

/** A click on the map: selects the parcel if nothing is selected, else deselects. */
export async function clickParcel(pin: string, { lot, closesFor }: Opening = {}): Promise<void> {
  const isSelecting = useMapStore.getState().selection.status === 'none';
  dispatchSelection({ type: 'parcel-clicked', pin, lot });
  if (!isSelecting) return;

  const { signal, stopWatching } = abortWhenDeselected(pin);
  // A stale response must not reach a later selection of the same parcel.
  const dispatch = (event: SelectionEvent) => {
    if (signal.aborted) return;
    const isClosing = event.type === 'details-failed' && closesFor?.(event.httpStatus);
    dispatchSelection(isClosing ? { type: 'panel-closed' } : event);
  };
  // At once where they are loaded: a cached parcel is shown without a moment of loading.
  const readers = loadedReaders ?? (await importReaders().catch(() => undefined));
  if (!readers)
    dispatch({ type: 'details-failed', pin, message: messages.parcelLoadFailed, httpStatus: undefined });
  else if (!signal.aborted) await readParcel({ pin, signal, dispatch, readers });
  stopWatching();
}

type Reading = {
  pin: string;
  signal: AbortSignal;
  dispatch: (event: SelectionEvent) => void;
  readers: Readers;
};

async function readParcel({ pin, signal, dispatch, readers }: Reading): Promise<void> {
  const version = useMapStore.getState().parcelVersion;
  const cached = readers.cachedParcel(pin, version);
  if (cached) dispatch({ type: 'details-arrived', parcel: cached });
  // In parallel. A geometry that fails is ignored: the details are shown without it.
  const detailsFetch = cached ? undefined : readers.fetchParcel(pin, signal);
  const geometryFetch = readers.fetchParcelGeometry(pin, signal).catch(() => undefined);
  if (detailsFetch) dispatch(await detailsOutcome({ pin, version, detailsFetch, geometryFetch, readers }));
  const geometry = await geometryFetch;
  if (geometry) dispatch({ type: 'geometry-arrived', pin, geometry });
}

/** For a parcel that was not picked on the map: replaces the selected one. */
export function openParcel(pin: string, opening: Opening = {}): Promise<void> {
  dispatchSelection({ type: 'panel-closed' });
  return clickParcel(pin, opening);
}

/** For a parcel chosen from a list. While a tool is in use nothing is opened: the panel would cover the tool. */
export function openUnlessTool(pin: string): void {
  if (useMapStore.getState().tool === 'none') void openParcel(pin);
}

type ListedParcel = Pick<HoverParcel, 'pin' | 'name' | 'add1' | 'city'> & { lot: string | null };

/** While it is pointed at in a list. A unit is drawn by its lot. */
export function hoverFromList(parcel: ListedParcel | undefined): void {
  useMapStore.setState({ hovered: parcel && hoveredOf(parcel) });
}

function hoveredOf({ name, add1, city, ...parcel }: ListedParcel): HoverParcel {
  const pin = parcel.lot ?? parcel.pin;
  return { id: pin, pin, name, owner: name, add1, city };
}

/** For another place chosen from a list: the details of a parcel elsewhere would only be in the way. */
export function closeUnlessTool(): void {
  if (useMapStore.getState().tool === 'none') dispatchSelection({ type: 'panel-closed' });
}

/** After an import: fetches the parcel that is shown anew, which stays as it is until then, and where that fails. */
export async function reloadSelected(): Promise<void> {
  const { selection, parcelVersion: version } = useMapStore.getState();
  if (selection.status !== 'loaded' && selection.status !== 'error') return;
  const { pin } = selection;
  const { signal, stopWatching } = abortWhenDeselected(pin);
  const isOver = () => signal.aborted || useMapStore.getState().parcelVersion !== version;
  try {
    const readers = loadedReaders ?? (await importReaders());
    const geometryFetch = readers.fetchParcelGeometry(pin, signal).catch(() => undefined);
    const detailsFetch = readers.fetchParcel(pin, signal);
    const parcel = await wholeParcel({ version, detailsFetch, geometryFetch, readers });
    // Where a county was removed, another one's parcel may answer for the bare PIN.
    if (selection.status === 'loaded' && parcel.pin !== pin)
      throw new CallFailure(messages.parcelNotFound, 404);
    const geometry = (await geometryFetch) ?? null;
    if (!isOver()) dispatchSelection({ type: 'parcel-changed', pin, parcel, geometry });
  } catch (error) {
    if (!isOver() && error instanceof CallFailure && error.status === 404)
      dispatchSelection({ type: 'parcel-removed', pin, message: error.message });
  }
  stopWatching();
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
  /** Of the parcels, when the details were asked for. */
  version: string | undefined;
  detailsFetch: Promise<FetchedParcel>;
  geometryFetch: Promise<AreaGeometry | undefined>;
  readers: Pick<Readers, 'cacheParcel'>;
};

async function detailsOutcome({ pin, ...fetches }: Fetches & { pin: string }): Promise<SelectionEvent> {
  try {
    return { type: 'details-arrived', parcel: await wholeParcel(fetches) };
  } catch (error) {
    const { message, status } =
      error instanceof CallFailure ? error : new CallFailure(messages.parcelLoadFailed);
    return { type: 'details-failed', pin, message, httpStatus: status };
  }
}

async function wholeParcel({
  version,
  detailsFetch,
  geometryFetch,
  readers,
}: Fetches): Promise<FetchedParcel> {
  const details = await detailsFetch;
  const centroid = details.centroid ?? (await insidePointOf(geometryFetch));
  // An incomplete parcel is not cached, so that the next click asks again.
  if (centroid) readers.cacheParcel({ ...details, centroid }, version);
  return { ...details, centroid };
}

/** The centroid where it is inside the parcel, else another point inside. Null without a geometry. */
async function insidePointOf(geometryFetch: Fetches['geometryFetch']) {
  const geometry = await geometryFetch;
  return geometry ? insidePoint(geometry) : null;
}
