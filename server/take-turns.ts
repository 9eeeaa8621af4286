// Fairness among connections. While more than 1,024 of them have something to read libuv goes on reading, up to 49,000 times,
// before anything else gets a turn: timers stand still, and a new connection (a health check, somebody who just came) is not
// read for 20 seconds. So a server whose timers are starved reads no second request of a connection until they have had
// their turn.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const TURN_MS = 50;
/** Far more than a long garbage collection. */
const STARVED_MS = 250;

export function takeTurns(app: FastifyInstance): void {
  let turnAtMs = performance.now();
  let waiting: Socket[] = [];
  const timer = setInterval(() => {
    turnAtMs = performance.now();
    for (const socket of waiting) socket.resume();
    waiting = [];
  }, TURN_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.server.on('request', ({ socket }) => {
    if (performance.now() - turnAtMs < STARVED_MS) return;
    waiting.push(socket);
    // Not at once: after this event Node itself goes on reading.
    process.nextTick(() => socket.pause());
  });
}
