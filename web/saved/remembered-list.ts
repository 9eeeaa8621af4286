// The person's saved parcels as this browser saw them last, so that it knows them while the server is away.
import { keepText, keptJson } from '../kept-in-browser.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';

/** The newest. A parcel beyond them is not known to be saved, and not offered to be saved either. */
const REMEMBERED_MAX = 500;

const keyOf = (person: string) => `savedParcels:${person}`;

/** Undefined where nothing is remembered. Only this page writes it, so that its form is known. */
export function rememberedList(person: string): readonly SavedParcelForm[] | undefined {
  const list = person === '' ? undefined : keptJson(keyOf(person));
  return Array.isArray(list) ? list : undefined;
}

export function rememberList(person: string, list: readonly SavedParcelForm[]): void {
  if (person !== '') keepText(keyOf(person), JSON.stringify(list.slice(0, REMEMBERED_MAX)));
}

export function forgetSavedList(person: string): void {
  keepText(keyOf(person), undefined);
}
