// The entry of a saved parcel in the detail panel: its note, which can be edited, and a way to take the parcel out again.
import { Pencil, Trash2 } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { NotesField } from './notes-field.tsx';
import { useDeleteSavedParcel, useEditSavedParcels } from './saved-list.ts';
import { notesOrNull, type SavedParcelForm } from './saved-parcel-calls.ts';

type Mode = 'view' | 'edit' | 'confirm';

/** With a key by its id: the draft is that of one parcel. */
export function SavedNote({ saved }: { saved: SavedParcelForm }) {
  const [mode, setMode] = useState<Mode>('view');
  const [draft, setDraft] = useState<string>();
  const editNotes = useEditSavedParcels({
    onSaved: () => setDraft(undefined),
    // What was typed is there again, to be tried once more.
    onFailed: () => setMode('edit'),
  });
  const deleteParcel = useDeleteSavedParcel(() => setMode('view'));
  const buttons = useFocusOnReturn(mode);
  const text = draft ?? saved.notes;

  if (mode === 'edit') {
    const cancel = () => {
      setDraft(undefined);
      setMode('view');
    };
    return (
      <form
        className="saved-note grid gap-2"
        // The first Escape leaves the note, the next one closes the panel.
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          cancel();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          const notes = notesOrNull(text);
          if (notes === notesOrNull(saved.notes)) return cancel();
          setMode('view');
          editNotes([{ id: saved.id, notes }]);
        }}
      >
        <FocusedNotes text={text} onType={setDraft} />
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" onClick={cancel} className="button-quiet">
            Cancel
          </button>
          <button type="submit" className="button-accent">
            Save
          </button>
        </div>
      </form>
    );
  }
  if (mode === 'confirm') {
    return (
      <div className="saved-note flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-sm font-semibold">Take this parcel out of your saved list?</p>
        <FocusedButton onPress={() => setMode('view')}>Cancel</FocusedButton>
        <button type="button" onClick={() => deleteParcel(saved.id)} className="button-danger">
          Yes, Delete
        </button>
      </div>
    );
  }
  return (
    <div ref={buttons} className="saved-note flex flex-wrap items-center gap-x-4">
      <p
        className={`mr-auto text-sm wrap-anywhere whitespace-pre-line ${saved.notes ? '' : 'text-ink-soft'}`}
      >
        {saved.notes || 'Saved without a note.'}
      </p>
      <button type="button" className="panel-link" onClick={() => setMode('edit')}>
        <Pencil {...icon} />
        {saved.notes ? 'Edit note' : 'Add note'}
      </button>
      <button type="button" className="panel-link" onClick={() => setMode('confirm')}>
        <Trash2 {...icon} />
        Remove from saved
      </button>
    </div>
  );
}

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;

function FocusedNotes({ text, onType }: { text: string; onType: (text: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return <NotesField label="Notes" value={text} fieldRef={field} onType={onType} />;
}

function FocusedButton({ children, onPress }: { children: string; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <button ref={button} type="button" onClick={onPress} className="button-quiet">
      {children}
    </button>
  );
}

/** Back from a mode, the button that led into it has the focus again. */
function useFocusOnReturn(mode: Mode): RefObject<HTMLDivElement | null> {
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef(mode);
  useLayoutEffect(() => {
    const left = before.current;
    before.current = mode;
    if (mode === 'view' && left !== 'view')
      buttons.current?.querySelectorAll('button')[left === 'edit' ? 0 : 1]?.focus();
  }, [mode]);
  return buttons;
}
