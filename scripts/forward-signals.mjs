// Forwards signals to child processes, and stops them when this process loses its parent.

const PARENT_CHECK_MS = 500;

/** Until the returned function is called. */
export function forwardSignals(children) {
  let forwarded = false;
  const forward = (signal) => {
    forwarded = true;
    for (const child of children) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);

  // npm forwards a signal to its shell only, and the shell dies without forwarding it: poll for a new parent.
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  const parent = process.ppid;
  const polling = setInterval(() => {
    if (isRunByNpm && process.ppid !== parent && !forwarded) forward('SIGTERM');
  }, PARENT_CHECK_MS).unref();
  return () => {
    clearInterval(polling);
    for (const signal of signals) process.off(signal, forward);
  };
}
