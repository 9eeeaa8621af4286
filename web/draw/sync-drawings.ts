// Brings the browser's copy of a person's drawings and their account together, in the background: sends what was drawn
// here and takes what other devices have drawn. It works on what is stored, like another tab: the page merges that in
// whenever nobody is drawing. Tabs need not agree who sends: the same change twice is no change.
import type { DrawingChange, DrawingResult, StoredDrawing } from '../../contract/drawing.ts';
import { geometryProblem, withoutShownVersion } from '../../contract/drawn-geometry.ts';
import { DRAWING_CHANGES_MAX } from '../../contract/limits.ts';
import { drawingCopied, messages } from '../../contract/messages.ts';
import { CallFailure, callServer, NotSignedIn } from '../call-server.ts';
import { useMapStore } from '../map-store.ts';
import { isTransient, type Repairs } from '../repairs.ts';
import { afterReading, afterSending, type Kept, unsentChanges } from './drawing-sync.ts';
import { newDrawingId } from './drawings-geojson.ts';
import { drawingsKey, loadDrawings, showStored, storeBoth, useDrawings } from './drawings-store.ts';
import { keepSync, loadSync } from './kept-sync.ts';

const PATH = '/api/drawings';
/** Of one request: a slow line must have sent it before the server stops waiting. */
const CHARACTERS_PER_REQUEST = 400_000;
/** From the last edit to sending it. */
const EDIT_DEBOUNCE_MS = 1000;
/** Going back and forth between windows is no reason to ask each time. */
const READ_AGAIN_MS = 5000;

/** Undefined once the person has logged out, in this tab or another: nothing may be kept any more. */
function loadKept(key: string): Kept | undefined {
  const sync = loadSync(key);
  return sync && { drawings: loadDrawings(key), sync };
}

function beginSync(key: string): void {
  if (!loadSync(key)) keepSync(key, { writer: newDrawingId(), versions: {}, unsent: [] });
}

/** False where there is no room: then nothing passes for deleted, or for sent. */
function keep(key: string, { drawings, sync }: Kept): boolean {
  const isStored = storeBoth(key, drawings, sync);
  if (isStored) showStored(key);
  else useDrawings.setState({ notice: messages.drawingsNotKept });
  return isStored;
}

/** Sends all that was changed here. What the account refuses stays unsent. Rejects with CallFailure, or by the signal. */
export async function sendDrawings(person: string, signal?: AbortSignal): Promise<void> {
  const key = drawingsKey(person);
  beginSync(key);
  let copies = 0;
  do {
    copies = 0;
    const kept = loadKept(key);
    if (!kept) return;
    const { writer } = kept.sync;
    const { refused } = useDrawings.getState();
    for (const sent of batches(unsentChanges(kept).filter(({ id }) => !refused.has(id)))) {
      const { edits } = useDrawings.getState();
      const results = await sendBatch({ writer, changes: sent }, signal);
      const now = loadKept(key);
      if (!now) return;
      const after = afterSending(now, { sent, results, newId: newDrawingId });
      if (keep(key, after.kept)) copies += after.copies;
      rememberRefused(results, edits);
      for (const refusal of after.refusals) tell(refusal);
    }
    if (copies > 0) useMapStore.setState({ mapNotice: drawingCopied(copies) });
    // Copies are sent, too.
  } while (copies > 0);
}

/** Unless something was edited since they were sent. */
function rememberRefused(results: readonly DrawingResult[], editsBefore: number): void {
  const { edits, refused } = useDrawings.getState();
  const ids = results.flatMap(({ outcome, id }) => (outcome === 'full' ? [id] : []));
  if (edits === editsBefore && ids.length > 0) {
    useDrawings.setState({ refused: new Set([...refused, ...ids]) });
  }
}

type Batch = { writer: string; changes: readonly DrawingChange[] };

async function sendBatch({ writer, changes }: Batch, signal?: AbortSignal): Promise<DrawingResult[]> {
  try {
    const body = { writer, changes };
    const call = { kind: 'drawing', method: 'POST', path: PATH, body, ...(signal && { signal }) } as const;
    return resultsIn(await callServer(call), changes.length);
  } catch (error) {
    const status = error instanceof CallFailure ? error.status : undefined;
    if (status !== 400 && status !== 413) throw error;
    // One of them is not as the server wants it, or too large: the others must not wait for it.
    if (changes.length === 1) {
      return [{ id: changes[0]!.id, outcome: 'full', message: messages.drawingRefused }];
    }
    const half = Math.ceil(changes.length / 2);
    const first = await sendBatch({ writer, changes: changes.slice(0, half) }, signal);
    return [...first, ...(await sendBatch({ writer, changes: changes.slice(half) }, signal))];
  }
}

function* batches(changes: readonly DrawingChange[]): Generator<DrawingChange[]> {
  let batch: DrawingChange[] = [];
  let characters = 0;
  for (const change of changes) {
    const { length } = JSON.stringify(change);
    const isFull = batch.length === DRAWING_CHANGES_MAX || characters + length > CHARACTERS_PER_REQUEST;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(change);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

/** Takes what other devices have changed. */
export async function readAccount(person: string): Promise<void> {
  const key = drawingsKey(person);
  const before = loadSync(key);
  if (!before) return;
  const answer = await callServer({ kind: 'drawing', path: PATH });
  const features = featuresIn(answer);
  const now = loadKept(key);
  if (!now) return;
  const after = afterReading(now, { before, features });
  keep(key, after);
  // Another device may have made room.
  if (after.drawings !== now.drawings) useDrawings.setState({ refused: new Set() });
}

// Without the schemas of the contract: the library for them would double what a first visit loads after the map.

function featuresIn(answer: unknown): StoredDrawing[] {
  const { features } = Object(answer);
  const isDrawing = (feature: unknown) => {
    const { id, geometry, properties, version } = Object(feature);
    const isNamed = typeof id === 'string' && typeof version === 'number' && typeof properties === 'object';
    return isNamed && !geometryProblem(geometry);
  };
  if (!Array.isArray(features) || !features.every(isDrawing)) throw new CallFailure(messages.answerNotJson);
  return features.map(withoutShownVersion);
}

function resultsIn(answer: unknown, count: number): DrawingResult[] {
  const { results } = Object(answer);
  if (!Array.isArray(results) || results.length !== count) throw new CallFailure(messages.answerNotJson);
  return results;
}

const told = new Set<string>();

/** Once in the life of a page: what was refused is sent again after each edit. */
function tell(refusal: string): void {
  if (told.has(refusal)) return;
  told.add(refusal);
  useMapStore.setState({ mapNotice: refusal });
}

type Sync = { person: string; repairs: Pick<Repairs, 'needs' | 'drop'> };

/** Until the returned function is called. */
export function syncDrawings({ person, repairs }: Sync): () => void {
  const repairKey = 'drawings';
  let isStopped = false;
  let running: Promise<void> | undefined;
  let runsAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;

  const run = async () => {
    do {
      runsAgain = false;
      await sendDrawings(person);
      if (isStopped) return;
      await readAccount(person);
      readAtMs = Date.now();
    } while (runsAgain && !isStopped);
  };
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    repairs.drop(repairKey);
    if (running || isStopped) {
      runsAgain = true;
      return;
    }
    running = run()
      .catch((error) => {
        const isRefused = error instanceof NotSignedIn || !isTransient(error.status);
        if (error instanceof CallFailure && !isRefused && !isStopped) repairs.needs(repairKey, now);
        else if (!(error instanceof CallFailure)) console.warn('Drawings could not be synchronized.', error);
      })
      .finally(() => {
        running = undefined;
      });
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(now, EDIT_DEBOUNCE_MS);
  };
  const whenSeen = () => {
    // Before the page may be gone, as on a phone: what was drawn is sent.
    if (document.visibilityState === 'hidden' ? timer !== undefined : Date.now() - readAtMs > READ_AGAIN_MS)
      now();
  };

  const stopFollowing = [
    useDrawings.subscribe(({ edits }, before) => {
      if (edits !== before.edits) soon();
    }),
    useMapStore.subscribe(({ tool, panel }, before) => {
      const showsDrawings = tool === 'draw' || panel === 'saved-parcels';
      const didShow = before.tool === 'draw' || before.panel === 'saved-parcels';
      if (showsDrawings && !didShow) whenSeen();
    }),
  ];
  document.addEventListener('visibilitychange', whenSeen);
  window.addEventListener('focus', whenSeen);
  now();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    repairs.drop(repairKey);
    for (const stop of stopFollowing) stop();
    document.removeEventListener('visibilitychange', whenSeen);
    window.removeEventListener('focus', whenSeen);
  };
}
