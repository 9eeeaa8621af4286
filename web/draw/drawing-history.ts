// Undo and redo for the drawings, and the three-way merge with edits made in other tabs.
import { DRAWING_UNDO_MAX } from '../../contract/limits.ts';
import type { Drawing } from './drawing.ts';

export type Drawings = readonly Drawing[];
export type DrawingHistory = { past: readonly Drawings[]; present: Drawings; future: readonly Drawings[] };

export const historyFrom = (present: Drawings): DrawingHistory => ({ past: [], present, future: [] });

/** Adds a step. Returns the same history object if nothing has changed. */
export function recorded(history: DrawingHistory, drawings: Drawings): DrawingHistory {
  const present = reuseUnchanged(history.present, drawings);
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

/** The stored drawings as this tab last saw them, and as they are now: the difference is the work of other tabs. */
export type OtherTabsChange = { before: Drawings; now: Drawings };

/**
 * Three-way merge: our drawings, plus what other tabs added, changed and deleted. Where both sides changed the same
 * drawing, ours wins.
 */
export function merged(drawings: Drawings, { before, now }: OtherTabsChange): Drawings {
  if (before === now) return drawings;
  const base = byId(before);
  const theirs = byId(now);
  const ours = byId(drawings);
  const added = now.filter(({ id }) => !base.has(id) && !ours.has(id));
  const rest = drawings.flatMap((drawing) => {
    const old = base.get(drawing.id);
    if (!old || !isSame(old, drawing)) return [drawing];
    return theirs.get(drawing.id) ?? [];
  });
  return reuseUnchanged(drawings, [...rest, ...added]);
}

/** Merges other tabs' changes into every step, so that an undo here never takes them back. */
export function mergedHistory(
  { past, present, future }: DrawingHistory,
  change: OtherTabsChange,
): DrawingHistory {
  const merge = (drawings: Drawings) => merged(drawings, change);
  return { past: past.map(merge), present: merge(present), future: future.map(merge) };
}

/** Structural sharing: unchanged drawings stay the same objects, so a hundred steps cost only what changed in them. */
export function reuseUnchanged(before: Drawings, after: Drawings): Drawings {
  const known = byId(before);
  const shared = after.map((drawing) => {
    const old = known.get(drawing.id);
    return old && isSame(old, drawing) ? old : drawing;
  });
  // Compared without their order: the library sorts its features as it likes, and that is not an edit.
  const isUnchanged =
    shared.length === before.length && shared.every((drawing) => known.get(drawing.id) === drawing);
  return isUnchanged ? before : shared;
}

/** Of drawings that were added, changed or deleted. */
export function changedIds(before: Drawings, after: Drawings): string[] {
  const [old, now] = [byId(before), byId(after)];
  const isChanged = (id: string) => {
    const [one, other] = [old.get(id), now.get(id)];
    return !one || !other || !isSame(one, other);
  };
  return [...new Set([...old.keys(), ...now.keys()])].filter(isChanged);
}

const byId = (drawings: Drawings) => new Map(drawings.map((drawing) => [drawing.id, drawing]));

export const isSame = (a: Drawing, b: Drawing) =>
  a === b ||
  (a.geometry.type === b.geometry.type &&
    JSON.stringify(a.geometry.coordinates) === JSON.stringify(b.geometry.coordinates) &&
    JSON.stringify(a.properties) === JSON.stringify(b.properties));
