// What is opened from a set of parcels, and the set itself, are steps in the browser's history: Back closes what was opened
// last. All other changes of the address replace the current step.
import { type OpenedSet, useMapStore } from './map-store.ts';

/** In the state of an entry of the history, beside the router's. */
type Step = {
  /** How many steps of ours lead here. */
  depth: number;
  /** Whether it has opened the details of a parcel, and not a set. */
  isDetails: boolean;
  /** What the address does not say of the set. */
  title: string | undefined;
  subject: string | undefined;
  sales: OpenedSet['sales'];
};
const KEY = 'platbook:step';

function currentStep(): Step | undefined {
  return (history.state as { [KEY]?: Step } | null)?.[KEY];
}

const withStep = (step: Step) => ({ ...history.state, [KEY]: step });

/** For the set in the address, after going back to it or loading the page again. */
export function nameInHistory(): Pick<OpenedSet, 'title' | 'subject' | 'sales'> | undefined {
  const { title, subject, sales } = currentStep() ?? {};
  return title === undefined ? undefined : { title, subject, sales };
}

/** Other bounds of the same sales are no step: Back does not lead through each of them. */
const isOtherBounds = (set: OpenedSet, before: OpenedSet | undefined) =>
  set.sales !== undefined && before?.sales !== undefined && set.subject === before.subject;

type Writing = {
  /** Replaces the address soon. */
  write: () => void;
  /** Also where it seems to be the same: another entry of the history is shown. */
  writeAnew: () => void;
  link: () => string;
};

type Shown = { set: OpenedSet | undefined; hasDetails: boolean };

function shownNow(): Shown {
  const { set, selection } = useMapStore.getState();
  return { set, hasDetails: selection.status !== 'none' };
}

export function followSteps({ write, writeAnew, link }: Writing) {
  let shown = shownNow();
  let isStopped = false;
  let willLook = false;
  /** Our own way back, for what was closed without the browser's button. */
  let isClosing = false;

  const push = (isDetails: boolean) => {
    const { title, subject, sales } = shown.set!;
    const depth = currentStep()?.depth ?? 0;
    try {
      // Marked, so that coming back to it is known as a step of ours.
      if (!currentStep())
        history.replaceState(
          withStep({ depth: 0, isDetails: false, title: undefined, subject: undefined, sales: undefined }),
          '',
        );
      history.pushState(withStep({ depth: depth + 1, isDetails, title, subject, sales }), '', link());
    } catch {
      // Too many changes at a time: then it is no step of its own.
    }
    writeAnew();
  };
  const goBack = (steps: number) => {
    isClosing = true;
    history.go(-steps);
  };
  const look = () => {
    willLook = false;
    if (isStopped) return;
    const before = shown;
    shown = shownNow();
    const { set, hasDetails } = shown;
    const step = currentStep();
    if (set && set.filter !== before.set?.filter && !isOtherBounds(set, before.set)) push(false);
    else if (!set && before.set && step && step.depth > 0) goBack(step.depth);
    else if (set && hasDetails && !before.hasDetails) push(true);
    else if (set && !hasDetails && before.hasDetails && step?.isDetails) goBack(1);
    else {
      if (set?.sales && step && set.sales !== before.set?.sales)
        history.replaceState(withStep({ ...step, sales: set.sales }), '');
      write();
    }
  };
  return {
    /** Whether something was opened or closed a moment ago, and the history does not know yet. It is written then. */
    isDue: () => willLook,
    lookAgain: () => {
      if (willLook) return;
      willLook = true;
      queueMicrotask(look);
    },
    /** After going back or forward, or to an address that was typed: before anything is shown of it. */
    arrive: (): 'closed' | 'step' | 'elsewhere' => {
      // What the address says now is shown without another step.
      queueMicrotask(() => {
        shown = shownNow();
      });
      if (isClosing) {
        isClosing = false;
        writeAnew();
        return 'closed';
      }
      return currentStep() ? 'step' : 'elsewhere';
    },
    stop: () => {
      isStopped = true;
    },
  };
}
