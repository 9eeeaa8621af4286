// One row of the saved sheet, in view, edit-notes or delete-confirm mode, and where the focus goes between them.
import { Pencil, Trash2 } from 'lucide-react';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { NotesField } from './notes-field.tsx';
import type { RowMode } from './row-modes.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';

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

// Memoized, and skipped by layout while off screen: a list may have a thousand rows.
export const SavedRow = memo(function SavedRow({ parcel, mode, draft, actions }: SavedRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const buttons = useFocusOnReturn(mode);
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
  const hasNoPlace = parcel.centroid_lat === null || parcel.centroid_lon === null;
  return (
    <div className="min-w-0 grow text-sm wrap-anywhere">
      <button
        type="button"
        disabled={hasNoPlace}
        onClick={onChoose}
        className="-mx-2 block min-h-(--control-size) rounded-lg px-2 text-left enabled:cursor-pointer enabled:hover:bg-hover"
      >
        <span className="line-clamp-3 text-base leading-tight font-semibold" title={parcel.name}>
          {parcel.name}
        </span>
        <span className="block text-ink-soft">{savedAddress(parcel.add1)}</span>
      </button>
      <p className="text-ink-soft tabular-nums">PIN {pinLabel(parcel.pin)}</p>
      {hasNoPlace && <p className="text-ink-soft italic">Its place on the map is not known.</p>}
    </div>
  );
}

/** Where the site address was not known, the mailing address was saved: a post office box is nobody's location. */
const POST_OFFICE_BOX = /^(p\.?\s*o\.?|post\s+office)\s*(box|drawer)\b/i;

function savedAddress(address: string): string {
  return POST_OFFICE_BOX.test(address.trim()) ? `Mailing address: ${address}` : address;
}

type EditNotesProps = { parcel: SavedParcelForm; text: string; actions: RowActions };

/** On a low screen the buttons would be below the fold. */
const scrollIntoView = (form: HTMLFormElement | null) => form?.scrollIntoView({ block: 'nearest' });

function EditNotes({ parcel, text, actions }: EditNotesProps) {
  const field = useInitialFocus<HTMLTextAreaElement>();
  return (
    <form
      ref={scrollIntoView}
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        actions.saveNotes(parcel, text);
      }}
    >
      <NotesField fieldRef={field} label="Notes" value={text} onType={actions.type} />
      <div className="flex flex-wrap justify-end gap-2">
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
  const cancel = useInitialFocus<HTMLButtonElement>();
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

/** Focuses the control when it mounts. */
function useInitialFocus<Control extends HTMLElement>(): RefObject<Control | null> {
  const control = useRef<Control>(null);
  useLayoutEffect(() => control.current?.focus(), []);
  return control;
}

/** Back in view mode, focuses the button that led out of it: the first is Edit notes, the second Delete. */
function useFocusOnReturn(mode: RowMode): RefObject<HTMLDivElement | null> {
  const buttons = useRef<HTMLDivElement>(null);
  const lastMode = useRef(mode);
  // A layout effect, because the dialog's focus trap takes a lost focus soon after.
  useLayoutEffect(() => {
    const left = lastMode.current;
    lastMode.current = mode;
    if (mode !== 'view' || left === 'view' || document.activeElement !== document.body) return;
    buttons.current?.querySelectorAll('button')[left === 'edit-notes' ? 0 : 1]?.focus();
  }, [mode]);
  return buttons;
}

/** For a row that is about to be removed. */
function focusNeighbor(row: HTMLElement): void {
  const neighbor = row.nextElementSibling ?? row.previousElementSibling;
  neighbor?.querySelector<HTMLElement>('button:enabled')?.focus();
}
