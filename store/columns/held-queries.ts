// Questions about the set that is loaded now, in either database. Whoever asks holds the set until the answer is complete, so
// that it stays open if another one replaces it meanwhile.
import type { ParcelQueries } from '../parcel-queries.ts';

export type HeldQueries = { queries: ParcelQueries; release(): void };

type Options = {
  /** Undefined while nothing is loaded: every answer is empty then. */
  hold: () => Promise<HeldQueries | undefined>;
  /** Fires when the store closes, which waits for those who hold a set. */
  closing: AbortSignal;
};

const noParcels = Buffer.from('[]');
const noPins = Buffer.from(JSON.stringify({ count: 0, pins: [], lots: [] }));

export function queriesOfHeldSet({ hold, closing }: Options): ParcelQueries {
  const untilClosed = (signal: AbortSignal) => AbortSignal.any([signal, closing]);
  const ask = async <Answer>(
    whenEmpty: Answer,
    question: (queries: ParcelQueries) => Promise<Answer>,
  ): Promise<Answer> => {
    const held = await hold();
    if (!held) return whenEmpty;
    try {
      return await question(held.queries);
    } finally {
      held.release();
    }
  };
  const version = '';
  return {
    select: (query, signal) =>
      ask({ version, count: 0, acres: 0, bounds: null, rows: 0, json: noParcels }, (queries) =>
        queries.select(query, untilClosed(signal)),
      ),
    pins: (filter, signal) =>
      ask({ version, json: noPins }, (queries) => queries.pins(filter, untilClosed(signal))),
    values: (query, signal) =>
      ask({ values: [], distinct: 0 }, (queries) => queries.values(query, untilClosed(signal))),
    quartiles: (query, signal) =>
      ask({ quartiles: null, others: [] }, (queries) => queries.quartiles(query, untilClosed(signal))),
    countyFields: () => ask([] as string[], (queries) => queries.countyFields()),
    labelsOf: (sources) => ask([] as string[], (queries) => queries.labelsOf(sources)),
    async *stream(filter, signal) {
      const held = await hold();
      if (!held) {
        yield { version, count: 0, parcels: [] };
        return;
      }
      try {
        yield* held.queries.stream(filter, untilClosed(signal));
      } finally {
        held.release();
      }
    },
  };
}
