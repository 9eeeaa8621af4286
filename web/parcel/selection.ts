// The selection as a state machine (a pure reducer): which parcel is selected, and how far its details are.

import { answersFor } from '../../contract/parcel-pin.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import type { FetchedParcel } from './fetch-parcel.ts';

export type Selection =
  | { status: 'none' }
  /** The lot is known where a unit was chosen from its list. */
  | { status: 'loading'; pin: string; lot?: string }
  /** The geometry is null until it arrives. It is that of the whole parcel, not clipped to a tile. */
  | { status: 'loaded'; pin: string; parcel: FetchedParcel; geometry: AreaGeometry | null }
  /** The HTTP status is undefined where no answer came. */
  | { status: 'error'; pin: string; message: string; httpStatus?: number | undefined };

export type SelectionEvent =
  | { type: 'parcel-clicked'; pin: string; lot?: string | undefined }
  | { type: 'background-clicked' }
  /** With its button, with Escape, or by dragging it down. */
  | { type: 'panel-closed' }
  | { type: 'details-arrived'; parcel: FetchedParcel }
  | { type: 'geometry-arrived'; pin: string; geometry: AreaGeometry }
  | { type: 'details-failed'; pin: string; message: string; httpStatus?: number | undefined }
  /** Of the parcel that is shown, after an import. */
  | { type: 'parcel-changed'; pin: string; parcel: FetchedParcel; geometry: AreaGeometry | null }
  | { type: 'parcel-removed'; pin: string; message: string };

const NOTHING: Selection = { status: 'none' };

export function nextSelection(selection: Selection, event: SelectionEvent): Selection {
  switch (event.type) {
    case 'parcel-clicked':
      if (selection.status === 'none')
        return { status: 'loading', pin: event.pin, ...(event.lot !== undefined && { lot: event.lot }) };
      return afterClickWhileSelected(selection);
    case 'background-clicked':
      return afterClickWhileSelected(selection);
    case 'panel-closed':
      return NOTHING;
    case 'details-arrived': {
      const { parcel } = event;
      if (!isWaitingFor(selection, parcel.pin)) return selection;
      return { status: 'loaded', pin: parcel.pin, parcel, geometry: null };
    }
    case 'details-failed':
      if (!isWaitingFor(selection, event.pin)) return selection;
      return { status: 'error', pin: event.pin, message: event.message, httpStatus: event.httpStatus };
    case 'geometry-arrived':
      if (selection.status !== 'loaded' || !answersFor(event.pin, selection.pin)) return selection;
      return { ...selection, geometry: event.geometry };
    case 'parcel-changed': {
      const { parcel, geometry } = event;
      return isShowing(selection, event.pin)
        ? { status: 'loaded', pin: parcel.pin, parcel, geometry }
        : selection;
    }
    case 'parcel-removed':
      if (!isShowing(selection, event.pin)) return selection;
      return { status: 'error', pin: event.pin, message: event.message, httpStatus: 404 };
  }
}

/** Any click deselects, and none switches to another parcel. While a parcel is loading, clicks are ignored. */
function afterClickWhileSelected(selection: Selection): Selection {
  return selection.status === 'loading' ? selection : NOTHING;
}

/** False for a stale response: the panel was closed, or another parcel was selected since. */
function isWaitingFor(selection: Selection, pin: string): boolean {
  return selection.status === 'loading' && answersFor(selection.pin, pin);
}

/** False where the panel was closed, or another parcel was selected since. */
function isShowing(selection: Selection, pin: string): boolean {
  return (selection.status === 'loaded' || selection.status === 'error') && selection.pin === pin;
}

export function selectedPin(selection: Selection): string | undefined {
  return selection.status === 'none' ? undefined : selection.pin;
}

/** The PIN of the shape on the map. A unit has none of its own: its lot is what is drawn. */
export function drawnPin(selection: Selection): string | undefined {
  switch (selection.status) {
    case 'loading':
      return selection.lot ?? selection.pin;
    case 'loaded':
      return selection.parcel.lot ?? selection.pin;
    default:
      return selectedPin(selection);
  }
}
