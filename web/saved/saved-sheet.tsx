// The sheet My Saved Parcels, which is the notebook: what is done with its entries, its files, and what it tells.
import { useCallback, useMemo, useReducer, useRef, useState } from 'react';
import type { DrawingChange, NotebookDrawings } from '../notebook-drawings.ts';
import { Sheet } from '../ui/sheet.tsx';
import { saveAs } from './file-formats.ts';
import { counted, exported, type NotebookEntry, WHOLE_NOTEBOOK } from './notebook-entries.ts';
import { NotebookList } from './notebook-list.tsx';
import type { RowActions } from './row-actions.ts';
import { ALL_IN_VIEW, type Draft, nextRowModes } from './row-modes.ts';
import { useDeleteSavedParcel, useEditSavedParcels, useRestoreSavedParcel } from './saved-list.ts';
import { notesOrNull, type SavedParcelForm } from './saved-parcel-calls.ts';
import { ToldToast } from './told-toast.tsx';
import { useTold } from './use-told.ts';

type SavedSheetProps = {
  isOpen: boolean;
  onClose: () => void;
  onChoose: (parcel: SavedParcelForm) => void;
  drawings: NotebookDrawings;
};

export function SavedSheet({ isOpen, onClose, onChoose, drawings }: SavedSheetProps) {
  const [modes, dispatch] = useReducer(nextRowModes, ALL_IN_VIEW);
  const [view, setView] = useState(WHOLE_NOTEBOOK);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const telling = useTold();
  const { tell, tellDeleted, takeBack } = telling;
  const content = useRef<HTMLDivElement>(null);
  const editParcels = useEditSavedParcels({
    onSaved: (ids) => {
      for (const id of ids) dispatch({ type: 'saved', id });
    },
    onFailed: (ids) => {
      // Of many, as when a folder is renamed, none was being edited.
      if (ids.length === 1) dispatch({ type: 'refused', id: ids[0]! });
    },
  });
  const deleteParcel = useDeleteSavedParcel(takeBack);
  const restoreParcel = useRestoreSavedParcel();
  const { change: changeDrawings, remove: removeDrawings, show: showDrawing } = drawings;

  const close = useCallback(() => {
    dispatch({ type: 'left' });
    setView(({ sort }) => ({ ...WHOLE_NOTEBOOK, sort }));
    setProblem(undefined);
    onClose();
  }, [onClose]);

  const actions: RowActions = useMemo(
    () => ({
      choose: (entry) => {
        if (entry.kind === 'parcel') return onChoose(entry.parcel);
        close();
        showDrawing(entry.drawing.id);
      },
      startEdit: (id) => dispatch({ type: 'edit-started', id }),
      startDelete: (id) => dispatch({ type: 'delete-started', id }),
      type: (draft) => dispatch({ type: 'typed', draft }),
      cancel: () => dispatch({ type: 'canceled' }),
      save: (entry, draft) => {
        const changes = changesOf(entry, draft);
        if (Object.keys(changes).length === 0) return dispatch({ type: 'canceled' });
        dispatch({ type: 'left' });
        if (entry.kind === 'parcel') return editParcels([{ id: entry.parcel.id, ...changes }]);
        changeDrawings([entry.drawing.id], changes);
        dispatch({ type: 'saved', id: entry.key });
      },
      confirmDelete: (entry) => {
        dispatch({ type: 'left' });
        const { key, name } = entry;
        if (entry.kind === 'parcel') {
          deleteParcel(entry.parcel.id);
          tellDeleted({ key, name, restore: () => restoreParcel(entry.parcel) });
        } else {
          tellDeleted({ key, name, restore: removeDrawings([entry.drawing.id]) });
        }
      },
    }),
    [
      onChoose,
      close,
      showDrawing,
      editParcels,
      changeDrawings,
      deleteParcel,
      tellDeleted,
      restoreParcel,
      removeDrawings,
    ],
  );

  const addFile = async (file: File) => {
    setProblem(undefined);
    const canceling = new AbortController();
    tell({ text: `Reading ${file.name}…`, undo: () => canceling.abort(), undoWord: 'Cancel' });
    const added = await drawings.addFile(file, canceling.signal);
    if ('problem' in added) {
      tell({ text: `${file.name} was not added.` });
      setProblem(`${file.name} was not added. ${added.problem}`);
      return;
    }
    const { ids, skipped, cut = [] } = added;
    const text = `Added ${counted(ids.length, 'drawing')} from ${file.name}`;
    const left = skipped.length > 0 ? `, ${counted(skipped.length, 'shape')} skipped: ${skipped[0]}` : '';
    tell({ text: [text + left, ...cut].join('. '), undo: () => removeDrawings(ids) });
  };

  /** All of its entries, shown or not. */
  const renameFolder = (entries: readonly NotebookEntry[], folder: string) => {
    const ids = entries.flatMap((entry) => (entry.kind === 'drawing' ? [entry.drawing.id] : []));
    if (ids.length > 0) changeDrawings(ids, { folder: folder || null });
    const edits = entries.flatMap((entry) =>
      entry.kind === 'parcel' ? [{ id: entry.parcel.id, folder: folder || null }] : [],
    );
    if (edits.length > 0) editParcels(edits);
  };

  /** The first Escape leaves the row's mode, the next one closes the sheet. */
  const onEscape = (event: KeyboardEvent) => {
    if (!modes.active) return;
    event.preventDefault();
    dispatch({ type: 'canceled' });
  };
  const toast = <ToldToast telling={telling} onUndone={() => content.current?.focus()} />;
  return (
    <>
      <Sheet title="My Saved Parcels" isOpen={isOpen} onClose={close} onEscape={onEscape}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it adds files by keyboard, too */}
        <div
          ref={content}
          tabIndex={-1}
          className="min-h-full outline-none"
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes('Files')) event.preventDefault();
          }}
          onDrop={(event) => {
            event.preventDefault();
            const [file] = event.dataTransfer.files;
            if (file) void addFile(file);
          }}
        >
          <NotebookList
            modes={modes}
            actions={actions}
            view={view}
            onView={(change) => setView((before) => ({ ...before, ...change }))}
            closedFolders={closed}
            onToggleFolder={(folder) => setClosed((before) => toggled(before, folder))}
            onRenameFolder={renameFolder}
            drawings={drawings}
            problem={problem ?? drawings.notice}
            onFile={addFile}
            onExport={async (format, entries) => {
              setProblem(undefined);
              try {
                tell({ text: await saveAs(format, exported(entries)) });
              } catch {
                setProblem(`The ${format.name} file could not be written. Please try again.`);
              }
            }}
            onLeave={close}
          />
        </div>
        {toast}
      </Sheet>
      {!isOpen && toast}
    </>
  );
}

function toggled(folders: ReadonlySet<string>, folder: string): ReadonlySet<string> {
  const next = new Set(folders);
  if (!next.delete(folder)) next.add(folder);
  return next;
}

/** Only what differs. Blank is null. */
function changesOf(entry: NotebookEntry, draft: Draft): DrawingChange {
  const { name, notes = entry.notes, color = entry.color } = draft;
  const folder = (draft.folder ?? entry.folder).trim();
  const isRenamed = entry.kind === 'drawing' && name !== undefined && name.trim() !== entry.drawing.name;
  return {
    ...(isRenamed && { name }),
    ...(notesOrNull(notes) !== notesOrNull(entry.notes) && { notes: notesOrNull(notes) }),
    ...(folder !== entry.folder && { folder: folder || null }),
    ...(color !== entry.color && { color: color || null }),
  };
}
