// Limits per person, and per client without a session: nobody can take the server from everybody else, with how many tabs or
// programs ever. Counted in memory: a count in the store would be the load that this limits. Requests under way are counted by each
// process for itself, as a share of what it can do; changes in all processes of a machine, which share the store.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { refusals } from '../contract/messages.ts';
import type { ClusterBus } from '../runtime/cluster-bus.ts';
import { Failure } from './failure.ts';
import type { Person, RequireSession } from './require-session.ts';

/** A large screen asks for some 50 tiles at once. */
export const REQUESTS_UNDER_WAY_MAX = 64;
/** Of a client without a session: behind one address may be an office. */
export const STRANGERS_REQUESTS_UNDER_WAY_MAX = 256;
/** Account calls go through the account store, where others wait for their sessions. The browser has one or two. */
export const ACCOUNT_CALLS_UNDER_WAY_MAX = 6;
export const CHANGES_PER_MINUTE_MAX = 300;

/** What the processes tell each other. */
const CHANGE = 'a change by a person';
const WINDOW_MS = 60_000;
const RETRY_SOON_SECONDS = 1;
/** People with changes in the last minute. One that is evicted begins a new window. */
const REMEMBERED_MAX = 10_000;

export type PersonLimits = {
  /** The guard, for requests that only read parcels. It then throws a 429, too. */
  limitReads(guard: RequireSession): RequireSession;
  /** Lets a client without a session read. Throws a 429, too. */
  countStranger(request: FastifyRequest, client: string): void;
  /** For answers from memory. */
  readers: UnreadLimit;
  strangers: UnreadLimit;
  /** The guard, for calls to the account store. */
  limitAccountCalls(guard: RequireSession): RequireSession;
  /** Frees what a request holds once it has been answered. Before any route is added. */
  follow(app: FastifyInstance): void;
};

/** Such an answer is under way only if the client does not read it. */
export type UnreadLimit = {
  hasRoom(name: string): boolean;
  /** Until the client has read the answer, or has gone. */
  countUnread(response: ServerResponse, name: string): void;
};

type Parts = {
  clusterBus: ClusterBus;
  now: () => number;
};

export function createPersonLimits({ clusterBus, now }: Parts): PersonLimits {
  const requests = new UnderWay(REQUESTS_UNDER_WAY_MAX);
  const strangers = new UnderWay(STRANGERS_REQUESTS_UNDER_WAY_MAX);
  const accountCalls = new UnderWay(ACCOUNT_CALLS_UNDER_WAY_MAX);
  const windows = new LRUCache<string, { changes: number; endsAtMs: number }>({ max: REMEMBERED_MAX });
  clusterBus.answer(CHANGE, (userId) => void windowOf(userId as string).changes++);

  function windowOf(userId: string) {
    const nowMs = now();
    const window = windows.get(userId);
    // A window that ends later than a new one would dates from before the clock was set back.
    if (window && window.endsAtMs > nowMs && window.endsAtMs <= nowMs + WINDOW_MS) return window;
    const begun = { changes: 0, endsAtMs: nowMs + WINDOW_MS };
    windows.set(userId, begun);
    return begun;
  }

  function countChange(userId: string): void {
    const window = windowOf(userId);
    if (window.changes >= CHANGES_PER_MINUTE_MAX) {
      const retryAfterSeconds = Math.ceil((window.endsAtMs - now()) / 1000);
      throw new Failure(429, refusals.tooManyChanges, { retryAfterSeconds });
    }
    window.changes++;
    // Nobody waits for that: a message costs little beside the change itself.
    void clusterBus.ask(CHANGE, userId);
  }

  const readLimits = (request: FastifyRequest, person: Person): Person => {
    requests.enter(request, person.userId);
    return person;
  };
  const accountLimits = (request: FastifyRequest, person: Person): Person => {
    requests.enter(request, person.userId);
    accountCalls.enter(request, person.userId);
    if (request.method !== 'GET' && request.method !== 'HEAD') countChange(person.userId);
    return person;
  };

  return {
    limitReads: (guard) => withLimits(guard, readLimits),
    countStranger: (request, client) => strangers.enter(request, client),
    readers: requests,
    strangers,
    limitAccountCalls: (guard) => withLimits(guard, accountLimits),
    follow(app) {
      const free = (request: FastifyRequest) => {
        requests.leave(request);
        strangers.leave(request);
        accountCalls.leave(request);
      };
      // A person holds a place until the handler has ended and the answer is sent: a client that hangs up leaves its
      // work behind, and one that does not read keeps its answer in memory.
      app.addHook('onSend', (request, reply, payload, done) => {
        freeWhenClosed(reply, () => free(request));
        done(null, payload);
      });
      app.addHook('onResponse', (request, _reply, done) => {
        free(request);
        done();
      });
    },
  };
}

/** Fastify's onResponse does not run for a client that has hung up. */
export function freeWhenClosed({ raw }: FastifyReply, free: () => void): void {
  if (raw.destroyed) free();
  else raw.once('close', free);
}

/** Not always async: a session that is remembered costs no turn of the event loop. */
function withLimits(
  guard: RequireSession,
  limits: (request: FastifyRequest, person: Person) => Person,
): RequireSession {
  return (request) => {
    const person = guard(request);
    return person instanceof Promise
      ? person.then((found) => limits(request, found))
      : limits(request, person);
  };
}

/** The requests under way by person or client. One without any is not kept. */
class UnderWay implements UnreadLimit {
  readonly #max: number;
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<FastifyRequest | ServerResponse, string>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts a request once, however often it is asked who sent it. */
  enter(request: FastifyRequest, name: string): void {
    if (this.#names.has(request)) return;
    if (!this.hasRoom(name)) {
      throw new Failure(429, refusals.tooManyAtOnce, { retryAfterSeconds: RETRY_SOON_SECONDS });
    }
    this.#add(request, name);
  }

  leave(request: FastifyRequest | ServerResponse): void {
    const name = this.#names.get(request);
    if (name === undefined) return;
    this.#names.delete(request);
    const count = this.#counts.get(name)! - 1;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }

  hasRoom(name: string): boolean {
    return (this.#counts.get(name) ?? 0) < this.#max;
  }

  countUnread(response: ServerResponse, name: string): void {
    // What the operating system has taken is out of our memory: nearly always all of it.
    if (response.writableLength === 0 || response.destroyed) return;
    this.#add(response, name);
    response.once('close', () => this.leave(response));
  }

  #add(request: FastifyRequest | ServerResponse, name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#names.set(request, name);
  }
}
