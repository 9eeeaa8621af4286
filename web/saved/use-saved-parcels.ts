// The saved parcels of whoever is signed in, with changes on their way shown already.
import { useMutationState, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { withPendingChanges } from './pending-changes.ts';
import { listSavedParcels, type NotesEdit } from './saved-parcel-calls.ts';
import type { SavedParcelForm } from './saved-parcel-form.ts';
import { DELETE_KEY, EDIT_KEY, LIST_KEY } from './saved-parcels-cache.ts';

export type SavedParcels = {
  /** Undefined until the first answer. */
  list: readonly SavedParcelForm[] | undefined;
  /** Why the last question failed. */
  failure: Error | undefined;
  isFetching: boolean;
  fetchAgain: () => void;
};

/** Asks the server each time something begins to show the list. */
export function useSavedParcels(): SavedParcels {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: LIST_KEY,
    queryFn: listSavedParcels,
    // Whoever looks has a button to try again, and should not wait for three silent attempts.
    retry: false,
    networkMode: 'always',
  });
  const edits = usePending<NotesEdit>(EDIT_KEY);
  const deletedIds = usePending<string>(DELETE_KEY);
  const list = useMemo(
    () => data && withPendingChanges(data, { edits, deletedIds }),
    [data, edits, deletedIds],
  );
  return { list, failure: error ?? undefined, isFetching, fetchAgain: refetch };
}

function usePending<Change>(mutationKey: string[]): Change[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
}
