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
import { CallFailure, NotSignedIn } from '../call-server.ts';
import { storedUserId } from '../session/stored-session.ts';
import { rememberedList } from './remembered-list.ts';
import {
  deleteSavedParcel,
  editSavedParcel,
  errorMessage,
  listSavedParcels,
  restoreSavedParcel,
  type SavedParcelEdit,
  type SavedParcelForm,
} from './saved-parcel-calls.ts';

export const LIST_KEY = ['saved-parcels'];
const EDIT_KEY = ['edit-saved-parcels'];
const DELETE_KEY = ['delete-saved-parcel'];
const CONFLICT_STATUS = 409;

/** A queue: changes are sent one after the other, so that no edit overtakes another and no save a delete. */
export const CHANGE_QUEUE = { scope: { id: 'saved-parcels' } };

/** How soon a list that could not be loaded is asked for again. */
const RETRY_MS = 10_000;

/** The caches for which all pages of the list have come: before that, what is not in it may still be saved. */
const whole = new WeakSet<QueryClient>();

export type SavedList = {
  /** Until the first answer it is what this browser remembers, or undefined. */
  list: readonly SavedParcelForm[] | undefined;
  /** Whether the server has answered all of it since the page was opened. */
  isWhole: boolean;
  /** Why the last fetch failed. */
  failure: Error | undefined;
  isFetching: boolean;
  refetch: () => void;
};

/** Fetches the list whenever a component that uses it mounts. Pending changes are already applied to it. */
export function useSavedList(): SavedList {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: LIST_KEY,
    queryFn: fetchList,
    initialData: () => rememberedList(storedUserId()),
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => state.error !== null && !(state.error instanceof NotSignedIn) && RETRY_MS,
  });
  const pendingEdits = usePending<readonly SavedParcelEdit[]>(EDIT_KEY);
  const deletedIds = usePending<string>(DELETE_KEY);
  const list = useMemo(
    () => data && withChanges(data, { edits: pendingEdits.flat(), deletedIds }),
    [data, pendingEdits, deletedIds],
  );
  return { list, isWhole: whole.has(client), failure: error ?? undefined, isFetching, refetch };
}

/** The first time, the pages of a long list are shown as they come. Later the list stays until the new one is complete. */
export async function fetchList({
  client,
  signal,
}: Pick<QueryFunctionContext, 'client' | 'signal'>): Promise<readonly SavedParcelForm[]> {
  const isFirst = client.getQueryData(LIST_KEY) === undefined;
  const list = await listSavedParcels({
    signal,
    ...(isFirst && { onPage: (soFar) => client.setQueryData(LIST_KEY, soFar) }),
  });
  whole.add(client);
  return list;
}

function usePending<Change>(mutationKey: string[]): Change[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
}

/** Edits in the order in which they were made. */
export type ListChanges = { edits: readonly SavedParcelEdit[]; deletedIds: readonly string[] };

/**
 * Optimistic update: the list as it will be once the server has agreed. A change that fails is rolled back by no
 * longer being pending.
 */
export function withChanges(
  list: readonly SavedParcelForm[],
  { edits, deletedIds }: ListChanges,
): readonly SavedParcelForm[] {
  if (edits.length === 0 && deletedIds.length === 0) return list;
  const deleted = new Set(deletedIds);
  const edited = new Map<string, SavedParcelEdit>();
  for (const edit of edits) edited.set(edit.id, { ...edited.get(edit.id), ...edit });
  return list
    .filter(({ id }) => !deleted.has(id))
    .map((parcel) => {
      const edit = edited.get(parcel.id);
      if (!edit) return parcel;
      const { notes = parcel.notes, folder = parcel.folder, color = parcel.color } = edit;
      return { ...parcel, notes: notes ?? '', folder: folder ?? '', color: color ?? '' };
    });
}

type EditOutcome = { onSaved: (ids: readonly string[]) => void; onFailed: (ids: readonly string[]) => void };

/** One after the other, until one fails. */
export function useEditSavedParcels({
  onSaved,
  onFailed,
}: EditOutcome): (edits: readonly SavedParcelEdit[]) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...CHANGE_QUEUE,
    mutationKey: EDIT_KEY,
    mutationFn: async (edits: readonly SavedParcelEdit[]) => {
      for (const edit of edits) {
        await editSavedParcel(edit);
        await changeCachedList(client, (list) => withChanges(list, { edits: [edit], deletedIds: [] }));
      }
    },
    onSuccess: (_, edits) => onSaved(idsOf(edits)),
    onError: (_, edits) => {
      onFailed(idsOf(edits));
      const isNote = edits.some(({ notes }) => notes !== undefined);
      window.alert(isNote ? messages.noteNotSaved : messages.savedEditFailed);
    },
    onSettled: () => refetchList(client),
  });
  return mutate;
}

const idsOf = (edits: readonly SavedParcelEdit[]) => edits.map(({ id }) => id);

export function useDeleteSavedParcel(onFailed: (id: string) => void): (id: string) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...CHANGE_QUEUE,
    mutationKey: DELETE_KEY,
    mutationFn: deleteSavedParcel,
    onSuccess: (_, id) =>
      changeCachedList(client, (list) => withChanges(list, { edits: [], deletedIds: [id] })),
    onError: (error, id) => {
      onFailed(id);
      window.alert(`Failed to delete parcel: ${errorMessage(error, 'Unknown error')}`);
    },
    onSettled: () => refetchList(client),
  });
  return mutate;
}

/** Takes back a deletion, which may still be under way: it waits its turn. */
export function useRestoreSavedParcel(): (parcel: SavedParcelForm) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...CHANGE_QUEUE,
    mutationFn: restoreSavedParcel,
    onSuccess: (saved) =>
      changeCachedList(client, (list) => [saved, ...list.filter(({ id }) => id !== saved.id)]),
    onError: (error, { name }) => {
      // It has been saved again elsewhere, or was never deleted.
      if (error instanceof CallFailure && error.status === CONFLICT_STATUS) return;
      window.alert(`Failed to bring back ${name}: ${errorMessage(error, 'Unknown error')}`);
    },
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
