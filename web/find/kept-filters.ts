// The signed-in person's filters, kept under names in local storage, under a key of their own. Other tabs change them, too:
// each change begins with what is stored now.
import { create } from 'zustand';
import {
  KEPT_FILTER_NAME_MAX,
  KEPT_FILTERS_CHARACTERS_MAX,
  KEPT_FILTERS_MAX,
} from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { keepText, keptJson } from '../kept-in-browser.ts';

export type KeptFilter = {
  /** Different for each. */
  name: string;
  /** CQL2 text. */
  filter: string;
  /** By fields: what the text has as a day of the past was meant as these years before today. */
  lastYears?: Record<string, string> | undefined;
};

type KeptState = {
  /** The local storage key; undefined until the person is known. */
  key: string | undefined;
  /** By their names. */
  filters: readonly KeptFilter[];
  /** The last failure, as a sentence. */
  notice: string | undefined;
};

export const useKeptFilters = create<KeptState>()(() => ({ key: undefined, filters: [], notice: undefined }));

export const keptFiltersKey = (person: string) => `filters:${person}`;

/** Until the returned function is called, what other tabs keep is seen here. */
export function openKeptFilters(person: string): () => void {
  const key = keptFiltersKey(person);
  useKeptFilters.setState({ key, filters: stored(key), notice: undefined });
  const follow = (event: StorageEvent) => {
    // Null: everything was cleared.
    if (event.key === key || event.key === null) useKeptFilters.setState({ filters: stored(key) });
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** In place of the one of this name, if there is one. False where it could not be kept. */
export function keepFilter(kept: KeptFilter): boolean {
  const name = asName(kept.name);
  if (!name) return false;
  return change((filters) => [...filters.filter((other) => other.name !== name), { ...kept, name }]);
}

/** In place of the one that has the new name, if there is one. */
export function renameFilter(from: string, to: string): boolean {
  const name = asName(to);
  if (!name) return false;
  return change((filters) =>
    filters.flatMap((kept) => (kept.name === from ? [{ ...kept, name }] : kept.name === name ? [] : [kept])),
  );
}

export function deleteFilter(name: string): boolean {
  return change((filters) => filters.filter((kept) => kept.name !== name));
}

/** When the person logs out. */
export function forgetKeptFilters(person: string): void {
  const key = keptFiltersKey(person);
  keepText(key, undefined);
  if (useKeptFilters.getState().key === key) useKeptFilters.setState(useKeptFilters.getInitialState());
}

const asName = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, KEPT_FILTER_NAME_MAX).trimEnd();

function change(next: (filters: readonly KeptFilter[]) => KeptFilter[]): boolean {
  const { key } = useKeptFilters.getState();
  if (key === undefined) return false;
  const before = stored(key);
  const filters = next(before).sort((a, b) => a.name.localeCompare(b.name, 'en-US'));
  const notice =
    filters.length > before.length && filters.length > KEPT_FILTERS_MAX
      ? messages.filtersFull
      : store(key, filters);
  useKeptFilters.setState({ filters: notice ? before : filters, notice });
  return notice === undefined;
}

/** What went wrong, as a sentence; storage then still holds what it did. */
function store(key: string, filters: readonly KeptFilter[]): string | undefined {
  const text = JSON.stringify(filters);
  const isKept =
    text.length <= KEPT_FILTERS_CHARACTERS_MAX && keepText(key, filters.length > 0 ? text : undefined);
  return isKept ? undefined : messages.filterNotKept;
}

/** One that is damaged is left out, the others stay. */
function stored(key: string): KeptFilter[] {
  const kept = keptJson(key);
  const byName = new Map((Array.isArray(kept) ? kept : []).flatMap(readKept).map((one) => [one.name, one]));
  return [...byName.values()];
}

function readKept(kept: unknown): KeptFilter[] {
  const { name, filter, lastYears } = Object(kept);
  if (typeof name !== 'string' || !asName(name) || typeof filter !== 'string') return [];
  const years = Object.entries(Object(lastYears)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return [{ name: asName(name), filter, ...(years.length > 0 && { lastYears: Object.fromEntries(years) }) }];
}
