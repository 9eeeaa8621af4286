import { beforeEach, expect, test, vi } from 'vitest';
import { KEPT_FILTERS_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import {
  deleteFilter,
  forgetKeptFilters,
  keepFilter,
  keptFiltersKey,
  openKeptFilters,
  renameFilter,
  useKeptFilters,
} from './kept-filters.ts';

const listeners = new Set<(event: object) => void>();

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage({ unrelated: 'kept' }));
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_type: string, listener: () => void) => listeners.delete(listener));
  return () => {
    useKeptFilters.setState(useKeptFilters.getInitialState());
    vi.unstubAllGlobals();
    listeners.clear();
  };
});

const names = () => useKeptFilters.getState().filters.map(({ name }) => name);
const inStorage = (person: string) => localStorage.getItem(keptFiltersKey(person));

test('[F11] filters are kept under names, by person, and are there again at the next visit', () => {
  openKeptFilters('ada');
  expect(keepFilter({ name: '  Large  lots ', filter: 'taxacres >= 10' })).toBe(true);
  expect(keepFilter({ name: 'Barns', filter: '', lastYears: { sale_date: '2' } })).toBe(true);
  expect(names()).toEqual(['Barns', 'Large lots']);
  openKeptFilters('bob');
  expect(names()).toEqual([]);
  openKeptFilters('ada');
  expect(useKeptFilters.getState().filters).toEqual([
    { name: 'Barns', filter: '', lastYears: { sale_date: '2' } },
    { name: 'Large lots', filter: 'taxacres >= 10' },
  ]);
});

test('[F11] a name is there once: keeping or renaming replaces the other one', () => {
  openKeptFilters('ada');
  keepFilter({ name: 'A', filter: '1' });
  keepFilter({ name: 'A', filter: '2' });
  keepFilter({ name: 'B', filter: '3' });
  expect(names()).toEqual(['A', 'B']);
  renameFilter('B', 'A');
  expect(useKeptFilters.getState().filters).toEqual([{ name: 'A', filter: '3' }]);
  expect(renameFilter('A', '   ')).toBe(false);
  deleteFilter('A');
  expect(inStorage('ada')).toBeNull();
});

test('[F11] what another tab keeps is seen, and not overwritten', () => {
  const close = openKeptFilters('ada');
  keepFilter({ name: 'A', filter: '1' });
  const both = JSON.stringify([...JSON.parse(inStorage('ada')!), { name: 'B', filter: '2' }]);
  localStorage.setItem(keptFiltersKey('ada'), both);
  keepFilter({ name: 'C', filter: '3' });
  expect(names()).toEqual(['A', 'B', 'C']);
  localStorage.setItem(keptFiltersKey('ada'), '[]');
  for (const listener of listeners) listener({ key: keptFiltersKey('ada') });
  expect(names()).toEqual([]);
  close();
  expect(listeners.size).toBe(0);
});

test('[F11] a damaged one is left out, and the others stay', () => {
  const good = { name: 'good', filter: 'taxacres > 1' };
  const stored = [null, 7, { name: 'no filter' }, { name: ' ', filter: '' }, good, { name: 1, filter: '' }];
  localStorage.setItem(keptFiltersKey('ada'), JSON.stringify(stored));
  openKeptFilters('ada');
  expect(useKeptFilters.getState().filters).toEqual([good]);
  for (const damaged of ['{', 'null', '{"a":1}', '"text"']) {
    localStorage.setItem(keptFiltersKey('ada'), damaged);
    openKeptFilters('ada');
    expect(names()).toEqual([]);
    expect(keepFilter(good)).toBe(true);
    expect(names()).toEqual(['good']);
  }
  expect(localStorage.getItem('unrelated')).toBe('kept');
});

test('[F11] more than the browser can keep is refused in words, and nothing is lost', () => {
  openKeptFilters('ada');
  for (let at = 0; at < KEPT_FILTERS_MAX; at++) keepFilter({ name: `filter ${at}`, filter: '' });
  expect(keepFilter({ name: 'one more', filter: '' })).toBe(false);
  expect(useKeptFilters.getState().notice).toBe(messages.filtersFull);
  expect(names()).toHaveLength(KEPT_FILTERS_MAX);
  expect(keepFilter({ name: 'filter 5', filter: 'x'.repeat(1_000_000) })).toBe(false);
  expect(useKeptFilters.getState().notice).toBe(messages.filterNotKept);
  expect(keepFilter({ name: 'filter 5', filter: 'changed' })).toBe(true);
  expect(useKeptFilters.getState().notice).toBeUndefined();
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  expect(keepFilter({ name: 'filter 5', filter: '' })).toBe(false);
  expect(useKeptFilters.getState().notice).toBe(messages.filterNotKept);
  expect(useKeptFilters.getState().filters.find(({ name }) => name === 'filter 5')?.filter).toBe('changed');
});

test('[F11] logging out removes those of the person, and no others', () => {
  openKeptFilters('bob');
  keepFilter({ name: 'of bob', filter: '' });
  openKeptFilters('ada');
  keepFilter({ name: 'of ada', filter: '' });
  forgetKeptFilters('ada');
  expect(inStorage('ada')).toBeNull();
  expect(inStorage('bob')).not.toBeNull();
  expect(keepFilter({ name: 'again', filter: '' })).toBe(false);
  expect(inStorage('ada')).toBeNull();
});
