// Everything that is opened over the map is a step in the browser's history: Back closes what was opened last, one thing at a
// time, and what is closed by hand leaves no step behind. All other changes of the address replace the current entry.
import { type MapState, type OpenedSet, useMapStore } from './map-store.ts';
import { isSameSet, lastOpened, nextTrail, type Part, type Shown, type Trail } from './opened-trail.ts';
import { dispatchSelection, openParcel } from './parcel/select-parcel.ts';
import { selectedPin } from './parcel/selection.ts';
import { useOpenDialogs } from './ui/open-dialogs.ts';

/** What the address does not say of the set. */
type Named = Pick<OpenedSet, 'subject' | 'sales'> & { title: string | undefined };

/** In the state of an entry of the history, beside the router's. */
type Step = Named & {
  /** Which entries belong together: an address that is typed begins anew. */
  trail: number;
  /** How many steps of ours lead here. */
  depth: number;
};
const KEY = 'platbook:step';

function currentStep(): Step | undefined {
  return (history.state as { [KEY]?: Step } | null)?.[KEY];
}

/** For the set in the address, after going back to it or loading the page again. */
export function nameInHistory(): Pick<OpenedSet, 'title' | 'subject' | 'sales'> | undefined {
  const { title, subject, sales } = currentStep() ?? {};
  return title === undefined ? undefined : { title, subject, sales };
}

function shownNow(): Shown {
  const { set, selection, tool } = useMapStore.getState();
  return {
    set,
    pin: selectedPin(selection),
    tool: tool === 'none' ? undefined : tool,
    dialogs: useOpenDialogs.getState(),
  };
}

/** The map stays where it is. */
function showAgain({ set, pin, tool, dialogs }: Shown): void {
  for (const dialog of useOpenDialogs.getState()) if (!dialogs.includes(dialog)) dialog.close();
  const now = useMapStore.getState();
  // At once: parcels that were picked are kept from one to the other.
  useMapStore.setState({
    tool: tool ?? 'none',
    set: isSameSet(set, now.set) ? now.set : set && { ...set, keepsView: true },
  });
  if (pin === selectedPin(now.selection)) return;
  if (pin === undefined) {
    dispatchSelection({ type: 'panel-closed' });
    return;
  }
  void openParcel(pin);
  useMapStore.setState({ viewIsLinked: true });
}

type Writing = {
  /** Replaces the address soon. */
  write: () => void;
  /** Also where it seems to be the same: another entry of the history is shown. */
  writeAnew: () => void;
  link: () => string;
};

const NOTHING: Shown = { set: undefined, pin: undefined, tool: undefined, dialogs: [] };
/** Of the map page. */
let trail: Trail = [NOTHING];

/** Whether Escape is meant for this: it closes what was opened last, as Back does. */
export function isLastOpened(part: Part): boolean {
  return (lastOpened(trail) ?? part) === part;
}

/** For a dialog that other things are opened beside, and that gets every Escape first. False where it was opened last itself. */
export function closeLastBeside(): boolean {
  const part = lastOpened(trail);
  if (part === 'set') useMapStore.setState({ set: undefined });
  else if (part === 'pin') dispatchSelection({ type: 'panel-closed' });
  else if (part === 'tool') useMapStore.setState({ tool: 'none' });
  return part !== undefined && part !== 'dialog';
}

export function followSteps({ write, writeAnew, link }: Writing) {
  let trailId = 0;
  trail = [shownNow()];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** On our own way back, for what was closed by hand. An entry added meanwhile would be a wrong one. */
  let isReturning = false;

  const stateAt = (depth: number) => {
    const { title, subject, sales } = trail[depth]?.set ?? {};
    const step: Step = { trail: trailId, depth, title, subject, sales };
    return { ...history.state, [KEY]: step };
  };
  const push = () => {
    const depth = trail.length - 1;
    try {
      // Marked, so that coming back to it is known as a step of ours.
      if (!currentStep()) history.replaceState(stateAt(depth - 1), '');
      history.pushState(stateAt(depth), '', link());
    } catch {
      // Too many changes at a time: then it is no step of its own.
      trail = [...trail.slice(0, -2), trail.at(-1)!];
    }
    writeAnew();
  };
  const look = () => {
    timer = undefined;
    if (isReturning) return;
    const before = trail;
    trail = nextTrail(before, shownNow());
    const steps = trail.length - before.length;
    if (steps > 0) push();
    else if (steps < 0) {
      isReturning = true;
      history.go(steps);
    } else if (trail.at(-1)!.set === before.at(-1)!.set) write();
    else writeAnew();
  };
  /** Changes are looked at together: a parcel that replaces another one closes and opens at once. */
  const lookAgain = () => {
    timer ??= setTimeout(look, 0);
  };
  const stopFollowingStore = useMapStore.subscribe((state, previous) => {
    const parts: (keyof MapState)[] = ['set', 'selection', 'tool'];
    if (parts.some((part) => state[part] !== previous[part])) lookAgain();
  });
  const stopFollowingDialogs = useOpenDialogs.subscribe(lookAgain);

  return {
    /** The state for the current entry of the history. */
    state: () => (currentStep() ? stateAt(trail.length - 1) : history.state),
    /** Whether something was opened or closed a moment ago, and the history does not know yet. It is written then. */
    isDue: () => timer !== undefined || isReturning,
    /** What is shown now belongs to the current entry, without another step. */
    begin: () => {
      const step = currentStep();
      const known = step?.trail === trailId ? trail : [];
      trailId = step?.trail ?? Math.random();
      trail = [...Array.from({ length: step?.depth ?? 0 }, (_, depth) => known[depth]), shownNow()];
      clearTimeout(timer);
      timer = undefined;
      // It may have been a step of a dialog, which cannot be opened again: then it is left.
      if (trail.length > 1) lookAgain();
    },
    /** After going back or forward, or to an address that was typed. A step that is known is shown again. */
    arrive: (): 'shown' | 'step' | 'elsewhere' => {
      isReturning = false;
      const step = currentStep();
      if (step?.trail !== trailId) return 'elsewhere';
      lookAgain();
      const wanted = trail[step.depth];
      if (!wanted) return 'step';
      if (step.depth < trail.length - 1) {
        trail = [...trail.slice(0, step.depth), wanted];
        showAgain(wanted);
      }
      return 'shown';
    },
    /**
     * Where the step that was arrived at shows what is shown already: after a reload it may have been that of a dialog or a tool, which
     * cannot be opened again. Goes on to the one before; false where there is none, or the step is not one back.
     */
    skip: (): boolean => {
      const depth = currentStep()?.depth ?? 0;
      const { tool, dialogs } = shownNow();
      if (depth === 0 || depth >= trail.length - 1 || tool || dialogs.length > 0) return false;
      trail = [...trail.slice(0, depth), trail.at(-1)!];
      isReturning = true;
      history.go(-1);
      return true;
    },
    stop: () => {
      trail = [NOTHING];
      clearTimeout(timer);
      stopFollowingStore();
      stopFollowingDialogs();
    },
  };
}
