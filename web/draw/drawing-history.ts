// What was drawn before, is drawn now, and was taken back: every edit can be undone and done again.
import { DRAWING_UNDO_MAX } from '../../contract/limits.ts';
import type { Drawing } from './drawing.ts';

export type Drawings = readonly Drawing[];
export type DrawingHistory = { past: readonly Drawings[]; present: Drawings; future: readonly Drawings[] };

export const historyFrom = (present: Drawings): DrawingHistory => ({ past: [], present, future: [] });

/** The history itself where nothing has changed. */
export function recorded(history: DrawingHistory, drawings: Drawings): DrawingHistory {
  const present = sharing(history.present, drawings);
  if (present === history.present) return history;
  return { past: [...history.past, history.present].slice(-DRAWING_UNDO_MAX), present, future: [] };
}

export function undone({ past, present, future }: DrawingHistory): DrawingHistory {
  const before = past.at(-1);
  if (!before) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redone({ past, present, future }: DrawingHistory): DrawingHistory {
  const [after, ...rest] = future;
  if (!after) return { past, present, future };
  return { past: [...past, present], present: after, future: rest };
}

/** What was kept when it was looked at last, and what is kept now. */
export type Elsewhere = { before: Drawings; now: Drawings };

/** With all that was added, changed and deleted elsewhere, except to what was changed here, too. */
export function joined(drawings: Drawings, { before, now }: Elsewhere): Drawings {
  if (before === now) return drawings;
  const known = new Map(before.map((drawing) => [drawing.id, drawing]));
  const kept = new Map(now.map((drawing) => [drawing.id, drawing]));
  const ids = new Set(drawings.map(({ id }) => id));
  const added = now.filter(({ id }) => !known.has(id) && !ids.has(id));
  const others = drawings.flatMap((drawing) => {
    const old = known.get(drawing.id);
    if (!old || !isSame(old, drawing)) return [drawing];
    return kept.get(drawing.id) ?? [];
  });
  return sharing(drawings, [...others, ...added]);
}

/** What was done elsewhere meanwhile becomes part of every step, so that no undo takes it back. */
export function joinedHistory(
  { past, present, future }: DrawingHistory,
  elsewhere: Elsewhere,
): DrawingHistory {
  const join = (drawings: Drawings) => joined(drawings, elsewhere);
  return { past: past.map(join), present: join(present), future: future.map(join) };
}

/** Unchanged drawings stay the same objects, so that a hundred steps cost little more than what changed in them. */
export function sharing(before: Drawings, after: Drawings): Drawings {
  const known = new Map(before.map((drawing) => [drawing.id, drawing]));
  const shared = after.map((drawing) => {
    const old = known.get(drawing.id);
    return old && isSame(old, drawing) ? old : drawing;
  });
  // The library keeps them in an order of its own: another order is no edit.
  const isUnchanged =
    shared.length === before.length && shared.every((drawing) => known.get(drawing.id) === drawing);
  return isUnchanged ? before : shared;
}

export const isSame = (a: Drawing, b: Drawing) =>
  a === b ||
  (a.geometry.type === b.geometry.type &&
    JSON.stringify(a.geometry.coordinates) === JSON.stringify(b.geometry.coordinates) &&
    JSON.stringify(a.properties) === JSON.stringify(b.properties));
