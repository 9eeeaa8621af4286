// How the browser's copy of the drawings and the account come together: pure steps, before and after each call. What was
// changed here and not sent yet is never touched by what the account answers; all else follows the account.
import type { DrawingChange, DrawingResult, StoredDrawing } from '../../contract/drawing.ts';
import { DRAWING_NAME_MAX } from '../../contract/limits.ts';
import type { Drawing } from './drawing.ts';
import { type Drawings, isSame, reuseUnchanged } from './drawing-history.ts';
import { nameOf, renamed } from './drawing-name.ts';
import type { SyncRecord } from './kept-sync.ts';

export type Kept = { drawings: Drawings; sync: SyncRecord };

/** What has no version was never on the account: drawn by this page, by one before accounts had drawings, or in between. */
export function unsentIds({ drawings, sync }: Kept): string[] {
  const isNew = (id: string) => versionIn(sync, id) === undefined;
  return [...new Set([...sync.unsent, ...drawings.map(({ id }) => id).filter(isNew)])];
}

/** Files bring any id, such as `constructor`, which every object seems to have. */
const versionIn = ({ versions }: SyncRecord, id: string) =>
  Object.hasOwn(versions, id) ? versions[id] : undefined;

export function unsentChanges(kept: Kept): DrawingChange[] {
  const byId = new Map(kept.drawings.map((drawing) => [drawing.id, drawing]));
  return unsentIds(kept).map((id) => {
    const { geometry, properties } = byId.get(id) ?? {};
    const drawing = geometry && properties ? { geometry, properties } : null;
    return { id, base: versionIn(kept.sync, id) ?? 0, drawing };
  });
}

type Answered = {
  sent: readonly DrawingChange[];
  results: readonly DrawingResult[];
  newId: () => string;
};

type AfterSending = {
  kept: Kept;
  /** How many were changed on another device, too. */
  copies: number;
  /** Why some could not be kept on the account: they stay unsent. */
  refusals: readonly string[];
};

/** `kept` as it is now: something may have been drawn since the changes were sent. */
export function afterSending(kept: Kept, { sent, results, newId }: Answered): AfterSending {
  const drawings = new Map(kept.drawings.map((drawing) => [drawing.id, drawing]));
  const versions = new Map(Object.entries(kept.sync.versions));
  const unsent = new Set(kept.sync.unsent);
  const refusals = new Set<string>();
  let copies = 0;
  for (const [at, result] of results.entries()) {
    const { id } = result;
    const here = drawings.get(id);
    const isAsSent = isChangeOf(here, sent[at]!);
    if (result.outcome === 'kept' || result.outcome === 'deleted') {
      if (result.outcome === 'kept') versions.set(id, result.version);
      else versions.delete(id);
      if (isAsSent) unsent.delete(id);
    } else if (result.outcome === 'stale') {
      const theirs = drawingOf(result.current);
      // Where it was deleted here, the edit made elsewhere counts.
      drawings.set(id, theirs);
      versions.set(id, result.current.version);
      unsent.delete(id);
      if (!here || isSame(here, theirs)) continue;
      const copy = copyOf(here, newId());
      drawings.set(copy.id, copy);
      unsent.add(copy.id);
      copies++;
    } else refusals.add(result.message);
  }
  return {
    kept: {
      drawings: reuseUnchanged(kept.drawings, [...drawings.values()]),
      sync: { ...kept.sync, versions: Object.fromEntries(versions), unsent: [...unsent] },
    },
    copies,
    refusals: [...refusals],
  };
}

function isChangeOf(here: Drawing | undefined, { id, drawing }: DrawingChange): boolean {
  if (!here || !drawing) return !here && !drawing;
  return isSame(here, { type: 'Feature', id, ...drawing });
}

const COPY = ' (copy)';

const copyOf = (drawing: Drawing, id: string): Drawing => ({
  ...renamed(drawing, `${(nameOf(drawing) || 'Drawing').slice(0, DRAWING_NAME_MAX - COPY.length)}${COPY}`),
  id,
});

type AccountRead = {
  /** As it was when the account was asked. What another tab has sent or heard since is newer than the answer. */
  before: SyncRecord;
  features: readonly StoredDrawing[];
};

export function afterReading(kept: Kept, { before, features }: AccountRead): Kept {
  const drawings = new Map(kept.drawings.map((drawing) => [drawing.id, drawing]));
  const versions = new Map(Object.entries(kept.sync.versions));
  const unsent = new Set([...before.unsent, ...unsentIds(kept)]);
  const follows = (id: string) => !unsent.has(id) && versions.get(id) === versionIn(before, id);
  const onAccount = new Set(features.map(({ id }) => id));
  for (const id of drawings.keys()) {
    if (onAccount.has(id) || !follows(id)) continue;
    drawings.delete(id);
    versions.delete(id);
  }
  for (const feature of features) {
    if (!follows(feature.id)) continue;
    drawings.set(feature.id, drawingOf(feature));
    versions.set(feature.id, feature.version);
  }
  return {
    drawings: reuseUnchanged(kept.drawings, [...drawings.values()]),
    sync: { ...kept.sync, versions: Object.fromEntries(versions) },
  };
}

const drawingOf = ({ id, geometry, properties }: StoredDrawing): Drawing => ({
  type: 'Feature',
  id,
  geometry,
  properties,
});
