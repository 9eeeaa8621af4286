// The drawings of whoever is signed in: one history, written by the draw tools alone and kept through reloads in this
// browser.
import { create } from 'zustand';
import { DRAWING_FILE_BYTES_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import {
  type DrawingHistory,
  type Drawings,
  historyFrom,
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

export function openDrawings(person: string): void {
  const key = drawingsKey(person);
  if (key === useDrawings.getState().key) return;
  useDrawings.setState({ key, history: historyFrom(storedDrawings(localStorage, key)), notice: undefined });
}

function change(next: (history: DrawingHistory) => DrawingHistory): void {
  const { key, history: before } = useDrawings.getState();
  const history = next(before);
  if (history.present === before.present) return;
  const isKept = key !== undefined && storeDrawings(localStorage, key, history.present);
  useDrawings.setState({ history, notice: isKept ? undefined : messages.drawingsNotKept });
}

export const recordDrawings = (drawings: Drawings) => change((history) => recorded(history, drawings));
export const undoDrawing = () => change(undone);
export const redoDrawing = () => change(redone);

/** Another tab has drawn: its drawings become ours, as an edit that can be undone. */
export function adoptStoredDrawings(changedKey: string | null): void {
  const { key } = useDrawings.getState();
  if (key !== undefined && key === changedKey) recordDrawings(storedDrawings(localStorage, key));
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
