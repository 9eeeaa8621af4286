// My Saved Parcels: the sheet with everything somebody has saved.
import { useCallback, useMemo, useReducer } from 'react';
import { Sheet } from '../ui/sheet.tsx';
import { notesOrNull } from './notes-or-null.ts';
import { ALL_IN_VIEW, nextRowModes } from './row-modes.ts';
import type { SavedParcelForm } from './saved-parcel-form.ts';
import type { RowActions } from './saved-row.tsx';
import { SavedSheetContent } from './saved-sheet-content.tsx';
import { useDeleteSavedParcel, useEditNotes } from './use-list-changes.ts';

type SavedSheetProps = { isOpen: boolean; onClose: () => void; onChoose: (parcel: SavedParcelForm) => void };

export function SavedSheet({ isOpen, onClose, onChoose }: SavedSheetProps) {
  const [modes, tell] = useReducer(nextRowModes, ALL_IN_VIEW);
  const editNotes = useEditNotes({
    onSaved: (id) => tell({ type: 'notes-saved', id }),
    onRefused: (id) => tell({ type: 'notes-refused', id }),
  });
  const deleteParcel = useDeleteSavedParcel();

  const actions: RowActions = useMemo(
    () => ({
      choose: onChoose,
      startEdit: (id) => tell({ type: 'edit-started', id }),
      startDelete: (id) => tell({ type: 'delete-started', id }),
      type: (text) => tell({ type: 'typed', text }),
      cancel: () => tell({ type: 'canceled' }),
      saveNotes: (parcel, text) => {
        const notes = notesOrNull(text);
        if (notes === notesOrNull(parcel.notes)) return tell({ type: 'canceled' });
        tell({ type: 'left' });
        editNotes({ id: parcel.id, notes });
      },
      confirmDelete: (id) => {
        tell({ type: 'left' });
        deleteParcel(id);
      },
    }),
    [onChoose, editNotes, deleteParcel],
  );

  const close = useCallback(() => {
    tell({ type: 'left' });
    onClose();
  }, [onClose]);
  /** First out of the row, then out of the sheet. */
  const onEscape = (event: KeyboardEvent) => {
    if (!modes.active) return;
    event.preventDefault();
    tell({ type: 'canceled' });
  };

  return (
    <Sheet title="My Saved Parcels" isOpen={isOpen} onClose={close} onEscape={onEscape}>
      <SavedSheetContent modes={modes} actions={actions} />
    </Sheet>
  );
}
