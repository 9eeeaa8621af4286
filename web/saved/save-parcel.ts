// Saving a parcel: the modal's state machine, its store, and the request.
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { SAVED_TEXT_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Parcel } from '../../contract/parcel.ts';
import type { SaveParcelBody } from '../../contract/saved-parcel.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { CallFailure } from '../call-server.ts';
import { switchLayer } from '../layer-table.ts';
import { CHANGE_QUEUE, changeCachedList, refetchList } from './saved-list.ts';
import { errorMessage, notesOrNull, saveParcel } from './saved-parcel-calls.ts';

const SAVE_KEY = ['save-parcel'];
const CONFLICT_STATUS = 409;

/** The fields of a parcel that are saved. */
export type SaveableParcel = Pick<Parcel, 'pin' | 'name' | 'owner' | 'add1' | 'site_address'> & {
  centroid: LngLat | null;
};

export type SaveState =
  /** `notice`: a message to show although the modal is closed. `draft`: notes typed and neither saved nor canceled. */
  | { status: 'closed'; notice?: string; draft?: { pin: string; notes: string } }
  | { status: 'open'; parcel: SaveableParcel; notes: string; message?: string }
  | { status: 'saving'; parcel: SaveableParcel; notes: string };

export type SaveEvent =
  | { type: 'opened'; parcel: SaveableParcel }
  | { type: 'typed'; notes: string }
  | { type: 'submitted' }
  | { type: 'saved'; pin: string }
  | { type: 'already-saved'; pin: string; message: string }
  | { type: 'failed'; pin: string; message: string }
  /** Something about the saved parcels that is worth a message. */
  | { type: 'noticed'; message: string }
  /** With a click beside the modal, with Escape, or by closing the notice. */
  | { type: 'dismissed' }
  | { type: 'canceled' }
  /** The selection has changed to this parcel, or to none. */
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
      // The modal was closed with its parcel meanwhile: the failure must still be shown.
      return state.status === 'closed' ? { status: 'closed', notice: event.message } : state;
    case 'noticed':
      return state.status === 'closed' ? { ...state, notice: event.message } : state;
    case 'dismissed':
      if (state.status !== 'open') return state.status === 'saving' ? state : CLOSED;
      return { status: 'closed', draft: { pin: state.parcel.pin, notes: state.notes } };
    case 'canceled':
      return state.status === 'saving' ? state : CLOSED;
    case 'selected':
      return event.pin !== undefined && pinOf(state) === event.pin ? state : CLOSED;
  }
}

function opened(parcel: SaveableParcel, draft: { pin: string; notes: string } | undefined): SaveState {
  return { status: 'open', parcel, notes: draft?.pin === parcel.pin ? draft.notes : '' };
}

function pinOf(state: SaveState): string | undefined {
  return state.status === 'closed' ? state.draft?.pin : state.parcel.pin;
}

function isSaving(state: SaveState, pin: string): state is SaveState & { status: 'saving' } {
  return state.status === 'saving' && state.parcel.pin === pin;
}

/** One store, because the detail panel opens the modal and the saved parcels render it. */
export const useSaveStore = create<SaveState>()(() => CLOSED);

export function dispatchSave(event: SaveEvent): void {
  useSaveStore.setState((state) => nextSaveState(state, event), true);
}

type ParcelWithNotes = { parcel: SaveableParcel; notes: string };

export function saveBody({ parcel, notes }: ParcelWithNotes): SaveParcelBody {
  return {
    parcel_pin: parcel.pin,
    parcel_owner_name: truncated(parcel.owner || parcel.name || 'Unnamed'),
    parcel_address: truncated(parcel.site_address || parcel.add1 || 'No Address'),
    parcel_centroid_lat: parcel.centroid?.lat ?? null,
    parcel_centroid_lon: parcel.centroid?.lng ?? null,
    notes: notesOrNull(notes),
  };
}

/** The server refuses longer texts. A county may have them, and its parcels must still be saveable. */
const truncated = (text: string) => text.slice(0, SAVED_TEXT_MAX);

/** Sends the save and dispatches its outcome to the modal. */
export function useSaveParcel(): (what: ParcelWithNotes) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...CHANGE_QUEUE,
    mutationKey: SAVE_KEY,
    mutationFn: (what: ParcelWithNotes) => saveParcel(saveBody(what)),
    onSuccess: async (saved) => {
      await changeCachedList(client, (list) => [saved, ...list.filter(({ id }) => id !== saved.id)]);
      dispatchSave({ type: 'saved', pin: saved.pin });
      // What was just saved is seen on the map, also where the marks were off.
      switchLayer('saved-parcels', true);
    },
    onError: (error, { parcel: { pin } }) => {
      const isAlreadySaved = error instanceof CallFailure && error.status === CONFLICT_STATUS;
      if (isAlreadySaved) dispatchSave({ type: 'already-saved', pin, message: messages.alreadySaved });
      else dispatchSave({ type: 'failed', pin, message: errorMessage(error, messages.saveFailed) });
    },
    onSettled: () => refetchList(client),
  });
  return mutate;
}

export const useIsSaving = (): boolean => useIsMutating({ mutationKey: SAVE_KEY }) > 0;
