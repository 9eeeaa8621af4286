// Load shedding: with more work under way than the server can finish soon, further requests are refused at once (503 with
// Retry-After) instead of waiting in a queue that only grows. Refusing is cheap, so the server recovers as soon as the load
// falls. Health checks, metrics, settings and the files of the page are answered all the same.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { Failure } from './failure.ts';

/** Handlers at work in this process. The slowest calls are saves, of which SQLite writes some hundred a second. */
export const UNDER_WAY_MAX = 1000;
const RETRY_AFTER_SECONDS = 1;

/** The calls that cost work. */
const shedPaths = ['/api/', '/tiles/', '/sdk/', '/geocoding/', '/maps/', '/events/'];

/** Before any route is added. */
export function shedLoad(app: FastifyInstance, underWayMax = UNDER_WAY_MAX): void {
  const atWork = new WeakSet<FastifyRequest>();
  let underWay = 0;
  // After a route's onRequest, which may have answered from memory, and before the body is read.
  app.addHook('preParsing', ({ url }, _reply, payload, done) => {
    const isShed = underWay >= underWayMax && shedPaths.some((path) => url.startsWith(path));
    if (isShed) done(new Failure(503, messages.serverBusy, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    else done(null, payload);
  });
  // From here on the request is complete: one that arrives slowly holds no place.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!atWork.has(request)) {
      atWork.add(request);
      underWay++;
    }
    done();
  });
  // And not until the answer has arrived: a client that reads slowly holds no place either.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (atWork.delete(request)) underWay--;
    done(null, payload);
  });
}
