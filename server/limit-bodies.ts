// The memory that bodies of requests may take, however slowly they arrive: in all, and of one person or address.
import type { FastifyInstance } from 'fastify';
import { REQUEST_BODY_BYTES_MAX } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import { clientAddress } from './client-networks.ts';
import { Failure } from './failure.ts';

const BODIES_BYTES_MAX = 128 * 1024 * 1024;
/** A single body may be larger, as far as its route takes it. */
export const CLIENT_BODIES_BYTES_MAX = 8 * 1024 * 1024;
const RETRY_SECONDS = 1;

/** Before any route is added. Ordinary bodies are not counted: the connection itself takes as much. */
export function limitBodies(app: FastifyInstance): void {
  const held = new Map<string, number>();
  let total = 0;
  const add = (name: string, bytes: number) => {
    total += bytes;
    const left = (held.get(name) ?? 0) + bytes;
    if (left === 0) held.delete(name);
    else held.set(name, left);
  };
  // After the guard, which knows who asks.
  app.addHook('preParsing', (request, { raw }, payload, done) => {
    const { headers, userId = clientAddress(request) } = request;
    const announced = Number(headers['content-length'] ?? 0);
    const bytes = headers['transfer-encoding'] ? request.routeOptions.bodyLimit! : announced;
    if (bytes <= REQUEST_BODY_BYTES_MAX || bytes > request.routeOptions.bodyLimit!)
      return done(null, payload);
    const mine = held.get(userId) ?? 0;
    const retry = { retryAfterSeconds: RETRY_SECONDS };
    if (mine > 0 && mine + bytes > CLIENT_BODIES_BYTES_MAX) {
      return done(new Failure(429, messages.tooManyAtOnce, retry));
    }
    if (total > 0 && total + bytes > BODIES_BYTES_MAX)
      return done(new Failure(503, messages.serverBusy, retry));
    add(userId, bytes);
    raw.once('close', () => add(userId, -bytes));
    done(null, payload);
  });
}
