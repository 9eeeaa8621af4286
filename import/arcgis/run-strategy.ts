// Works through the requests of a strategy, several in flight.
import type { PageRequest, Strategy } from './strategy.ts';

export type RequestOutcome =
  | { kind: 'done' }
  /** The server turned out not to do this: completes "The server …". */
  | { kind: 'violation'; what: string };

/**
 * `isEnough` ends it early; requests in flight are waited for. Answers with the violation, if there was one. The
 * first error of a request ends it, too, and is thrown.
 */
export async function runStrategy(o: {
  strategy: Strategy;
  /** For the next request. */
  rows(): number;
  lanes: number;
  isEnough(): boolean;
  fetchPage(pageRequest: PageRequest): Promise<RequestOutcome>;
}): Promise<string | undefined> {
  let inFlight = 0;
  let violation: string | undefined;
  const errors: unknown[] = [];
  let waiting: (() => void)[] = [];

  const lane = async () => {
    while (violation === undefined && errors.length === 0 && !o.isEnough()) {
      const pageRequest = o.strategy.take(o.rows());
      if (!pageRequest) {
        // A request in flight may yet put requests back.
        if (inFlight === 0) return;
        await new Promise<void>((resolve) => waiting.push(resolve));
        continue;
      }
      inFlight++;
      try {
        const outcome = await o.fetchPage(pageRequest);
        if (outcome.kind === 'violation') violation ??= outcome.what;
      } catch (error) {
        errors.push(error);
      } finally {
        inFlight--;
        const woken = waiting;
        waiting = [];
        for (const resolve of woken) resolve();
      }
    }
  };
  await Promise.all(Array.from({ length: o.lanes }, lane));
  if (errors.length > 0) throw errors[0];
  return violation;
}
