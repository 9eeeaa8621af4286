// Runs a callback at the first user interaction with the page: the moment to prefetch code it may need.

const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'dragenter'] as const;

/** Call the returned function to cancel. */
export function onFirstInteraction(run: () => void): () => void {
  const stop = new AbortController();
  const runOnce = () => {
    stop.abort();
    run();
  };
  for (const event of EVENTS) addEventListener(event, runOnce, { signal: stop.signal });
  return () => stop.abort();
}
