// Saves a parcel, and tells the modal what came of it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messages } from '../../contract/messages.ts';
import type { Parcel } from '../../contract/parcel.ts';
import { CallFailure } from './call-signed-in.ts';
import { saveBody } from './save-body.ts';
import { tellSave } from './save-store.ts';
import { saveParcel } from './saved-parcel-calls.ts';
import { changeList, fetchListAgain, ONE_QUEUE, SAVE_KEY } from './saved-parcels-cache.ts';

export type ParcelWithNotes = { parcel: Parcel; notes: string };

const CONFLICT_STATUS = 409;

export function useSaveParcel(): (what: ParcelWithNotes) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...ONE_QUEUE,
    mutationKey: SAVE_KEY,
    mutationFn: (what: ParcelWithNotes) => saveParcel(saveBody(what)),
    onSuccess: async (saved) => {
      await changeList(client, (list) => [saved, ...list.filter(({ id }) => id !== saved.id)]);
      tellSave({ type: 'saved', pin: saved.pin });
    },
    onError: (error, { parcel: { pin } }) => {
      const isThere = error instanceof CallFailure && error.status === CONFLICT_STATUS;
      if (isThere) tellSave({ type: 'already-saved', pin, message: messages.alreadySaved });
      else {
        const message = error instanceof CallFailure ? error.message : messages.saveFailed;
        tellSave({ type: 'failed', pin, message });
      }
    },
    onSettled: () => fetchListAgain(client),
  });
  return mutate;
}
