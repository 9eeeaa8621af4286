// Repeats a task at an interval while the page is visible, and at once when somebody returns to it.

type Repeated = {
  /** Must not reject. The signal is aborted when the repetition is stopped, and where the task takes too long. */
  task: (signal: AbortSignal) => Promise<void>;
  everyMs: number;
  timeoutMs: number;
};

/** Until the returned function is called. The task never runs twice at the same time. */
export function repeatWhileVisible({ task, everyMs, timeoutMs }: Repeated): () => void {
  const stopping = new AbortController();
  let isRunning = false;
  const run = async () => {
    if (isRunning || document.visibilityState !== 'visible') return;
    isRunning = true;
    await task(AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]));
    isRunning = false;
  };
  const timer = setInterval(run, everyMs);
  document.addEventListener('visibilitychange', run);
  return () => {
    stopping.abort();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', run);
  };
}
