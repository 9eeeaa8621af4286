// Ctrl-C, or a supervisor's signal: once to stop in good order, once more to stop at once.

/** One Ctrl-C arrives several times: from the terminal, from npm, and from the script in between. */
const SAME_PRESS_MS = 500;

export function stopOnSignal(stop: () => Promise<void>): void {
  let firstAtMs: number | undefined;

  function onSignal(): void {
    if (firstAtMs !== undefined) {
      if (Date.now() - firstAtMs > SAME_PRESS_MS) process.exit(130);
      return;
    }
    firstAtMs = Date.now();
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  }

  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('SIGHUP', onSignal);
}
