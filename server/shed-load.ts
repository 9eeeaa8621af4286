// Load shedding: with more work under way than the server can finish soon, further requests are refused at once (503 with
// Retry-After) instead of waiting in a queue that only grows. Refusing is cheap, so the server recovers as soon as the load
// falls. Health checks, metrics, settings and the files of the page are answered all the same.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusals } from '../contract/messages.ts';
import { addBodyHooks } from './body-hooks.ts';
import { Failure } from './failure.ts';

/** Handlers and guards at work in this process. The slowest calls are saves, of which SQLite writes some hundred a second. */
export const UNDER_WAY_MAX = 1000;
const RETRY_AFTER_SECONDS = 1;

/** The calls that cost work. */
const shedPaths = ['/api/', '/tiles/', '/sdk/', '/geocoding/', '/maps/', '/events/'];

/** Before any route is added. */
export function shedLoad(app: FastifyInstance, underWayMax = UNDER_WAY_MAX): void {
  const atWork = new Set<FastifyRequest>();
  let underWay = 0;
  const begin = (request: FastifyRequest) => {
    atWork.add(request);
    underWay++;
  };
  const end = (request: FastifyRequest) => {
    if (atWork.delete(request)) underWay--;
  };
  // Before a guard looks up who asks, and before the body is read.
  app.addHook('onRequest', (request, _reply, done) => {
    const isShed = underWay >= underWayMax && shedPaths.some((path) => request.url.startsWith(path));
    if (isShed)
      return done(new Failure(503, refusals.serverBusy, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    // What has no route is no work, however slowly its body arrives.
    if (!request.is404) begin(request);
    done();
  });
  // A request that arrives slowly holds no place until it is complete.
  addBodyHooks(app, {
    preParsing(request, _reply, payload, done) {
      end(request);
      done(null, payload);
    },
    preHandler(request, _reply, done) {
      begin(request);
      done();
    },
  });
  // And not until the answer has arrived: a client that reads slowly holds no place either.
  app.addHook('onSend', (request, _reply, payload, done) => {
    end(request);
    done(null, payload);
  });
}
