// Load shedding: with more work under way than the server can finish soon, further requests are refused at once (503 with
// Retry-After) instead of waiting in a queue that only grows. Refusing is cheap, so the server recovers as soon as the load
// falls. Health checks, metrics, settings and the files of the page are answered all the same.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { Failure } from './failure.ts';

/** Handlers at work in this process. The slowest calls are saves, of which SQLite writes some hundred a second. */
export const UNDER_WAY_MAX = 1000;
const RETRY_AFTER_SECONDS = 1;

/** How often the lateness of the event loop is measured. */
const TICK_MS = 100;
/** A tick that comes later than this is late. Of a server at its limit ticks come 100 to 250 ms late, of a calm one about 10 ms. */
const LATE_MS = 75;
/** So many in a row, two seconds: a server that has just started is late for as long, and waiting is better than a refusal then. */
export const LATE_TICKS = 10;
/** From one tick to the next so many are let in however late the ticks are: a machine busy with something else serves on. */
export const ADMITTED_MIN = 128;
/** With a late tick fewer are let in than before, with one in time more. */
const CUT = 0.7;
const GROWTH = 1.25;
/** More than any server can do in a tick: then the limit has ended. */
const ADMITTED_MAX = 10_000;
/** The calls that cost work. */
const shedPaths = ['/api/', '/tiles/', '/sdk/', '/geocoding/', '/maps/', '/events/'];

type Options = { underWayMax?: number; loop?: Pick<LateLoop, 'tick' | 'admits'> };

/** Before any route is added. */
export function shedLoad(
  app: FastifyInstance,
  { underWayMax = UNDER_WAY_MAX, loop = new LateLoop() }: Options = {},
): void {
  const atWork = new WeakSet<FastifyRequest>();
  let underWay = 0;
  // After a route's onRequest, which may have answered from memory, and before the body is read.
  app.addHook('preParsing', ({ url }, _reply, payload, done) => {
    const isShed =
      shedPaths.some((path) => url.startsWith(path)) &&
      (underWay >= underWayMax || !loop.admits(performance.now()));
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

  const timer = setInterval(() => loop.tick(performance.now()), TICK_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/**
 * An event loop that stays late has more to do than it can. Adaptive admission: then fewer requests are let in from tick to
 * tick, until ticks come in time, and then more again. What waits is in the connections, where it cannot be counted.
 */
export class LateLoop {
  #lastMs: number | undefined;
  #lateTicks = 0;
  /** The tick that is due has been counted by a request. */
  #isCounted = false;
  #admitted = 0;
  #limit = Number.POSITIVE_INFINITY;

  /** Called by a timer, every TICK_MS if it can. */
  tick(nowMs: number): void {
    if (!this.#isCounted) this.#endTick(nowMs);
    this.#isCounted = false;
  }

  /** Whether one more request is let in. Counts it. */
  admits(nowMs: number): boolean {
    // Timers get no turn at all while more than a thousand connections have something to read.
    if (this.#lastMs !== undefined && nowMs - this.#lastMs > TICK_MS + LATE_MS) {
      this.#endTick(nowMs);
      this.#isCounted = true;
    }
    if (this.#admitted >= this.#limit) return false;
    this.#admitted++;
    return true;
  }

  #endTick(nowMs: number): void {
    const isLate = this.#lastMs !== undefined && nowMs - this.#lastMs > TICK_MS + LATE_MS;
    this.#lastMs = nowMs;
    this.#lateTicks = isLate ? this.#lateTicks + 1 : 0;
    const isLimiting = this.#limit < Number.POSITIVE_INFINITY;
    if (!isLate) {
      this.#limit *= GROWTH;
      if (this.#limit > ADMITTED_MAX) this.#limit = Number.POSITIVE_INFINITY;
    } else if (isLimiting || this.#lateTicks >= LATE_TICKS) {
      this.#limit = Math.max(ADMITTED_MIN, CUT * Math.min(this.#limit, this.#admitted));
    }
    this.#admitted = 0;
  }
}
