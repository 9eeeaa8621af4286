// The signed-in user's drawings: one undo history over the browser's copy of them, which is in local storage under a key
// of their own, merged with the edits of other tabs and of other devices (sync-drawings.ts).
import { create } from 'zustand';
import { DRAWINGS_KEPT_CHARACTERS_MAX, DRAWINGS_MAX } from '../../contract/limits.ts';
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
import { type FileRead, importSummary, toGeoJson, validDrawings, withUniqueIds } from './drawings-geojson.ts';
import { keepSync, loadSync, markedUnsent, type SyncRecord } from './kept-sync.ts';
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
  /** Ids of what the account has refused: until something changes, sending it again is in vain. */
  refused: ReadonlySet<string>;
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
  refused: new Set(),
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

type Change = { next: (history: DrawingHistory) => DrawingHistory; mustBeStored?: boolean };

/** False where it could not be stored: then it is shown until a reload, or nothing has changed if it must be stored. */
function change({ next, mustBeStored = false }: Change): boolean {
  const { key, edits, history: before } = useDrawings.getState();
  const history = next(before);
  const { present } = history;
  if (present === before.present) return true;
  const isStored =
    key !== undefined && storeBoth(key, present, markedUnsent(key, changedIds(lastStored, present)));
  if (isStored) lastStored = present;
  else if (mustBeStored) return false;
  useDrawings.setState({
    history,
    edits: edits + 1,
    refused: new Set(),
    notice: isStored ? undefined : messages.drawingsNotKept,
    added: undefined,
  });
  return isStored;
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

/** Records the current drawings of the draw tools as one undo step. Returns whether they are stored. */
export function recordDrawings(drawings: Drawings, { mustBeStored = false } = {}): boolean {
  const { key, history } = useDrawings.getState();
  if (key === undefined) return false;
  const otherTabs = readOtherTabs(key);
  useDrawings.setState({ history: mergedHistory(history, otherTabs) });
  return change({ next: (now) => recorded(now, merged(drawings, otherTabs)), mustBeStored });
}
export function undoDrawing(): void {
  mergeOtherTabs();
  change({ next: undone });
}
export function redoDrawing(): void {
  mergeOtherTabs();
  change({ next: redone });
}

/** Adds a file's drawings, or nothing. */
export async function addFile(file: File, canceled?: AbortSignal): Promise<FileRead | { problem: string }> {
  const read = await readDrawingFile(file, canceled);
  if ('problem' in read) return read;
  const { present } = useDrawings.getState().history;
  const drawings = withUniqueIds(read.drawings, present);
  const all = [...present, ...drawings];
  if (all.length > DRAWINGS_MAX) return { problem: messages.drawingsFull };
  if (!recordDrawings(all, { mustBeStored: true })) return { problem: messages.drawingFileTooMuch };
  return { ...read, drawings };
}

/** For the draw tools, which say what has become of it and go there. */
export async function addDrawingsFrom(file: File): Promise<void> {
  useDrawings.setState({ added: `Reading ${file.name}…`, notice: undefined });
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

/** Both or neither: an edit without its mark would be taken back by what the account answers. */
export function storeBoth(key: string, drawings: Drawings, sync: SyncRecord | undefined): boolean {
  const before = keptText(key) ?? undefined;
  if (!storeDrawings(key, drawings)) return false;
  const isKept = sync === undefined || keepSync(key, sync);
  if (!isKept) keepText(key, before);
  return isKept;
}
