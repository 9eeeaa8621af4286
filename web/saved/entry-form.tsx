// An entry of the notebook being edited: notes, folder and color; a drawing's name, too.
import { type ReactNode, useId } from 'react';
import { DRAWING_NAME_MAX, DRAWING_NOTES_MAX, FOLDER_NAME_MAX, NOTES_MAX } from '../../contract/limits.ts';
import { DRAWING_COLOR, NOTEBOOK_COLORS, PARCEL_COLOR } from '../notebook-colors.ts';
import type { NotebookEntry } from './notebook-entries.ts';
import { NotesField } from './notes-field.tsx';
import type { RowActions } from './row-actions.ts';
import type { Draft } from './row-modes.ts';
import { useInitialFocus } from './use-initial-focus.ts';

/** The `<datalist>` of the folders that there are. */
export const FOLDERS_ID = 'notebook-folders';

type EntryFormProps = { entry: NotebookEntry; draft: Draft; actions: RowActions };

/** On a low screen the buttons would be below the fold. */
const scrollIntoView = (form: HTMLFormElement | null) => form?.scrollIntoView({ block: 'nearest' });

export function EntryForm({ entry, draft, actions }: EntryFormProps) {
  const first = useInitialFocus<HTMLInputElement & HTMLTextAreaElement>();
  const isUnnamed = entry.kind === 'drawing' && entry.drawing.name === '';
  return (
    <form
      ref={scrollIntoView}
      className="mt-2 grid gap-3 sm:ml-7.5"
      onSubmit={(event) => {
        event.preventDefault();
        actions.save(entry, draft);
      }}
    >
      {entry.kind === 'drawing' && (
        <LabeledField label="Name">
          {(id) => (
            <input
              ref={isUnnamed ? first : undefined}
              id={id}
              type="text"
              value={draft.name ?? entry.drawing.name}
              maxLength={DRAWING_NAME_MAX}
              autoComplete="off"
              className="text-input"
              onChange={({ target }) => actions.type({ name: target.value })}
            />
          )}
        </LabeledField>
      )}
      <NotesField
        fieldRef={isUnnamed ? undefined : first}
        label="Notes"
        value={draft.notes ?? entry.notes}
        charactersMax={entry.kind === 'parcel' ? NOTES_MAX : DRAWING_NOTES_MAX}
        onType={(text) => actions.type({ notes: text })}
      />
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-6">
        <LabeledField label="Folder">
          {(id) => (
            <input
              id={id}
              type="text"
              list={FOLDERS_ID}
              value={draft.folder ?? entry.folder}
              maxLength={FOLDER_NAME_MAX}
              autoComplete="off"
              placeholder="None"
              className="text-input"
              onChange={({ target }) => actions.type({ folder: target.value })}
            />
          )}
        </LabeledField>
        <ColorField
          usual={entry.kind === 'parcel' ? PARCEL_COLOR : DRAWING_COLOR}
          own={entry.color}
          value={draft.color ?? entry.color}
          onChange={(color) => actions.type({ color })}
        />
      </div>
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

function LabeledField({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

type ColorFieldProps = {
  usual: string;
  /** The entry's, which may have come from a file. Blank where it has none. */
  own: string;
  value: string;
  onChange: (color: string) => void;
};

function ColorField({ usual, own, value, onChange }: ColorFieldProps) {
  const name = useId();
  const isForeign = own !== '' && NOTEBOOK_COLORS.every(({ color }) => color !== own);
  const choices = [
    { name: 'Usual color', color: '', shown: usual },
    ...NOTEBOOK_COLORS.map((choice) => ({ ...choice, shown: choice.color })),
    ...(isForeign ? [{ name: 'Color of its file', color: own, shown: own }] : []),
  ];
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">Color</legend>
      <div className="-ml-1.5 flex flex-wrap">
        {choices.map((choice) => (
          <label
            key={choice.color}
            title={choice.name}
            className="grid size-(--control-size) cursor-pointer place-items-center rounded-lg hover:bg-hover has-checked:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              aria-label={choice.name}
              checked={choice.color === value}
              className="sr-only"
              onChange={() => onChange(choice.color)}
            />
            <span
              aria-hidden="true"
              className={`block rounded-full border-2 border-[#fdfbf6] ${choice.color === value ? 'size-7 shadow-[0_0_0_2px_var(--ink)]' : 'size-5 shadow-[0_0_0_1px_var(--hairline)]'}`}
              style={{ backgroundColor: choice.shown }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
