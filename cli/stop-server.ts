// Stops a listening server: requests under way are finished, within bounds.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests under way may take to finish. */
const STOP_TIMEOUT_MS = 5000;

/** Called before the server listens; returns the way to stop it. */
export function prepareStop(app: FastifyInstance): () => Promise<void> {
  const closeUnused = followUnused(app.server);
  return async () => {
    const giveUp = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
    closeUnused();
    await app.close();
    clearTimeout(giveUp);
  };
}

/** Browsers open connections ahead of need. Node counts one that has sent nothing as busy, and would wait for it. */
function followUnused(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
