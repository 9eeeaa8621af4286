// The drawings of whoever is signed in: one history, written by the draw tools alone and kept through reloads in this
// browser.
import { create } from 'zustand';
import { DRAWING_FILE_BYTES_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import {
  type DrawingHistory,
  type Drawings,
  type Elsewhere,
  historyFrom,
  joined,
  joinedHistory,
  recorded,
  redone,
  sharing,
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

/** What was kept when this tab last read or wrote it: whatever differs from it now was done in another one. */
let lastKept: Drawings = [];

export function openDrawings(person: string): void {
  const key = drawingsKey(person);
  // Somebody who comes back to this page.
  joinOtherTabs();
  if (key === useDrawings.getState().key) return;
  lastKept = storedDrawings(key);
  useDrawings.setState({ key, history: historyFrom(lastKept), notice: undefined });
}

function change(next: (history: DrawingHistory) => DrawingHistory): void {
  const { key, history: before } = useDrawings.getState();
  const history = next(before);
  if (history.present === before.present) return;
  const isKept = key !== undefined && storeDrawings(key, history.present);
  if (isKept) lastKept = history.present;
  useDrawings.setState({ history, notice: isKept ? undefined : messages.drawingsNotKept });
}

/** Takes over what other tabs have done meanwhile: writing must not wipe that away. */
export function joinOtherTabs(): void {
  const { key, history } = useDrawings.getState();
  if (key === undefined) return;
  const elsewhere = lookElsewhere(key);
  const joined = joinedHistory(history, elsewhere);
  if (joined.present !== history.present) useDrawings.setState({ history: joined });
}

function lookElsewhere(key: string): Elsewhere {
  const before = lastKept;
  lastKept = sharing(before, storedDrawings(key));
  return { before, now: lastKept };
}

/** All that the draw tools hold now. What other tabs have done is kept beside it. */
export function recordDrawings(drawings: Drawings): void {
  const { key, history } = useDrawings.getState();
  if (key === undefined) return;
  const elsewhere = lookElsewhere(key);
  useDrawings.setState({ history: joinedHistory(history, elsewhere) });
  change((now) => recorded(now, joined(drawings, elsewhere)));
}
export function undoDrawing(): void {
  joinOtherTabs();
  change(undone);
}
export function redoDrawing(): void {
  joinOtherTabs();
  change(redone);
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
