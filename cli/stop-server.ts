// Stops the server on Ctrl-C or a supervisor's signal: gracefully the first time, at once the second time.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Debounce: one Ctrl-C arrives several times, from the terminal, from npm, and from the script in between. */
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

/** For one of several processes: the primary gets Ctrl-C and says when to stop. It also stops when the primary is gone. */
export function stopWithPrimary(stop: () => Promise<void>): void {
  let isStopping = false;

  function onStop(): void {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  }

  // The terminal sends these to every process of the group.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  process.on('SIGTERM', onStop);
  process.on('disconnect', onStop);
}

/** The reason that stopSignal aborts with. */
export class StoppedBySignal extends Error {
  override name = 'StoppedBySignal';

  constructor() {
    super('Stopped by a signal.');
  }
}

/** For a command that is not a server: the first Ctrl-C aborts the signal, the second ends the process. */
export function stopSignal(): { signal: AbortSignal; release(): void } {
  const abort = new AbortController();
  let firstAtMs = 0;
  const onSignal = () => {
    if (!abort.signal.aborted) {
      firstAtMs = Date.now();
      abort.abort(new StoppedBySignal());
    } else if (Date.now() - firstAtMs > SAME_PRESS_MS) process.exit(130);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: abort.signal,
    release: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

/** How long running requests may take to finish. */
export const STOP_TIMEOUT_MS = 5000;

/** Call it before the server listens. Returns the function that stops the server. */
export function prepareStop(app: FastifyInstance): () => Promise<void> {
  const closeUnused = trackUnused(app.server);
  return async () => {
    const giveUp = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
    closeUnused();
    await app.close();
    clearTimeout(giveUp);
  };
}

/**
 * Browsers open connections ahead of need. Node counts one that has sent nothing as busy and would wait for it, so such
 * connections are closed here.
 */
function trackUnused(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
