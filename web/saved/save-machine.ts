// The save modal's states: closed, open for one parcel, saving it.
import type { Parcel } from '../../contract/parcel.ts';

export type SaveState =
  /** With words where something has to be said though the modal is gone, and with notes that nobody threw away. */
  | { status: 'closed'; notice?: string; draft?: { pin: string; notes: string } }
  | { status: 'open'; parcel: Parcel; notes: string; message?: string }
  | { status: 'saving'; parcel: Parcel; notes: string };

export type SaveEvent =
  | { type: 'opened'; parcel: Parcel }
  | { type: 'typed'; notes: string }
  | { type: 'submitted' }
  | { type: 'saved'; pin: string }
  | { type: 'already-saved'; pin: string; message: string }
  | { type: 'failed'; pin: string; message: string }
  /** By a click beside the modal, by Escape, or by closing the words it left. */
  | { type: 'dismissed' }
  | { type: 'canceled' }
  /** Another parcel is selected now, or none. */
  | { type: 'selected'; pin: string | undefined };

export const CLOSED: SaveState = { status: 'closed' };

export function nextSaveState(state: SaveState, event: SaveEvent): SaveState {
  switch (event.type) {
    case 'opened':
      return state.status === 'closed' ? opened(event.parcel, state.draft) : state;
    case 'typed':
      return state.status === 'open' ? { ...state, notes: event.notes } : state;
    case 'submitted':
      return state.status === 'open' ? { status: 'saving', parcel: state.parcel, notes: state.notes } : state;
    case 'saved':
      return isSaving(state, event.pin) ? CLOSED : state;
    case 'already-saved':
      return isSaving(state, event.pin) || state.status === 'closed'
        ? { status: 'closed', notice: event.message }
        : state;
    case 'failed':
      if (isSaving(state, event.pin)) return { ...state, status: 'open', message: event.message };
      // The modal has gone with its parcel meanwhile: what was lost must still be said.
      return state.status === 'closed' ? { status: 'closed', notice: event.message } : state;
    case 'dismissed':
      if (state.status !== 'open') return state.status === 'saving' ? state : CLOSED;
      return { status: 'closed', draft: { pin: state.parcel.pin, notes: state.notes } };
    case 'canceled':
      return state.status === 'saving' ? state : CLOSED;
    case 'selected':
      return event.pin !== undefined && pinOf(state) === event.pin ? state : CLOSED;
  }
}

function opened(parcel: Parcel, draft: { pin: string; notes: string } | undefined): SaveState {
  return { status: 'open', parcel, notes: draft?.pin === parcel.pin ? draft.notes : '' };
}

function pinOf(state: SaveState): string | undefined {
  return state.status === 'closed' ? state.draft?.pin : state.parcel.pin;
}

function isSaving(state: SaveState, pin: string): state is SaveState & { status: 'saving' } {
  return state.status === 'saving' && state.parcel.pin === pin;
}
