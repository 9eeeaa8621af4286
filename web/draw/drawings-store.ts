// The signed-in user's drawings: one undo history over the browser's copy of them, which is in local storage under a key
// of their own, merged with the edits of other tabs and of other devices (sync-drawings.ts).
import { create } from 'zustand';
import { DRAWINGS_KEPT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { keepText, keptText } from '../kept-in-browser.ts';
import { keyOfPerson } from '../kept-of-person.ts';
import { drawingBounds } from './drawing-bounds.ts';
import {
  changedIds,
  type DrawingHistory,
  type Drawings,
  historyFrom,
  merged,
  mergedHistory,
  type OtherTabsChange,
  recorded,
  redone,
  reuseUnchanged,
  undone,
} from './drawing-history.ts';
import { importSummary, toGeoJson, validDrawings, withUniqueIds } from './drawings-geojson.ts';
import { keepSync, loadSync, markUnsent } from './kept-sync.ts';
import { readDrawingFile } from './read-drawing-file.ts';

type DrawingsState = {
  /** The local storage key; undefined until the user is known. */
  key: string | undefined;
  history: DrawingHistory;
  /** The last failure, as a sentence. */
  notice: string | undefined;
  /** What the last file has brought, until the next edit. */
  added: string | undefined;
  /** Where a file's drawings lie, until the map has gone there. */
  arrival: Bounds | undefined;
  /** Of each drawing that is on the account: the time of its last change there, in milliseconds. */
  versions: Readonly<Record<string, number>>;
  /** Goes up with each edit here. */
  edits: number;
  /** Whether a shape is being drawn or is selected: then no edit from elsewhere may move it. */
  isEditing: boolean;
};

export const useDrawings = create<DrawingsState>()(() => ({
  key: undefined,
  history: historyFrom([]),
  notice: undefined,
  added: undefined,
  arrival: undefined,
  versions: {},
  edits: 0,
  isEditing: false,
}));

/** What local storage held when this tab last read or wrote it: the base of the three-way merge. */
let lastStored: Drawings = [];

export function openDrawings(person: string): void {
  const key = drawingsKey(person);
  // For a user who returns to this page, the drawings of other tabs are merged in.
  mergeOtherTabs();
  if (key === useDrawings.getState().key) return;
  lastStored = loadDrawings(key);
  const versions = loadSync(key)?.versions ?? {};
  useDrawings.setState({ ...useDrawings.getInitialState(), key, history: historyFrom(lastStored), versions });
}

function change(next: (history: DrawingHistory) => DrawingHistory): void {
  const { key, edits, history: before } = useDrawings.getState();
  const history = next(before);
  if (history.present === before.present) return;
  const isStored = key !== undefined && storeDrawings(key, history.present);
  if (isStored) {
    markUnsent(key, changedIds(lastStored, history.present));
    lastStored = history.present;
  }
  useDrawings.setState({
    history,
    edits: edits + 1,
    notice: isStored ? undefined : messages.drawingsNotKept,
    added: undefined,
  });
}

/** Merges in what other tabs have stored meanwhile, so that the next write here does not overwrite it. */
export function mergeOtherTabs(): void {
  const { key, history } = useDrawings.getState();
  if (key === undefined) return;
  const next = mergedHistory(history, readOtherTabs(key));
  if (next.present !== history.present) useDrawings.setState({ history: next });
}

/** After something else has written what is stored. Not while somebody is drawing: the next edit merges it in. */
export function showStored(key: string): void {
  if (useDrawings.getState().key !== key) return;
  useDrawings.setState({ versions: loadSync(key)?.versions ?? {} });
  if (!useDrawings.getState().isEditing) mergeOtherTabs();
}

function readOtherTabs(key: string): OtherTabsChange {
  const before = lastStored;
  lastStored = reuseUnchanged(before, loadDrawings(key));
  return { before, now: lastStored };
}

/** Records the current drawings of the draw tools as one undo step. */
export function recordDrawings(drawings: Drawings): void {
  const { key, history } = useDrawings.getState();
  if (key === undefined) return;
  const otherTabs = readOtherTabs(key);
  useDrawings.setState({ history: mergedHistory(history, otherTabs) });
  change((now) => recorded(now, merged(drawings, otherTabs)));
}
export function undoDrawing(): void {
  mergeOtherTabs();
  change(undone);
}
export function redoDrawing(): void {
  mergeOtherTabs();
  change(redone);
}

/** What has become of a file. `skipped`: what is wrong with each feature that cannot be drawn, as sentences. */
export type FileAdded = { drawings: Drawings; skipped: readonly string[] } | { problem: string };

/** Adds a file's drawings, or nothing. */
export async function addFile(file: File): Promise<FileAdded> {
  const read = await readDrawingFile(file);
  if ('problem' in read) return read;
  const { present } = useDrawings.getState().history;
  const drawings = withUniqueIds(read.drawings, present);
  recordDrawings([...present, ...drawings]);
  return { drawings, skipped: read.skipped };
}

/** For the draw tools, which say what has become of it and go there. */
export async function addDrawingsFrom(file: File): Promise<void> {
  const result = await addFile(file);
  useDrawings.setState(
    'problem' in result
      ? { notice: `${file.name} was not added. ${result.problem}`, added: undefined }
      : { added: importSummary(result), arrival: drawingBounds(result.drawings) },
  );
}

/** When the person logs out. */
export function forgetDrawings(person: string): void {
  const key = drawingsKey(person);
  storeDrawings(key, []);
  keepSync(key, undefined);
  // So that no tool writes them again before the page is gone.
  if (useDrawings.getState().key === key) {
    lastStored = [];
    useDrawings.setState(useDrawings.getInitialState());
  }
}

export const drawingsKey = (person: string) => keyOfPerson('drawings', person);

/** Empty if the browser refuses access to local storage. */
export function loadDrawings(key: string): Drawings {
  const text = keptText(key);
  return text ? validDrawings(text) : [];
}

/** False if they are too large or storage is refused; local storage then still holds the previous drawings. */
export function storeDrawings(key: string, drawings: Drawings): boolean {
  const text = toGeoJson(drawings);
  return text.length <= DRAWINGS_KEPT_CHARACTERS_MAX && keepText(key, drawings.length > 0 ? text : undefined);
}
