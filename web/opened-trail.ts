// What was open at each step of the browser's history, as a pure function. web/steps-in-history.ts keeps the history in step.
import { answersFor } from '../contract/parcel-pin.ts';
import type { OpenedSet } from './map-store.ts';
import type { OpenTool } from './pointer-owner.ts';
import type { OpenDialog } from './ui/open-dialogs.ts';

/** All that Back can close. */
export type Shown = {
  set: OpenedSet | undefined;
  /** Of the parcel in the details panel. */
  pin: string | undefined;
  tool: OpenTool | undefined;
  /** Panels, menus and sheets are dialogs, too. None can be opened again. */
  dialogs: readonly OpenDialog[];
};

/** The last one is shown now. Undefined: a step of before the page was loaded. */
export type Trail = readonly [...(Shown | undefined)[], Shown];

const PARTS = ['set', 'pin', 'tool'] as const;
export type Part = (typeof PARTS)[number];

/**
 * What is opened is a step, and what it has replaced is a step before it: Back leads there. What somebody closes goes from all
 * steps, and so do those that would then close nothing.
 */
export function nextTrail(trail: Trail, shown: Shown): Trail {
  const before = trail.at(-1)!;
  const steps = trail.map((step) => step && withoutClosedDialogs(step, shown));
  if (!showsAll(before, shown))
    return leadingTo(shown, isOneMoreOfAKind(steps, shown) ? steps.slice(0, -1) : steps);
  const closed = PARTS.filter((part) => before[part] !== undefined && shown[part] === undefined);
  return leadingTo(
    shown,
    steps.slice(0, -1).map((step) => step && without(step, closed)),
  );
}

function withoutClosedDialogs(step: Shown, { dialogs: open }: Shown): Shown {
  return { ...step, dialogs: step.dialogs.filter((dialog) => open.includes(dialog)) };
}

function without(step: Shown, closed: readonly Part[]): Shown {
  return { ...step, ...Object.fromEntries(closed.map((part) => [part, undefined])) };
}

/** From a step that shows all of the next one, Back would close nothing. */
function leadingTo(shown: Shown, steps: readonly (Shown | undefined)[]): Trail {
  const trail: [...(Shown | undefined)[], Shown] = [shown];
  for (const step of steps.toReversed()) {
    const next = trail[0];
    const closesSomething = !step || !next ? !isNothing(shown) : !showsAll(step, next);
    if (closesSomething) trail.unshift(step);
  }
  return trail;
}

/**
 * From one parcel to the next, or from one tool to another, is one step, however many they are. It is not for the first one
 * after something else was opened: Back leads to the one of before that.
 */
function isOneMoreOfAKind(steps: readonly (Shown | undefined)[], shown: Shown): boolean {
  const before = steps.at(-1);
  const base = steps.at(-2);
  if (!before || !base) return false;
  return (['pin', 'tool'] as const).some((part) => {
    const next = { ...base, [part]: shown[part] };
    return (
      before[part] !== undefined &&
      !isSame(part, before, shown) &&
      showsAll(next, shown) &&
      showsAll(shown, next)
    );
  });
}

/** What the last step has opened. Undefined where it is not known, as after a reload with several things. */
export function lastOpened(trail: Trail): Part | 'dialog' | undefined {
  const now = trail.at(-1)!;
  const before = trail.at(-2);
  if (!before) return undefined;
  if (!now.dialogs.every((dialog) => before.dialogs.includes(dialog))) return 'dialog';
  return PARTS.find((part) => now[part] !== undefined && !isSame(part, before, now));
}

const isNothing = ({ set, pin, tool, dialogs }: Shown) => !set && !pin && !tool && dialogs.length === 0;

function showsAll(step: Shown, other: Shown): boolean {
  return (
    PARTS.every((part) => other[part] === undefined || isSame(part, step, other)) &&
    other.dialogs.every((dialog) => step.dialogs.includes(dialog))
  );
}

function isSame(part: Part, a: Shown, b: Shown): boolean {
  switch (part) {
    case 'set':
      return isSameSet(a.set, b.set);
    case 'pin':
      return (
        a.pin !== undefined && b.pin !== undefined && (answersFor(a.pin, b.pin) || answersFor(b.pin, a.pin))
      );
    case 'tool':
      return a.tool === b.tool;
  }
}

/** Other bounds of the same sales are the same set: Back does not lead through each of them. */
export function isSameSet(a: OpenedSet | undefined, b: OpenedSet | undefined): boolean {
  if (a?.filter === b?.filter) return true;
  return a?.sales !== undefined && b?.sales !== undefined && a.subject === b.subject;
}
