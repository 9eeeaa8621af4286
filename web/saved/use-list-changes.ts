// Editing notes and deleting in the saved list. Both are shown at once; the list takes back what the server refuses.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messages } from '../../contract/messages.ts';
import { CallFailure } from './call-signed-in.ts';
import { withPendingChanges } from './pending-changes.ts';
import { deleteSavedParcel, editNotes, type NotesEdit } from './saved-parcel-calls.ts';
import { changeList, DELETE_KEY, EDIT_KEY, fetchListAgain, ONE_QUEUE } from './saved-parcels-cache.ts';

type NotesOutcome = { onSaved: (id: string) => void; onRefused: (id: string) => void };

export function useEditNotes({ onSaved, onRefused }: NotesOutcome): (edit: NotesEdit) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...ONE_QUEUE,
    mutationKey: EDIT_KEY,
    mutationFn: editNotes,
    onSuccess: async (_, edit) => {
      await changeList(client, (list) => withPendingChanges(list, { edits: [edit], deletedIds: [] }));
      onSaved(edit.id);
    },
    onError: (_, { id }) => {
      onRefused(id);
      window.alert(messages.noteNotSaved);
    },
    onSettled: () => fetchListAgain(client),
  });
  return mutate;
}

export function useDeleteSavedParcel(): (id: string) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...ONE_QUEUE,
    mutationKey: DELETE_KEY,
    mutationFn: deleteSavedParcel,
    onSuccess: (_, id) =>
      changeList(client, (list) => withPendingChanges(list, { edits: [], deletedIds: [id] })),
    onError: (error) => {
      const reason = error instanceof CallFailure ? error.message : 'Unknown error';
      window.alert(`Failed to delete parcel: ${reason}`);
    },
    onSettled: () => fetchListAgain(client),
  });
  return mutate;
}
