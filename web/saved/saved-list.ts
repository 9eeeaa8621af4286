// The list of saved parcels: fetched, cached, and changed by optimistic updates.
import {
  type QueryClient,
  type QueryFunctionContext,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { messages } from '../../contract/messages.ts';
import {
  deleteSavedParcel,
  editNotes,
  errorMessage,
  listSavedParcels,
  type NotesEdit,
  type SavedParcelForm,
} from './saved-parcel-calls.ts';

export const LIST_KEY = ['saved-parcels'];
const EDIT_KEY = ['edit-notes'];
const DELETE_KEY = ['delete-saved-parcel'];

/** A queue: changes are sent one after the other, so that no edit overtakes another and no save a delete. */
export const CHANGE_QUEUE = { scope: { id: 'saved-parcels' } };

export type SavedList = {
  /** Undefined until the first answer. */
  list: readonly SavedParcelForm[] | undefined;
  /** Why the last fetch failed. */
  failure: Error | undefined;
  isFetching: boolean;
  refetch: () => void;
};

/** Fetches the list whenever a component that uses it mounts. Pending changes are already applied to it. */
export function useSavedList(): SavedList {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: LIST_KEY,
    queryFn: fetchList,
  });
  const edits = usePending<NotesEdit>(EDIT_KEY);
  const deletedIds = usePending<string>(DELETE_KEY);
  const list = useMemo(() => data && withChanges(data, { edits, deletedIds }), [data, edits, deletedIds]);
  return { list, failure: error ?? undefined, isFetching, refetch };
}

/** The first time, the pages of a long list are shown as they come. Later the list stays until the new one is complete. */
export function fetchList({
  client,
  signal,
}: Pick<QueryFunctionContext, 'client' | 'signal'>): Promise<readonly SavedParcelForm[]> {
  const isFirst = client.getQueryData(LIST_KEY) === undefined;
  return listSavedParcels({
    signal,
    ...(isFirst && { onPage: (soFar) => client.setQueryData(LIST_KEY, soFar) }),
  });
}

function usePending<Change>(mutationKey: string[]): Change[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
}

/** Edits in the order in which they were made. */
export type ListChanges = { edits: readonly NotesEdit[]; deletedIds: readonly string[] };

/**
 * Optimistic update: the list as it will be once the server has agreed. A change that fails is rolled back by no
 * longer being pending.
 */
export function withChanges(
  list: readonly SavedParcelForm[],
  { edits, deletedIds }: ListChanges,
): readonly SavedParcelForm[] {
  if (edits.length === 0 && deletedIds.length === 0) return list;
  const notesById = new Map(edits.map(({ id, notes }) => [id, notes]));
  return list
    .filter(({ id }) => !deletedIds.includes(id))
    .map((parcel) => {
      const notes = notesById.get(parcel.id);
      return notes === undefined ? parcel : { ...parcel, notes: notes ?? '' };
    });
}

type NotesOutcome = { onSaved: (id: string) => void; onFailed: (id: string) => void };

export function useEditNotes({ onSaved, onFailed }: NotesOutcome): (edit: NotesEdit) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...CHANGE_QUEUE,
    mutationKey: EDIT_KEY,
    mutationFn: editNotes,
    onSuccess: async (_, edit) => {
      await changeCachedList(client, (list) => withChanges(list, { edits: [edit], deletedIds: [] }));
      onSaved(edit.id);
    },
    onError: (_, { id }) => {
      onFailed(id);
      window.alert(messages.noteNotSaved);
    },
    onSettled: () => refetchList(client),
  });
  return mutate;
}

export function useDeleteSavedParcel(): (id: string) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...CHANGE_QUEUE,
    mutationKey: DELETE_KEY,
    mutationFn: deleteSavedParcel,
    onSuccess: (_, id) =>
      changeCachedList(client, (list) => withChanges(list, { edits: [], deletedIds: [id] })),
    onError: (error) => window.alert(`Failed to delete parcel: ${errorMessage(error, 'Unknown error')}`),
    onSettled: () => refetchList(client),
  });
  return mutate;
}

type Change = (list: readonly SavedParcelForm[]) => readonly SavedParcelForm[];

/** Writes a change that the server has accepted into the cache. */
export async function changeCachedList(client: QueryClient, change: Change): Promise<void> {
  // Race: a fetch in flight may hold the list from before the change, and would undo it here.
  await client.cancelQueries({ queryKey: LIST_KEY });
  client.setQueryData<readonly SavedParcelForm[]>(LIST_KEY, (list) => list && change(list));
}

export function refetchList(client: QueryClient): void {
  client.invalidateQueries({ queryKey: LIST_KEY });
}

/** Replaces a fetch in flight, whose answer may be stale. Without the cancel, TanStack Query would reuse that fetch. */
export async function restartFetch(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: LIST_KEY });
  refetchList(client);
}

/** The browser asks before the page is left while a change is pending: the list already shows it as done. */
export function useLeaveGuard(): void {
  const isPending = useIsMutating() > 0;
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isPending]);
}
