import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DRAWINGS_KEPT_CHARACTERS_MAX, DRAWINGS_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import type { Drawing } from './drawing.ts';
import { readDrawings } from './drawings-geojson.ts';
import {
  addFile,
  drawingsKey,
  loadDrawings,
  mergeOtherTabs,
  openDrawings,
  recordDrawings,
  redoDrawing,
  storeDrawings,
  undoDrawing,
  useDrawings,
} from './drawings-store.ts';
import { keepSync, loadSync } from './kept-sync.ts';

const KEY = drawingsKey('ada');
const point = (id: string, lng = 0): Drawing => ({
  type: 'Feature',
  id,
  properties: {},
  geometry: { type: 'Point', coordinates: [lng, 35] },
});

const stored = () => loadDrawings(KEY).map(({ id }) => id);
const shown = () => useDrawings.getState().history.present.map(({ id }) => id);
/** Another tab reads what is stored and adds to it. */
const drawInOtherTab = (...added: Drawing[]) => storeDrawings(KEY, [...loadDrawings(KEY), ...added]);

/** In this thread, where there are no workers. */
class FileReading {
  onmessage?: (message: object) => void;
  async postMessage(file: File) {
    this.onmessage?.({ data: readDrawings(await file.text()) });
  }
  terminate() {}
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('Worker', FileReading);
  // The store lives as long as the page: only a change of user resets it.
  openDrawings('nobody');
  openDrawings('ada');
  return () => vi.unstubAllGlobals();
});

test('drawings are stored, and loaded again for the same user only', () => {
  recordDrawings([point('a')]);
  expect(stored()).toEqual(['a']);
  openDrawings('bob');
  expect(shown()).toEqual([]);
  openDrawings('ada');
  expect(shown()).toEqual(['a']);
});

test('drawings of another tab survive an edit, an undo and a redo here', () => {
  recordDrawings([point('a')]);
  drawInOtherTab(point('b'));
  recordDrawings([point('a', 1)]);
  expect(shown()).toEqual(['a', 'b']);
  expect(stored()).toEqual(['a', 'b']);
  drawInOtherTab(point('c'));
  undoDrawing();
  expect(stored().sort()).toEqual(['a', 'b', 'c']);
  undoDrawing();
  expect(stored().sort()).toEqual(['b', 'c']);
  redoDrawing();
  expect(stored().sort()).toEqual(['a', 'b', 'c']);
});

test('a drawing deleted here stays deleted', () => {
  recordDrawings([point('a'), point('b')]);
  recordDrawings([point('b')]);
  recordDrawings([point('b', 1)]);
  expect(stored()).toEqual(['b']);
});

test('the drawings and deletions of another tab are merged in, and no undo here takes them back', () => {
  recordDrawings([point('a')]);
  recordDrawings([point('a'), point('c')]);
  storeDrawings(KEY, [point('b'), point('c')]);
  mergeOtherTabs();
  expect(shown().sort()).toEqual(['b', 'c']);
  undoDrawing();
  expect(shown()).toEqual(['b']);
  expect(stored()).toEqual(['b']);
});

test('changes and deletions of another tab remain when something else is drawn here', () => {
  recordDrawings([point('a'), point('b'), point('c')]);
  storeDrawings(KEY, [point('a', 7), point('c')]);
  // The draw tools here still hold the old versions.
  recordDrawings([point('a'), point('b'), point('c'), point('d')]);
  expect(loadDrawings(KEY)).toEqual([point('a', 7), point('c'), point('d')]);
  expect(useDrawings.getState().history.present).toEqual([point('a', 7), point('c'), point('d')]);
  undoDrawing();
  expect(loadDrawings(KEY)).toEqual([point('a', 7), point('c')]);
});

test('if two tabs change the same drawing, the last write wins', () => {
  recordDrawings([point('a'), point('b')]);
  storeDrawings(KEY, [point('a', 7)]);
  recordDrawings([point('a', 8), point('b', 9)]);
  expect(loadDrawings(KEY)).toEqual([point('a', 8), point('b', 9)]);
});

test('a user who returns to the page sees what another tab has drawn meanwhile', () => {
  recordDrawings([point('a')]);
  storeDrawings(KEY, [point('a', 7)]);
  openDrawings('ada');
  expect(useDrawings.getState().history.present).toEqual([point('a', 7)]);
});

describe('local storage', () => {
  const well: Drawing = {
    type: 'Feature',
    id: 'a',
    properties: { name: 'Well' },
    geometry: { type: 'Point', coordinates: [-80.86, 35.62] },
  };

  const stubStorage = (storage: object) => vi.stubGlobal('localStorage', storage);

  test('drawings are loaded as they were stored', () => {
    expect(storeDrawings(KEY, [well])).toBe(true);
    expect(loadDrawings(KEY)).toEqual([well]);
    storeDrawings(KEY, []);
    expect(localStorage.getItem(KEY)).toBeNull();
    expect(loadDrawings(KEY)).toEqual([]);
  });

  test('users of the same browser do not see each other’s drawings', () => {
    storeDrawings(KEY, [well]);
    expect(loadDrawings(drawingsKey('bob'))).toEqual([]);
  });

  test('corrupt entries are left out and the valid ones loaded', () => {
    const corrupt = { ...well, id: 'b', geometry: { type: 'Point', coordinates: ['x'] } };
    const text = JSON.stringify({ type: 'FeatureCollection', features: [corrupt, well, null] });
    stubStorage(memoryStorage({ [KEY]: text }));
    expect(loadDrawings(KEY)).toEqual([well]);
    stubStorage(memoryStorage({ [KEY]: 'not JSON' }));
    expect(loadDrawings(KEY)).toEqual([]);
  });

  test('drawings over the size limit are not stored, and the stored ones remain', () => {
    storeDrawings(KEY, [well]);
    const huge = { ...well, properties: { name: 'x'.repeat(DRAWINGS_KEPT_CHARACTERS_MAX) } };
    expect(storeDrawings(KEY, [huge])).toBe(false);
    expect(loadDrawings(KEY)).toEqual([well]);
  });

  test('where the browser refuses storage, loading is empty and storing reports failure', () => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError');
    };
    stubStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
    expect(loadDrawings(KEY)).toEqual([]);
    expect(storeDrawings(KEY, [well])).toBe(false);
  });
});

describe('no room', () => {
  const fileOf = (drawings: Drawing[]) =>
    new File([JSON.stringify({ type: 'FeatureCollection', features: drawings })], 'C.geojson');
  const notes = (id: string, characters: number): Drawing => ({
    ...point(id),
    properties: { survey: 'x'.repeat(characters) },
  });

  test('[D8] a file that cannot be stored is refused, and nothing of it is added', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => notes(id, 880_000));
    for (const one of [a!, b!]) expect(await addFile(fileOf([one]))).toHaveProperty('drawings');
    const { history } = useDrawings.getState();
    expect(await addFile(fileOf([c!]))).toEqual({ problem: messages.drawingFileTooMuch });
    expect(stored()).toEqual(['a', 'b']);
    expect(useDrawings.getState().history).toEqual(history);
    expect(useDrawings.getState().notice).toBeUndefined();
  });

  test('[D8] a file that would be more drawings than an account holds is refused at once', async () => {
    recordDrawings([point('mine')]);
    const many = Array.from({ length: DRAWINGS_MAX }, (_, at) => point(`p${at}`));
    expect(await addFile(fileOf(many))).toEqual({ problem: messages.drawingsFull });
    expect(shown()).toEqual(['mine']);
    expect(await addFile(fileOf(many.slice(1)))).toHaveProperty('drawings');
  });

  test('[D13] an edit that cannot be marked as unsent is not stored, and that is said', () => {
    recordDrawings([point('a')]);
    keepSync(KEY, { writer: 'here', versions: { a: 7 }, unsent: [] });
    const { setItem } = localStorage;
    const refusesRecord = vi.spyOn(localStorage, 'setItem').mockImplementation((key, value) => {
      if (key === `${KEY}:sync`) throw new DOMException('full', 'QuotaExceededError');
      setItem(key, value);
    });
    expect(recordDrawings([point('a', 8)])).toBe(false);
    expect(loadDrawings(KEY)).toEqual([point('a')]);
    expect(useDrawings.getState().history.present).toEqual([point('a', 8)]);
    expect(useDrawings.getState().notice).toBe(messages.drawingsNotKept);
    // There is room again: the next edit stores both.
    refusesRecord.mockRestore();
    expect(recordDrawings([point('a', 8), point('b')])).toBe(true);
    expect(loadSync(KEY)?.unsent).toEqual(['a', 'b']);
    expect(useDrawings.getState().notice).toBeUndefined();
  });
});
