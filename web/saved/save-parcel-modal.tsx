// The save modal, and the notice that may stay after it has closed.
import { type FormEvent, useEffect, useRef } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { Modal } from '../ui/modal.tsx';
import { Toast } from '../ui/toast.tsx';
import { NotesField } from './notes-field.tsx';
import { dispatchSave, type SaveState, useSaveParcel, useSaveStore } from './save-parcel.ts';

const dismiss = () => dispatchSave({ type: 'dismissed' });
const cancel = () => dispatchSave({ type: 'canceled' });

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
  const owner = parcel.owner || parcel.name || 'Unnamed';
  const isSaving = state.status === 'saving';
  const message = state.status === 'open' ? state.message : undefined;
  useEffect(() => {
    // The button lost the keyboard focus when it was disabled for the request.
    if (message) saveButton.current?.focus();
  }, [message]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    dispatchSave({ type: 'submitted' });
    save({ parcel, notes });
  };

  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="text-sm wrap-anywhere">
        <p className="line-clamp-3 font-semibold" title={owner}>
          {owner}
        </p>
        <p className="text-ink-soft tabular-nums">PIN {pinLabel(parcel.pin)}</p>
      </div>
      <NotesField
        label="Notes (optional)"
        value={notes}
        isReadOnly={isSaving}
        onType={(text) => dispatchSave({ type: 'typed', notes: text })}
      />
      {message && (
        <p role="alert" className="text-sm wrap-anywhere text-danger">
          {message}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
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

/** A live region (role alert). It stays until it is closed or another parcel is selected. */
export function SaveNotice() {
  const notice = useSaveStore((state) => (state.status === 'closed' ? state.notice : undefined));
  if (!notice) return;
  return (
    <div
      role="alert"
      className="pointer-events-none fixed inset-x-[calc(var(--control-size)+22px)] bottom-[calc(max(12px,env(safe-area-inset-bottom))+var(--scale-height))] z-30 flex justify-center"
    >
      <Toast text={notice} onClose={dismiss} />
    </div>
  );
}
