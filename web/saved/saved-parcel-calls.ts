// The four calls about a person's saved parcels.
import { type SaveParcelBody, savedParcel, savedParcelList } from '../../contract/saved-parcel.ts';
import { callSignedIn } from './call-signed-in.ts';
import { type SavedParcelForm, savedParcelForm } from './saved-parcel-form.ts';

const LIST_PATH = '/api/saved-parcels';

/** An id of digits alone travels as the number it is, unless that number would lose some of them. */
function pathOf(id: string): string {
  const isNumber = /^\d+$/.test(id) && Number.isSafeInteger(Number(id));
  return `${LIST_PATH}/${isNumber ? Number(id) : encodeURIComponent(id)}`;
}

/** Newest first. */
export async function listSavedParcels(): Promise<SavedParcelForm[]> {
  const answer = savedParcelList.parse(await callSignedIn({ method: 'GET', path: LIST_PATH }));
  return answer.parcels.map(savedParcelForm);
}

export async function saveParcel(body: SaveParcelBody): Promise<SavedParcelForm> {
  return savedParcelForm(savedParcel.parse(await callSignedIn({ method: 'POST', path: LIST_PATH, body })));
}

export type NotesEdit = { id: string; notes: string | null };

export async function editNotes({ id, notes }: NotesEdit): Promise<void> {
  await callSignedIn({ method: 'PUT', path: pathOf(id), body: { notes } });
}

export async function deleteSavedParcel(id: string): Promise<void> {
  await callSignedIn({ method: 'DELETE', path: pathOf(id) });
}
