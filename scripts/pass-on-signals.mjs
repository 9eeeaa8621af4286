// Stops the processes that a script started when the script itself is told to stop, or loses its parent.

const PARENT_CHECK_MS = 500;

export function passOnSignals(children) {
  let told = false;
  const tell = (signal) => {
    told = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, tell);

  // Told to stop, npm tells its shell, which dies without telling anybody: only the change of parent shows it.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !told) tell('SIGTERM');
  }, PARENT_CHECK_MS).unref();
}
