// Forwards signals to child processes, and stops them when this process loses its parent.

const PARENT_CHECK_MS = 500;

export function forwardSignals(children) {
  let forwarded = false;
  const forward = (signal) => {
    forwarded = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);

  // npm forwards a signal to its shell only, and the shell dies without forwarding it: poll for a new parent.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !forwarded) forward('SIGTERM');
  }, PARENT_CHECK_MS).unref();
}
