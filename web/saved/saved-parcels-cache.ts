// Where the list of saved parcels is kept between the server's answers, and the one queue of changes to it.
import type { QueryClient } from '@tanstack/react-query';
import type { SavedParcelForm } from './saved-parcel-form.ts';

export const LIST_KEY = ['saved-parcels'];
export const SAVE_KEY = ['save-parcel'];
export const EDIT_KEY = ['edit-notes'];
export const DELETE_KEY = ['delete-saved-parcel'];

/** One after the other, as they were made: two edits never overtake each other, nor a save the delete before it. */
export const ONE_QUEUE = {
  scope: { id: 'saved-parcels' },
  /** A browser that believes itself offline still asks, and so fails with words instead of waiting without any. */
  networkMode: 'always',
} as const;

type Change = (list: readonly SavedParcelForm[]) => readonly SavedParcelForm[];

/** For a change that the server has agreed to. */
export async function changeList(client: QueryClient, change: Change): Promise<void> {
  // An answer under way was written before the change, and would undo it here.
  await client.cancelQueries({ queryKey: LIST_KEY });
  client.setQueryData<readonly SavedParcelForm[]>(LIST_KEY, (list) => list && change(list));
}

/** For whoever opens the list to see what was just saved elsewhere: a question under way may be older than that. */
export async function askListAnew(client: QueryClient): Promise<void> {
  // The library would wait for the first answer of all, whoever asks once more.
  await client.cancelQueries({ queryKey: LIST_KEY });
  fetchListAgain(client);
}

export function fetchListAgain(client: QueryClient): void {
  client.invalidateQueries({ queryKey: LIST_KEY });
}
