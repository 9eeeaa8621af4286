// Waits for the first sign of a hand on the page: what it will need can be fetched while it gets there.

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Until the returned function is called. */
export function onFirstSign(run: () => void): () => void {
  const stop = new AbortController();
  const runOnce = () => {
    stop.abort();
    run();
  };
  for (const sign of SIGNS) addEventListener(sign, runOnce, { signal: stop.signal });
  return () => stop.abort();
}
