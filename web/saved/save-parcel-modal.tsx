// Asks for a note, and saves the selected parcel with it.
import { type FormEvent, useEffect, useRef } from 'react';
import { Modal } from '../ui/modal.tsx';
import { NotesField } from './notes-field.tsx';
import type { SaveState } from './save-machine.ts';
import { tellSave, useSaveStore } from './save-store.ts';
import { useSaveParcel } from './use-save-parcel.ts';

const dismiss = () => tellSave({ type: 'dismissed' });
const cancel = () => tellSave({ type: 'canceled' });

export function SaveParcelModal() {
  const state = useSaveStore();
  return (
    <Modal title="Save Parcel Location" isOpen={state.status !== 'closed'} onClose={dismiss}>
      {state.status !== 'closed' && <SaveForm state={state} />}
    </Modal>
  );
}

function SaveForm({ state }: { state: Exclude<SaveState, { status: 'closed' }> }) {
  const save = useSaveParcel();
  const saveButton = useRef<HTMLButtonElement>(null);
  const { parcel, notes } = state;
  const isSaving = state.status === 'saving';
  const message = state.status === 'open' ? state.message : undefined;
  useEffect(() => {
    // It lost the focus when it was disabled.
    if (message) saveButton.current?.focus();
  }, [message]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    tellSave({ type: 'submitted' });
    save({ parcel, notes });
  };

  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="text-sm wrap-anywhere">
        <p className="font-semibold">{parcel.owner || parcel.name || 'Unnamed'}</p>
        <p className="text-ink-soft tabular-nums">PIN {parcel.pin}</p>
      </div>
      <NotesField
        label="Notes (optional)"
        value={notes}
        isReadOnly={isSaving}
        onType={(text) => tellSave({ type: 'typed', notes: text })}
      />
      {message && (
        <p role="alert" className="text-sm wrap-anywhere text-danger">
          {message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <button type="button" onClick={cancel} disabled={isSaving} className="button-quiet">
          Cancel
        </button>
        <button ref={saveButton} type="submit" disabled={isSaving} className="button-accent">
          {isSaving ? 'Saving...' : 'Save'}
        </button>
      </div>
    </form>
  );
}
