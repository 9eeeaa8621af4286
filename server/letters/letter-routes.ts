// Letters to the owners of a set of parcels: who gets one, labels to print, and a table for mail merge.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type LabelsQuery, labelsQuery, type NoticesAnswer, noticesQuery } from '../../contract/letters.ts';
import { LETTERS_MAX, OWN_PARCELS_MAX } from '../../contract/limits.ts';
import { messages, refusals } from '../../contract/messages.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import { isOutOfMemory, openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import type { AskedFilter } from '../../store/parcel-queries.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { createTurns, type InTurn, QUERY_LIMITS, streamInTurn } from '../answer-in-turn.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import { filterOfText, setOfRequest, setRouteOptions } from '../set-of-request.ts';
import { labelSheets, labelsPerSheet } from './label-sheets.ts';
import type { LetterCalls } from './letter-worker.ts';

type Parts = {
  parcels: Pick<ParcelStore, 'current' | 'queries'>;
  clientOf: (request: FastifyRequest) => Promise<Client>;
  inQueryTurn: InTurn;
};

/** As long as letters to 30,000 owners take: then somebody else's come first. */
const SHARE_MS = 10_000;
/** Letters are gathered with many calls, and only a long one has to be cut short. */
const STOP_MS = 1500;
/** Of each thread: 30,000 letters, and the PINs of a million parcels, take a quarter of it. */
const HEAP_MB_MAX = 512;

type Thread = WorkerCaller<LetterCalls>;

/** The letters are in the thread. */
type Notices = {
  thread: Thread;
  /** In the set. */
  parcels: number;
  letters: number;
  /** The names of the sources that the parcels come from. */
  sources: Set<string>;
};

export function letterRoutes(app: FastifyInstance, { parcels, clientOf, inQueryTurn }: Parts): void {
  const threads: Thread[] = [];
  const free: Thread[] = [];
  // Runs after the hook of the turns, which drops those that wait.
  app.addHook('onClose', async () => {
    for (const thread of threads) thread.end();
  });
  const inTurn = createTurns(app, { clientOf, limits: QUERY_LIMITS, shareMs: SHARE_MS });

  app.route({
    method: ['GET', 'POST'],
    url: '/api/notices',
    ...setRouteOptions,
    handler: (request, reply): Promise<NoticesAnswer> => {
      const { filter, others } = letterSet(request);
      const { limit, offset, ...whom } = parseInput(noticesQuery, others);
      return withNotices(reply, { filter, ...whom }, async ({ thread, parcels }) => ({
        parcels,
        ...(await thread.call('list', { offset, limit })),
      }));
    },
  });

  app.route({
    method: ['GET', 'POST'],
    url: '/api/labels',
    ...setRouteOptions,
    handler: (request, reply) => {
      const { filter, others } = letterSet(request);
      const { format, start, re, ...whom } = parseInput(labelsQuery, others);
      if (format !== 'csv' && start > labelsPerSheet(labelSheets[format])) {
        throw new Failure(400, `start must lie between 1 and ${labelsPerSheet(labelSheets[format])}.`);
      }
      return withNotices(reply, { filter, ...whom }, async ({ thread, sources, ...of }) => {
        const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf';
        const headers = { 'Content-Type': type, 'Content-Disposition': attachment(format, sources) };
        if (format === 'csv') {
          const csv = await thread.call('csv', undefined);
          reply.headers(headers);
          return csv;
        }
        if (of.letters === 0)
          throw new Failure(404, of.parcels === 0 ? refusals.emptySet : refusals.noLetters);
        const title = `Labels, ${[...sources].join(', ')}`;
        const pdf = await thread.call('labels', { re, format, start, title });
        reply.headers(headers);
        return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
      });
    },
  });

  type Asked = { filter: AskedFilter } & Pick<LabelsQuery, 'merge' | 'own'>;

  /** In a turn, with a thread that makes these letters alone. If nobody waits for them any more, and it does not stop, it ends wherever it is. */
  function withNotices<Answer>(
    reply: FastifyReply,
    asked: Asked,
    answer: (notices: Notices) => Promise<Answer>,
  ): Promise<Answer> {
    if (!parcels.current()) throw new Failure(404, messages.noParcelsYet);
    return inTurn(reply, async (signal) => {
      const thread = free.pop() ?? startThread();
      let watchdog: ReturnType<typeof setTimeout> | undefined;
      const stop = () => {
        watchdog = setTimeout(() => thread.end(), STOP_MS);
      };
      signal.addEventListener('abort', stop);
      try {
        return await answer(await gather(thread, asked, { signal, reply }));
      } catch (error) {
        throw isOutOfMemory(error) ? new Failure(400, refusals.queryTooLarge) : error;
      } finally {
        // The signal fires at the end of the answer, too, when the thread works for somebody else.
        signal.removeEventListener('abort', stop);
        clearTimeout(watchdog);
        free.push(thread);
      }
    });
  }

  function startThread(): Thread {
    const source = new URL('./letter-worker.ts', import.meta.url);
    const thread = openWorker<LetterCalls>(source, {}, { heapMbMax: HEAP_MB_MAX });
    threads.push(thread);
    return thread;
  }

  async function gather(
    thread: Thread,
    { filter, merge, own }: Asked,
    { signal, reply }: { signal: AbortSignal; reply: FastifyReply },
  ): Promise<Notices> {
    async function* batchesOf(set: AskedFilter): AsyncGenerator<SetParcel[]> {
      const open = (stopped: AbortSignal) => parcels.queries.stream(set, AbortSignal.any([signal, stopped]));
      for await (const batch of streamInTurn(open, (first) => inQueryTurn(reply, first))) yield batch.parcels;
      signal.throwIfAborted();
    }
    await thread.call('begin', merge);
    if (own !== undefined) {
      let count = 0;
      for await (const batch of batchesOf(filterOfText(own, 'own'))) {
        count += batch.length;
        if (count > OWN_PARCELS_MAX) throw new Failure(400, refusals.tooManyOwn);
        await thread.call('leaveOut', batch.map(noticed));
      }
      if (count === 0) throw new Failure(400, refusals.noneOwn);
    }
    const notices = { thread, parcels: 0, letters: 0, sources: new Set<string>() };
    for await (const batch of batchesOf(filter)) {
      notices.parcels += batch.length;
      for (const { source } of batch) notices.sources.add(source);
      notices.letters = await thread.call('add', batch.map(noticed));
      if (notices.letters > LETTERS_MAX) throw new Failure(400, refusals.tooManyLetters);
    }
    return notices;
  }

  /** After the source and the day of its data. */
  function attachment(format: LabelsQuery['format'], names: Set<string>): string {
    const sources = (parcels.current()?.sources ?? []).filter(({ name }) => names.has(name));
    const days = sources.map(({ dataDate, loadedAt }) => dataDate ?? loadedAt.slice(0, 10)).sort();
    const what = format === 'csv' ? 'letters' : `labels-${format}`;
    const parts = [sources.length === 1 ? sources[0]!.name : [], what, days.at(-1) ?? []].flat();
    const ending = format === 'csv' ? 'csv' : 'pdf';
    return `attachment; filename="${parts.join('-').replace(/[^\w.-]/g, '_')}.${ending}"`;
  }
}

/** Letters are in the order of PINs. */
function letterSet(request: FastifyRequest): ReturnType<typeof setOfRequest> {
  const set = setOfRequest(request);
  if (set.sort.length > 0) throw new Failure(400, 'sort: letters are in the order of PINs.');
  return set;
}

const noticed = ({ pin, name, add1, add2, city, state, zip }: SetParcel) => ({
  pin,
  name,
  add1,
  add2,
  city,
  state,
  zip,
});
