// The drawings of whoever is signed in: one history, written by the draw tools alone and kept through reloads in this
// browser.
import { create } from 'zustand';
import { DRAWING_FILE_BYTES_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Drawing } from './drawing.ts';
import {
  type DrawingHistory,
  type Drawings,
  historyFrom,
  joined,
  recorded,
  redone,
  undone,
} from './drawing-history.ts';
import { asAdditions, readDrawings } from './read-drawings.ts';
import { drawingsKey, storeDrawings, storedDrawings } from './stored-drawings.ts';

type DrawingsState = {
  /** Under which name they are kept; undefined until it is known whose they are. */
  key: string | undefined;
  history: DrawingHistory;
  /** What went wrong last, in words. */
  notice: string | undefined;
};

export const useDrawings = create<DrawingsState>()(() => ({
  key: undefined,
  history: historyFrom([]),
  notice: undefined,
}));

/** Everything this tab has had: what is kept besides was drawn in another one. */
const seenIds = new Set<Drawing['id']>();

export function openDrawings(person: string): void {
  const key = drawingsKey(person);
  if (key === useDrawings.getState().key) return;
  const kept = storedDrawings(localStorage, key);
  seenIds.clear();
  for (const { id } of kept) seenIds.add(id);
  useDrawings.setState({ key, history: historyFrom(kept), notice: undefined });
}

function change(next: (history: DrawingHistory) => DrawingHistory): void {
  const { key, history: before } = useDrawings.getState();
  const history = next(before);
  if (history.present === before.present) return;
  for (const { id } of history.present) seenIds.add(id);
  const isKept = key !== undefined && storeDrawings(localStorage, key, history.present);
  useDrawings.setState({ history, notice: isKept ? undefined : messages.drawingsNotKept });
}

/** Other tabs may have drawn while the tools were open here. Writing must not wipe that away. */
function joinOtherTabs(): Drawings {
  const { key, history } = useDrawings.getState();
  if (key === undefined) return [];
  const elsewhere = storedDrawings(localStorage, key).filter(({ id }) => !seenIds.has(id));
  if (elsewhere.length > 0) change(() => joined(history, elsewhere));
  return elsewhere;
}

/** All that the draw tools hold now. What other tabs have added is kept beside it. */
export function recordDrawings(drawings: Drawings): void {
  const elsewhere = joinOtherTabs();
  change((history) => recorded(history, [...drawings, ...elsewhere]));
}
export function undoDrawing(): void {
  joinOtherTabs();
  change(undone);
}
export function redoDrawing(): void {
  joinOtherTabs();
  change(redone);
}

/** Another tab has drawn: its drawings become ours, as an edit that can be undone. */
export function adoptStoredDrawings(changedKey: string | null): void {
  const { key } = useDrawings.getState();
  if (key === undefined || key !== changedKey) return;
  change((history) => recorded(history, storedDrawings(localStorage, key)));
}

/** Adds what a file holds to what is drawn, all of it or nothing. */
export async function addDrawingsFrom(file: File): Promise<void> {
  const read = await readFile(file);
  if ('problem' in read) {
    useDrawings.setState({ notice: `${file.name} was not added. ${read.problem}` });
    return;
  }
  const { present } = useDrawings.getState().history;
  useDrawings.setState({ notice: undefined });
  recordDrawings([...present, ...asAdditions(read.drawings, present)]);
}

async function readFile(file: File) {
  if (file.size > DRAWING_FILE_BYTES_MAX) return { problem: messages.drawingFileTooLarge };
  try {
    return readDrawings(await file.text());
  } catch {
    return { problem: messages.drawingFileUnreadable };
  }
}
