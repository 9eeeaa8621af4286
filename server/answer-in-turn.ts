// Answers requests that take long in fair turns, a few at a time.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { type Client, createFairQueue } from '../runtime/fair-queue.ts';
import { Failure } from './failure.ts';

/** A request that has gone away is not answered, and one that waits behind too many of its own is refused with 503. */
export type InTurn = <Answer>(request: FastifyRequest, answer: () => Promise<Answer>) => Promise<Answer>;

type Parts = {
  /** Who waits for an answer. */
  clientOf: (request: FastifyRequest) => Promise<Client>;
  limits: Parameters<typeof createFairQueue>[0];
};

const RETRY_SECONDS = 2;

export function createTurns(app: FastifyInstance, { clientOf, limits }: Parts): InTurn {
  const queue = createFairQueue(limits);
  app.addHook('onClose', async () => queue.close());
  return async (request, answer) => {
    const client = await clientOf(request);
    return new Promise((resolve, reject) => {
      const refuse = () =>
        reject(new Failure(503, messages.serverBusy, { retryAfterSeconds: RETRY_SECONDS }));
      const leave = queue.enter({ client, run: () => answer().then(resolve, reject), drop: refuse });
      const leaveAndRefuse = () => {
        leave();
        refuse();
      };
      if (request.signal.aborted) leaveAndRefuse();
      else request.signal.addEventListener('abort', leaveAndRefuse, { once: true });
    });
  };
}
