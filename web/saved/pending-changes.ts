// The list as it will be once the server has agreed: changes on their way are shown already, and one that fails is
// undone by no longer being on its way.
import type { NotesEdit } from './saved-parcel-calls.ts';
import type { SavedParcelForm } from './saved-parcel-form.ts';

/** Edits in the order in which they were made. */
export type PendingChanges = { edits: readonly NotesEdit[]; deletedIds: readonly string[] };

export function withPendingChanges(
  list: readonly SavedParcelForm[],
  { edits, deletedIds }: PendingChanges,
): readonly SavedParcelForm[] {
  if (edits.length === 0 && deletedIds.length === 0) return list;
  const notesById = new Map(edits.map(({ id, notes }) => [id, notes]));
  return list
    .filter(({ id }) => !deletedIds.includes(id))
    .map((parcel) => {
      const notes = notesById.get(parcel.id);
      return notes === undefined ? parcel : { ...parcel, notes: notes ?? '' };
    });
}
