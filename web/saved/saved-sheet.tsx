// The sheet My Saved Parcels: the list with its row modes, or why there is no list.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { messages } from '../../contract/messages.ts';
import { NotSignedIn } from '../call-server.ts';
import { openSet } from '../open-set.ts';
import { filterOfPins } from '../set-filters.ts';
import { usePressWord } from '../ui/press-word.ts';
import { Sheet } from '../ui/sheet.tsx';
import { ALL_IN_VIEW, modeOf, nextRowModes, type RowModes } from './row-modes.ts';
import { LIST_KEY, restartFetch, useDeleteSavedParcel, useEditNotes, useSavedList } from './saved-list.ts';
import { notesOrNull, type SavedParcelForm } from './saved-parcel-calls.ts';
import { type RowActions, SavedRow } from './saved-row.tsx';

type SavedSheetProps = { isOpen: boolean; onClose: () => void; onChoose: (parcel: SavedParcelForm) => void };

export function SavedSheet({ isOpen, onClose, onChoose }: SavedSheetProps) {
  const [modes, dispatch] = useReducer(nextRowModes, ALL_IN_VIEW);
  const editNotes = useEditNotes({
    onSaved: (id) => dispatch({ type: 'notes-saved', id }),
    onFailed: (id) => dispatch({ type: 'notes-refused', id }),
  });
  const deleteParcel = useDeleteSavedParcel();

  const actions: RowActions = useMemo(
    () => ({
      choose: onChoose,
      startEdit: (id) => dispatch({ type: 'edit-started', id }),
      startDelete: (id) => dispatch({ type: 'delete-started', id }),
      type: (text) => dispatch({ type: 'typed', text }),
      cancel: () => dispatch({ type: 'canceled' }),
      saveNotes: (parcel, text) => {
        const notes = notesOrNull(text);
        if (notes === notesOrNull(parcel.notes)) return dispatch({ type: 'canceled' });
        dispatch({ type: 'left' });
        editNotes({ id: parcel.id, notes });
      },
      confirmDelete: (id) => {
        dispatch({ type: 'left' });
        deleteParcel(id);
      },
    }),
    [onChoose, editNotes, deleteParcel],
  );

  const close = useCallback(() => {
    dispatch({ type: 'left' });
    onClose();
  }, [onClose]);
  /** The first Escape leaves the row's mode, the next one closes the sheet. */
  const onEscape = (event: KeyboardEvent) => {
    if (!modes.active) return;
    event.preventDefault();
    dispatch({ type: 'canceled' });
  };

  return (
    <Sheet title="My Saved Parcels" isOpen={isOpen} onClose={close} onEscape={onEscape}>
      <SheetContent modes={modes} actions={actions} onLeave={close} />
    </Sheet>
  );
}

/** Mounts when the sheet opens, which is when the list is fetched. */
type SheetContentProps = { modes: RowModes; actions: RowActions; onLeave: () => void };

function SheetContent({ modes, actions, onLeave }: SheetContentProps) {
  useRestartedFetch();
  const { list, failure, isFetching, refetch } = useSavedList();
  if (!list && isFetching) return <Skeleton />;
  return (
    <div className="mx-auto max-w-3xl">
      {failure && <LoadFailure failure={failure} onTryAgain={refetch} />}
      {list?.length === 0 && <EmptyList />}
      {list && list.length > 0 && <SavedAsSet list={list} onOpened={onLeave} />}
      {list && list.length > 0 && (
        <ul className="divide-y divide-hairline">
          {list.map((parcel) => (
            <SavedRow
              key={parcel.id}
              parcel={parcel}
              mode={modeOf(modes, parcel.id)}
              draft={modes.drafts[parcel.id]}
              actions={actions}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type SavedAsSetProps = { list: readonly SavedParcelForm[]; onOpened: () => void };

/** The saved parcels as any other set: sorted, on the map, downloaded. */
function SavedAsSet({ list, onOpened }: SavedAsSetProps) {
  const count = list.length.toLocaleString('en-US');
  return (
    <div className="flex items-center justify-between gap-3 px-4 py-2 text-sm">
      <p className="text-ink-soft">
        {count} saved {list.length === 1 ? 'parcel' : 'parcels'}
      </p>
      <button
        type="button"
        className="button-quiet"
        onClick={() => {
          openSet({ filter: filterOfPins(list.map(({ pin }) => pin)), title: 'My saved parcels' });
          onOpened();
        }}
      >
        Show as table
      </button>
    </div>
  );
}

/** A fetch that was already in flight when the sheet opened may be stale: it is replaced. */
function useRestartedFetch(): void {
  const client = useQueryClient();
  const [wasFetching] = useState(() => client.isFetching({ queryKey: LIST_KEY }) > 0);
  useEffect(() => {
    if (wasFetching) restartFetch(client);
  }, [client, wasFetching]);
}

function LoadFailure({ failure, onTryAgain }: { failure: Error; onTryAgain: () => void }) {
  const isSignedOut = failure instanceof NotSignedIn;
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-4 text-sm">
      <p className="text-danger">{isSignedOut ? messages.savedListSignedOut : messages.savedListFailed}</p>
      {!isSignedOut && (
        <button type="button" onClick={onTryAgain} className="button-accent">
          Try Again
        </button>
      )}
    </div>
  );
}

const PLACEHOLDER_ROWS = ['first', 'second', 'third'];

function Skeleton() {
  return (
    <div role="status" className="mx-auto max-w-3xl">
      <span className="sr-only">Loading saved parcels...</span>
      {PLACEHOLDER_ROWS.map((row) => (
        <div key={row} className="grid animate-pulse gap-2 p-4 motion-reduce:animate-none">
          <div className="h-4 w-48 rounded bg-hover" />
          <div className="h-3 w-64 max-w-full rounded bg-hover" />
          <div className="h-3 w-32 rounded bg-hover" />
        </div>
      ))}
    </div>
  );
}

function EmptyList() {
  const press = usePressWord();
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center">
      <svg viewBox="0 0 120 84" className="mb-2 w-32 fill-none stroke-ink-soft" aria-hidden="true">
        <path d="M4 20 116 8M4 76l112 0M4 20v56M116 8v68M4 48l112-4M34 17v30M64 14v32M92 11v34M48 47v29M82 46v30" />
        <path d="M48 47 82 46V76H48Z" className="fill-accent/20 stroke-accent" strokeWidth="2" />
        <path d="M59 52h12v17l-6-5-6 5Z" className="fill-accent stroke-accent" strokeLinejoin="round" />
      </svg>
      <p className="text-base font-semibold">{messages.savedListEmpty}</p>
      <p className="max-w-xs text-sm leading-relaxed text-ink-soft">
        Select a parcel on the map and {press} the save icon to keep it here.
      </p>
    </div>
  );
}
