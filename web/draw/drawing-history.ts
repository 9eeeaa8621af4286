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

/** What was drawn elsewhere meanwhile becomes part of every step, so that no undo takes it away. */
export function joined({ past, present, future }: DrawingHistory, elsewhere: Drawings): DrawingHistory {
  const join = (drawings: Drawings) => [...drawings, ...elsewhere];
  return { past: past.map(join), present: join(present), future: future.map(join) };
}

/** Unchanged drawings stay the same objects, so that a hundred steps cost little more than what changed in them. */
function sharing(before: Drawings, after: Drawings): Drawings {
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

const isSame = (a: Drawing, b: Drawing) =>
  a.geometry.type === b.geometry.type &&
  JSON.stringify(a.geometry.coordinates) === JSON.stringify(b.geometry.coordinates) &&
  JSON.stringify(a.properties) === JSON.stringify(b.properties);
