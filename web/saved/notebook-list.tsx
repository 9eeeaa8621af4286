// The content of the notebook: its bar, and the entries in their folders, or why there is no list.
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { messages } from '../../contract/messages.ts';
import { NotSignedIn } from '../call-server.ts';
import type { NotebookDrawings } from '../notebook-drawings.ts';
import { openSet } from '../open-set.ts';
import { filterOfPins } from '../set-filters.ts';
import { usePressWord } from '../ui/press-word.ts';
import { FOLDERS_ID } from './entry-form.tsx';
import type { FileFormat } from './file-formats.ts';
import { NotebookBar } from './notebook-bar.tsx';
import {
  countInWords,
  entriesOf,
  inFolders,
  type NotebookEntry,
  shownEntries,
  type View,
} from './notebook-entries.ts';
import { NotebookFolder } from './notebook-folder.tsx';
import type { RowActions } from './row-actions.ts';
import { modeOf, type RowModes } from './row-modes.ts';
import { LIST_KEY, restartFetch, useSavedList } from './saved-list.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';
import { SavedRow } from './saved-row.tsx';

type NotebookListProps = {
  modes: RowModes;
  actions: RowActions;
  view: View;
  onView: (change: Partial<View>) => void;
  closedFolders: ReadonlySet<string>;
  onToggleFolder: (folder: string) => void;
  onRenameFolder: (entries: readonly NotebookEntry[], folder: string) => void;
  drawings: NotebookDrawings;
  problem: string | undefined;
  onFile: (file: File) => void;
  onExport: (format: FileFormat, entries: readonly NotebookEntry[]) => void;
  onLeave: () => void;
};

/** Rows that are drawn at first, and with each further step: thousands at once would take seconds. */
const ROWS_STEP = 200;

const NO_PARCELS: readonly SavedParcelForm[] = [];

/** Mounts when the sheet opens, which is when the list is fetched. */
export function NotebookList(props: NotebookListProps) {
  const { modes, actions, view, onView, drawings, problem, onFile, onExport, onLeave } = props;
  useRestartedFetch();
  const { list, failure, isFetching, refetch } = useSavedList();
  const all = useMemo(() => entriesOf(list ?? NO_PARCELS, drawings.list), [list, drawings.list]);
  // Typing stays quick while thousands of rows are drawn anew.
  const soonView = useDeferredValue(view);
  const shown = useMemo(() => shownEntries(all, soonView), [all, soonView]);
  const folders = useMemo(() => inFolders(shown), [shown]);
  const [rowsMax, setRowsMax] = useState(ROWS_STEP);
  const folderNames = useMemo(() => inFolders(all).flatMap(({ folder }) => folder || []), [all]);
  if (!list && isFetching) return <Skeleton />;
  const pins = shown.flatMap((entry) => (entry.kind === 'parcel' ? [entry.parcel.pin] : []));
  const isEmpty = list?.length === 0 && view.kind !== 'drawing';
  let room = rowsMax;
  const rows = (entries: readonly NotebookEntry[]) => {
    const here = entries.slice(0, room);
    room -= here.length;
    return (
      here.length > 0 && (
        <ul className="divide-y divide-hairline">
          {here.map((entry) => (
            <SavedRow
              key={entry.key}
              entry={entry}
              mode={modeOf(modes, entry.key)}
              draft={modes.drafts[entry.key]}
              actions={actions}
            />
          ))}
        </ul>
      )
    );
  };
  const isOpen = (folder: string) =>
    // What was looked for is never hidden.
    folderNames.length === 0 || soonView.text !== '' || !props.closedFolders.has(folder);
  const rowCount = folders.reduce(
    (sum, { folder, entries }) => sum + (isOpen(folder) ? entries.length : 0),
    0,
  );
  return (
    <div className="mx-auto max-w-3xl pb-20">
      {failure && <LoadFailure failure={failure} onTryAgain={refetch} />}
      <NotebookBar
        view={all.length > 0 ? view : undefined}
        onView={onView}
        count={all.length > 0 ? countInWords(all, shown) : ''}
        fileTypes={drawings.fileTypes}
        onFile={onFile}
        onExport={shown.length > 0 ? (format) => onExport(format, shown) : undefined}
        onTable={
          pins.length > 0
            ? () => {
                openSet({ filter: filterOfPins(pins), title: 'My saved parcels' });
                onLeave();
              }
            : undefined
        }
      />
      {problem && (
        <p role="alert" className="px-4 py-3 text-sm text-danger wrap-anywhere">
          {problem}
        </p>
      )}
      {isEmpty && <EmptyList isSmall={all.length > 0} />}
      {all.length > 0 && shown.length === 0 && !isEmpty && (
        <p className="px-4 py-8 text-center text-sm text-ink-soft">Nothing in the notebook fits this.</p>
      )}
      <datalist id={FOLDERS_ID}>
        {folderNames.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
      {folderNames.length === 0
        ? shown.length > 0 && rows(shown)
        : folders.map(({ folder, entries }) => (
            <NotebookFolder
              key={folder}
              folder={folder}
              count={entries.length}
              isOpen={isOpen(folder)}
              onToggle={() => props.onToggleFolder(folder)}
              onRename={(name) =>
                props.onRenameFolder(
                  all.filter((entry) => entry.folder === folder),
                  name,
                )
              }
            >
              {isOpen(folder) && rows(entries)}
            </NotebookFolder>
          ))}
      {rowCount > rowsMax && <MoreRows onMore={() => setRowsMax((before) => before + ROWS_STEP)} />}
    </div>
  );
}

/** Presses itself when it comes into sight. */
function MoreRows({ onMore }: { onMore: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) more();
    });
    observer.observe(button.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="border-t border-hairline p-3 text-center">
      <button ref={button} type="button" className="button-quiet" onClick={onMore}>
        Show more
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

/** `isSmall`: there are drawings below. */
function EmptyList({ isSmall }: { isSmall: boolean }) {
  const press = usePressWord();
  return (
    <div className={`grid justify-items-center gap-2 px-6 text-center ${isSmall ? 'py-4' : 'py-10'}`}>
      {!isSmall && (
        <svg viewBox="0 0 120 84" className="mb-2 w-32 fill-none stroke-ink-soft" aria-hidden="true">
          <path d="M4 20 116 8M4 76l112 0M4 20v56M116 8v68M4 48l112-4M34 17v30M64 14v32M92 11v34M48 47v29M82 46v30" />
          <path d="M48 47 82 46V76H48Z" className="fill-accent/20 stroke-accent" strokeWidth="2" />
          <path d="M59 52h12v17l-6-5-6 5Z" className="fill-accent stroke-accent" strokeLinejoin="round" />
        </svg>
      )}
      <p className={isSmall ? 'text-sm font-semibold' : 'text-base font-semibold'}>
        {messages.savedListEmpty}
      </p>
      <p className="max-w-xs text-sm leading-relaxed text-ink-soft">
        Select a parcel on the map and {press} the save icon to keep it here.
      </p>
      {!isSmall && (
        <p className="max-w-xs text-sm leading-relaxed text-ink-soft">
          What you draw, and shapes from a file, are kept here, too.
        </p>
      )}
    </div>
  );
}
