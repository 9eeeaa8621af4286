// Load shedding: with more work under way than the server can finish soon, further requests are refused at once (503 with
// Retry-After) instead of waiting in a queue that only grows. Refusing is cheap, so the server recovers as soon as the load
// falls. Health checks, metrics, settings and the files of the page are answered all the same.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import type { AnswerHeaders } from './answer-headers.ts';
import { nextRequestId } from './request-id.ts';
import type { CountAnswer, Shortcut } from './whole-answer.ts';

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
/** A line in the log at most this often. */
const LOG_EVERY_MS = 60_000;

/** The calls that cost work. */
const shedPaths = ['/api/', '/tiles/', '/sdk/', '/geocoding/', '/maps/', '/events/'];

const bodies = {
  own: JSON.stringify({ message: messages.serverBusy }),
  /** In the shape that the authentication provider's client library reads. */
  provider: JSON.stringify({
    status_code: 503,
    error_type: 'server_unavailable',
    error_message: messages.serverBusy,
  }),
};

const refusal = (
  body: string,
  { byName }: AnswerHeaders,
): { body: string; headers: OutgoingHttpHeaders } => ({
  body,
  headers: {
    ...byName,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_AFTER_SECONDS,
  },
});

export type LoadShedding = {
  /** Comes after other shortcuts: their answers cost no more than a refusal. */
  refuse: Shortcut;
  /** Counts the handlers at work. Before any route is added. */
  follow(app: FastifyInstance): void;
};

type Options = {
  count: CountAnswer;
  headers: AnswerHeaders;
  underWayMax?: number;
  loop?: Pick<LateLoop, 'tick' | 'admits'>;
};

export function createLoadShedding({
  count,
  headers: ofEveryAnswer,
  underWayMax = UNDER_WAY_MAX,
  loop = new LateLoop(),
}: Options): LoadShedding {
  const own = refusal(bodies.own, ofEveryAnswer);
  const provider = refusal(bodies.provider, ofEveryAnswer);
  let underWay = 0;
  let onRefused = () => {};

  return {
    refuse(request, response) {
      const { url = '', method = '' } = request;
      if (!shedPaths.some((path) => url.startsWith(path))) return false;
      if (underWay < underWayMax && loop.admits(performance.now())) return false;
      const { body, headers } = url.startsWith('/sdk/') ? provider : own;
      response.setHeader('X-Request-Id', nextRequestId()).writeHead(503, headers).end(body);
      count({ method, status: 503, seconds: 0 });
      onRefused();
      return true;
    },

    follow(app) {
      const atWork = new WeakSet<FastifyRequest>();
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

      let loggedAtMs = Number.NEGATIVE_INFINITY;
      onRefused = () => {
        const nowMs = performance.now();
        if (nowMs - loggedAtMs < LOG_EVERY_MS) return;
        loggedAtMs = nowMs;
        app.log.warn({ underWay }, 'Too much is under way: requests are refused with 503.');
      };
    },
  };
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
