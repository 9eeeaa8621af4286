// Retries with back-off for what failed to load: the map, its style, the details of a parcel.
//
// Code that notices a failure hands in its repair. All repairs run together: after a delay that doubles, and at
// once when the network or the server is back.

const DELAY_FIRST_MS = 2000;
const DELAY_MAX_MS = 60_000;

export type Repairs = {
  /** One repair a key: a later one replaces it. It runs once; where it fails, it is handed in again. */
  needs: (key: string, repair: () => void) => void;
  /** The same without a delay of its own: it waits until the network or the server is back. */
  needsOnceBack: (key: string, repair: () => void) => void;
  /** It was repaired, or is no longer wanted. */
  drop: (key: string) => void;
  /** The network or the server is back: runs all repairs, and starts with short delays again. */
  runNow: () => void;
  /** Forgets all of them. */
  clear: () => void;
};

/** Whether the same call may succeed later: without an answer, or with a server that is down or busy. */
export function isTransient(httpStatus: number | undefined): boolean {
  return !httpStatus || httpStatus >= 500 || httpStatus === 408 || httpStatus === 429;
}

export function createRepairs(): Repairs {
  const delayed = new Map<string, () => void>();
  const waiting = new Map<string, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = DELAY_FIRST_MS;
  let lastRunMs = Number.NEGATIVE_INFINITY;

  const stopTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const run = (repairs: Map<string, () => void>) => {
    const due = [...repairs.values()];
    repairs.clear();
    for (const repair of due) {
      try {
        repair();
      } catch (error) {
        // One that cannot be made now must not stop the others.
        console.warn('What had failed could not be loaded again.', error);
      }
    }
  };
  const runDelayed = () => {
    stopTimer();
    lastRunMs = Date.now();
    run(delayed);
  };

  return {
    needs(key, repair) {
      delayed.set(key, repair);
      if (timer !== undefined) return;
      // A failure long after the last repair has nothing to do with it.
      if (Date.now() - lastRunMs > DELAY_MAX_MS) delayMs = DELAY_FIRST_MS;
      timer = setTimeout(runDelayed, delayMs);
      delayMs = Math.min(delayMs * 2, DELAY_MAX_MS);
    },
    needsOnceBack: (key, repair) => void waiting.set(key, repair),
    drop(key) {
      waiting.delete(key);
      delayed.delete(key);
      if (delayed.size === 0) stopTimer();
    },
    runNow() {
      delayMs = DELAY_FIRST_MS;
      if (delayed.size > 0) runDelayed();
      run(waiting);
    },
    clear() {
      stopTimer();
      delayed.clear();
      waiting.clear();
    },
  };
}
