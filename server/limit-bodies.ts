// What large bodies of requests may take: memory, however slowly they arrive, in all and of one person or address; and of these the
// time to parse them.
import type { FastifyInstance, preParsingHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { REQUEST_BODY_BYTES_MAX } from '../contract/limits.ts';
import { refusals } from '../contract/messages.ts';
import { addBodyHooks } from './body-hooks.ts';
import { clientAddress } from './client-networks.ts';
import { Failure } from './failure.ts';

const BODIES_BYTES_MAX = 128 * 1024 * 1024;
/** A single body may be larger, as far as its route takes it. */
export const CLIENT_BODIES_BYTES_MAX = 8 * 1024 * 1024;
/** Beyond that, as fast as they are forgotten: what has been parsed has cost time of the thread that answers everybody. */
const CLIENT_BODIES_BYTES_PER_SECOND = 512 * 1024;
const RETRY_SECONDS = 1;
/** Clients with bodies of late. */
const REMEMBERED_MAX = 10_000;

/** Of a client: bytes that are held, and a leaky bucket of those that were. */
type Bodies = { held: number; spent: number; atMs: number };

/** Before any route is added. Ordinary bodies are not counted: the connection itself takes as much. */
export function limitBodies(app: FastifyInstance): void {
  const clients = new LRUCache<string, Bodies>({ max: REMEMBERED_MAX });
  let total = 0;
  const bodiesOf = (name: string): Bodies => {
    const nowMs = performance.now();
    const { held, spent, atMs } = clients.get(name) ?? { held: 0, spent: 0, atMs: nowMs };
    const leaked = ((nowMs - atMs) / 1000) * CLIENT_BODIES_BYTES_PER_SECOND;
    const bodies = { held, spent: Math.max(0, spent - leaked), atMs: nowMs };
    clients.set(name, bodies);
    return bodies;
  };
  // After the guard, which knows who asks.
  const preParsing: preParsingHookHandler = (request, { raw }, payload, done) => {
    const { headers, userId = clientAddress(request) } = request;
    const { bodyLimit = 0 } = request.routeOptions;
    const bytes = Number(headers['content-length'] ?? 0);
    if (bytes <= REQUEST_BODY_BYTES_MAX || bytes > bodyLimit) return done(null, payload);
    const mine = bodiesOf(userId);
    const retry = { retryAfterSeconds: RETRY_SECONDS };
    const used = mine.held + mine.spent;
    if (used > 0 && used + bytes > CLIENT_BODIES_BYTES_MAX) {
      return done(new Failure(429, refusals.tooManyAtOnce, retry));
    }
    if (total > 0 && total + bytes > BODIES_BYTES_MAX)
      return done(new Failure(503, refusals.serverBusy, retry));
    total += bytes;
    mine.held += bytes;
    raw.once('close', () => {
      total -= bytes;
      const now = bodiesOf(userId);
      now.held -= bytes;
      // A map sheet is larger, and has a place of its own.
      if (bodyLimit <= CLIENT_BODIES_BYTES_MAX) now.spent += bytes;
    });
    done(null, payload);
  };
  addBodyHooks(app, { preParsing });
}
