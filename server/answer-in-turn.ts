// Answers requests that take long in fair turns, a few at a time.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { type Client, createFairQueue } from '../runtime/fair-queue.ts';
import { Failure } from './failure.ts';

/**
 * A request that has gone away is not answered, and one that waits behind too many of its own is refused with 503. The signal fires
 * when nobody waits for the answer any more. (Fastify's `request.signal` goes by the request: with a body, that is over once
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
};

/**
 * Of queries about sets, in whichever feature: as many run as threads answer. A person has one of them at a time, so that behind
 * a query that takes long those of others are answered.
 */
export const QUERY_LIMITS = { runningMax: 2, personRunningMax: 1, strangersRunningMax: 1, waitingMax: 32 };

const RETRY_SECONDS = 2;
/** Less than HANDLER_TIMEOUT_MS of server/http-server.ts, which knows of no better text than that something went wrong. */
const ANSWER_MS_MAX = 28_000;

export function createTurns(app: FastifyInstance, { clientOf, limits }: Parts): InTurn {
  const queue = createFairQueue(limits);
  app.addHook('onClose', async () => queue.close());
  return async (reply, answer) => {
    const client = await clientOf(reply.request);
    return new Promise((resolve, reject) => {
      const nobodyWaits = new AbortController();
      let isRunning = false;
      const refuse = () => {
        const text = isRunning ? messages.queryTooLong : messages.serverBusy;
        reject(new Failure(503, text, { retryAfterSeconds: RETRY_SECONDS }));
      };
      const run = () => {
        isRunning = true;
        return answer(nobodyWaits.signal)
          .then(resolve, reject)
          .finally(() => clearTimeout(timer));
      };
      const leave = queue.enter({ client, run, drop: refuse });
      const giveUp = () => {
        clearTimeout(timer);
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

/** A stream of parcels that begins in a turn: its filter is decided then, which may take long, unlike what follows. */
export async function* streamInTurn<Part>(
  parts: AsyncIterable<Part>,
  inTurn: (first: () => Promise<IteratorResult<Part>>) => Promise<IteratorResult<Part>>,
): AsyncGenerator<Part> {
  const all = parts[Symbol.asyncIterator]();
  try {
    for (let next = await inTurn(() => all.next()); !next.done; next = await all.next()) yield next.value;
  } finally {
    await all.return?.();
  }
}
