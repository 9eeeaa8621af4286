// Answers requests that take long in fair turns, a few at a time.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusals } from '../contract/messages.ts';
import { type Client, createFairQueue } from '../runtime/fair-queue.ts';
import { Failure } from './failure.ts';

/**
 * A request that has gone away is not answered, and one that waits behind too many of its own is refused with 503. The signal fires
 * when nobody waits for the answer any more; the turn is over when `answer` has settled, not before. (Fastify's `request.signal` goes by the request: with a body, that is over once
 * the body has been read, so it fires too early or never.)
 */
export type InTurn = <Answer>(
  reply: FastifyReply,
  answer: (signal: AbortSignal) => Promise<Answer>,
) => Promise<Answer>;

type Parts = {
  /** Who waits for an answer. */
  clientOf: (request: FastifyRequest) => Promise<Client>;
  limits: Parameters<typeof createFairQueue>[0];
  /** Of a turn, after which it is ended if somebody else has to wait. Without it, turns are never shared out. */
  shareMs?: number;
};

/**
 * Of queries about sets, in whichever feature: as many run as threads answer. A person has one of them at a time, so that behind
 * a query that takes long those of others are answered.
 */
export const QUERY_LIMITS = {
  runningMax: 2,
  personRunningMax: 1,
  strangersRunningMax: 1,
  waitingMax: 32,
  sharesTime: true,
};
/** Ordinary ones take a hundredth of it. */
export const QUERY_SHARE_MS = 3000;
/** A wait that is too long while others have had their share. */
const WAIT_MS = 500;

const RETRY_SECONDS = 2;
/** Less than HANDLER_TIMEOUT_MS of server/http-server.ts, which knows of no better text than that something went wrong. */
const ANSWER_MS_MAX = 28_000;

type Turn = Client & { since: number; giveUp(): void };

export function createTurns(app: FastifyInstance, { clientOf, limits, shareMs = Infinity }: Parts): InTurn {
  const queue = createFairQueue(limits);
  const running = new Set<Turn>();
  /** Ends the longest turn for somebody who waits, unless for one of their own. Strangers wait for the one turn that they all have. */
  const makeRoom = ({ name, isStranger }: Client) => {
    const turns = [...running].sort((one, other) => one.since - other.since);
    const ofStrangers = turns.filter((turn) => turn.isStranger);
    const [longest] = isStranger && ofStrangers.length > 0 ? ofStrangers : turns;
    const hasOwn = turns.some((turn) => turn.name === name && turn.isStranger === isStranger);
    if (longest && !hasOwn && performance.now() - longest.since >= shareMs) longest.giveUp();
  };
  app.addHook('onClose', async () => queue.close());
  return async (reply, answer) => {
    const client = await clientOf(reply.request);
    return new Promise((resolve, reject) => {
      const nobodyWaits = new AbortController();
      let isRunning = false;
      const refuse = () => {
        const text = isRunning ? refusals.queryTooLong : refusals.serverBusy;
        reject(new Failure(503, text, { retryAfterSeconds: RETRY_SECONDS }));
      };
      const impatience = setInterval(() => makeRoom(client), WAIT_MS);
      const run = () => {
        clearInterval(impatience);
        isRunning = true;
        const turn = { ...client, since: performance.now(), giveUp };
        running.add(turn);
        return answer(nobodyWaits.signal)
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            running.delete(turn);
          });
      };
      const leave = queue.enter({ client, run, drop: refuse });
      const giveUp = () => {
        clearTimeout(timer);
        clearInterval(impatience);
        leave();
        refuse();
        nobodyWaits.abort();
      };
      const timer = setTimeout(giveUp, ANSWER_MS_MAX);
      if (reply.raw.destroyed) giveUp();
      else reply.raw.once('close', giveUp);
    });
  };
}

type Answer<Value> = (signal: AbortSignal) => Promise<Value>;

/** A stream of parcels that begins in a turn: its filter is decided then, which may take long, unlike what follows. */
export async function* streamInTurn<Part>(
  open: (signal: AbortSignal) => AsyncIterable<Part>,
  inTurn: (first: Answer<IteratorResult<Part>>) => Promise<IteratorResult<Part>>,
): AsyncGenerator<Part> {
  const stop = new AbortController();
  const all = open(stop.signal)[Symbol.asyncIterator]();
  const first = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => stop.abort(signal.reason));
    return all.next();
  };
  try {
    for (let next = await inTurn(first); !next.done; next = await all.next()) yield next.value;
  } finally {
    await all.return?.();
  }
}
