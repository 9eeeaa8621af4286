// One saved parcel: to choose, with its notes to edit, or on its way out.
import { Pencil, Trash2 } from 'lucide-react';
import { memo, useRef } from 'react';
import { ControlButton } from '../ui/control-button.tsx';
import { NotesField } from './notes-field.tsx';
import { focusNeighbor, useFocusBack, useFocusFirst } from './row-focus.ts';
import type { RowMode } from './row-modes.ts';
import type { SavedParcelForm } from './saved-parcel-form.ts';

export type RowActions = {
  choose: (parcel: SavedParcelForm) => void;
  startEdit: (id: string) => void;
  startDelete: (id: string) => void;
  type: (text: string) => void;
  cancel: () => void;
  saveNotes: (parcel: SavedParcelForm, text: string) => void;
  confirmDelete: (id: string) => void;
};

type SavedRowProps = {
  parcel: SavedParcelForm;
  mode: RowMode;
  /** Notes typed and not saved yet. */
  draft: string | undefined;
  actions: RowActions;
};

// A list may have a thousand rows: those out of sight are not laid out, and typing in one does not draw the others.
export const SavedRow = memo(function SavedRow({ parcel, mode, draft, actions }: SavedRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const buttons = useFocusBack(mode);
  return (
    <li
      ref={row}
      className="grid gap-1 px-4 py-3 [contain-intrinsic-size:auto_84px] [content-visibility:auto]"
    >
      <div className="flex items-start gap-1">
        <Summary parcel={parcel} onChoose={() => actions.choose(parcel)} />
        {mode === 'view' && (
          <div ref={buttons} className="-mr-2 flex shrink-0">
            <ControlButton name="Edit notes" onPress={() => actions.startEdit(parcel.id)}>
              <Pencil size={20} strokeWidth={1.75} aria-hidden="true" />
            </ControlButton>
            <ControlButton name="Delete" onPress={() => actions.startDelete(parcel.id)}>
              <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
            </ControlButton>
          </div>
        )}
      </div>
      {mode !== 'edit-notes' && parcel.notes && (
        <p className="text-sm leading-snug wrap-anywhere whitespace-pre-line">{parcel.notes}</p>
      )}
      {mode === 'edit-notes' && <EditNotes parcel={parcel} text={draft ?? parcel.notes} actions={actions} />}
      {mode === 'delete-confirm' && (
        <ConfirmDelete
          onCancel={actions.cancel}
          onConfirm={() => {
            focusNeighbor(row.current!);
            actions.confirmDelete(parcel.id);
          }}
        />
      )}
    </li>
  );
});

function Summary({ parcel, onChoose }: { parcel: SavedParcelForm; onChoose: () => void }) {
  const isNowhere = parcel.centroid_lat === null || parcel.centroid_lon === null;
  return (
    <div className="min-w-0 grow text-sm wrap-anywhere">
      <button
        type="button"
        disabled={isNowhere}
        onClick={onChoose}
        className="-mx-2 block min-h-(--control-size) rounded-lg px-2 text-left enabled:cursor-pointer enabled:hover:bg-hover"
      >
        <span className="block text-base leading-tight font-semibold">{parcel.name}</span>
        <span className="block text-ink-soft">{parcel.add1}</span>
      </button>
      <p className="text-ink-soft tabular-nums">PIN {parcel.pin}</p>
      {isNowhere && <p className="text-ink-soft italic">Its place on the map is not known.</p>}
    </div>
  );
}

type EditNotesProps = { parcel: SavedParcelForm; text: string; actions: RowActions };

function EditNotes({ parcel, text, actions }: EditNotesProps) {
  const field = useFocusFirst<HTMLTextAreaElement>();
  return (
    <form
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        actions.saveNotes(parcel, text);
      }}
    >
      <NotesField fieldRef={field} label="Notes" value={text} onType={actions.type} />
      <div className="flex justify-end gap-2">
        <button type="button" onClick={actions.cancel} className="button-quiet">
          Cancel
        </button>
        <button type="submit" className="button-accent">
          Save
        </button>
      </div>
    </form>
  );
}

function ConfirmDelete({ onConfirm, onCancel }: { onConfirm: () => void; onCancel: () => void }) {
  const cancel = useFocusFirst<HTMLButtonElement>();
  return (
    <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
      <p className="basis-full text-sm font-semibold sm:mr-auto sm:basis-auto">Delete this saved parcel?</p>
      <button ref={cancel} type="button" onClick={onCancel} className="button-quiet">
        Cancel
      </button>
      <button type="button" onClick={onConfirm} className="button-danger">
        Yes, Delete
      </button>
    </div>
  );
}
