// A click on the map, carried through: the selection changes, and what it needs is asked for.
//
// The only writer of the selection: everything else reports here what has happened.
import { messages } from '../../contract/messages.ts';
import { useMapStore } from '../map-store.ts';
import { fetchParcel, fetchParcelGeometry, ParcelCallFailure } from './call-parcels.ts';
import type { ParcelQuestion } from './parcel-answer.ts';
import { cachedParcel, cacheParcel } from './parcel-cache.ts';
import { nextSelection, type SelectionEvent } from './selection.ts';

export function tellSelection(event: SelectionEvent): void {
  useMapStore.setState(({ selection }) => ({ selection: nextSelection(selection, event) }));
}

/** Of one parcel clicked twice, only what was asked for last is told. */
let turn = 0;

export async function clickParcel(question: ParcelQuestion): Promise<void> {
  const { pin } = question;
  const wasFree = useMapStore.getState().selection.status === 'none';
  tellSelection({ type: 'parcel-clicked', pin });
  if (!wasFree) return;
  const ownTurn = ++turn;
  const tell = (event: SelectionEvent) => {
    if (ownTurn === turn) tellSelection(event);
  };
  const cached = cachedParcel(pin);
  if (cached) tellSelection({ type: 'details-arrived', parcel: cached });
  // Both are asked at once; without the shape the details are still worth showing.
  const details = cached ? undefined : fetchDetails(question).then(tell);
  const shape = fetchParcelGeometry(pin).catch(() => undefined);
  await details;
  const geometry = await shape;
  if (geometry) tell({ type: 'geometry-arrived', pin, geometry });
}

/** From elsewhere than the map: whatever is selected makes way. */
export function openParcel(question: ParcelQuestion): Promise<void> {
  tellSelection({ type: 'panel-closed' });
  return clickParcel(question);
}

async function fetchDetails(question: ParcelQuestion): Promise<SelectionEvent> {
  try {
    const parcel = await fetchParcel(question);
    cacheParcel(parcel);
    return { type: 'details-arrived', parcel };
  } catch (error) {
    const message = error instanceof ParcelCallFailure ? error.message : messages.parcelLoadFailed;
    return { type: 'details-failed', pin: question.pin, message };
  }
}
