// GET and POST /api/export: a set of parcels as a file. The answer begins when the first bytes of the file are there, so that whatever
// fails before that is said in words; what fails later breaks the connection.
import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { messages, refusals } from '../../contract/messages.ts';
import type { ClusterBus } from '../../runtime/cluster-bus.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import type { AskedFilter, ExportedParcel, ParcelQueries } from '../../store/parcel-queries.ts';
import type { ParcelSet, ParcelStore } from '../../store/parcel-store.ts';
import type { InTurn } from '../answer-in-turn.ts';
import { Failure, logFault } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import { Places } from '../places.ts';
import type { RequireReader } from '../require-session.ts';
import { setOfRequest, setRouteOptions } from '../set-of-request.ts';
import { type AboutExport, aboutHeaders } from './about-export.ts';
import { type ExportFormat, exportWriters } from './export-writers.ts';

type Parts = {
  parcels: Pick<ParcelStore, 'current'>;
  queries: Pick<ParcelQueries, 'stream' | 'values' | 'labelsOf'>;
  requireReader: RequireReader;
  clientOf: (request: FastifyRequest) => Promise<Client>;
  inQueryTurn: InTurn;
  clusterBus: ClusterBus;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Each holds a thread, a disk and a version of the parcels for minutes. */
export const EXPORTS_MAX = 6;
const places = {
  topic: 'exports',
  ofOneMax: 2,
  max: EXPORTS_MAX,
  strangersMax: 3,
  tooManyOfOne: refusals.tooManyExports,
  noneFree: refusals.exportsBusy,
};
/** A place is not held for longer, however slowly somebody reads. */
const EXPORT_MS_MAX = 60 * 60 * 1000;
/** While an import replaces the parcels, the description and the parcels may be of two versions. */
const TRIES = 3;

const formats = Object.keys(exportWriters) as [ExportFormat, ...ExportFormat[]];
const exportQuery = z.strictObject({
  format: z.enum(formats, { error: `format must be one of ${formats.join(', ')}.` }),
});

export function exportRoutes(
  app: FastifyInstance,
  { parcels, queries, requireReader, clientOf, inQueryTurn, clusterBus, now }: Parts,
): void {
  const running = new Places(places, clusterBus);

  app.route({
    method: ['GET', 'POST'],
    url: '/api/export',
    ...setRouteOptions,
    config: { mayTakeLong: true },
    handler: async (request, reply) => {
      await requireReader(request);
      const { filter, text, sort, others } = setOfRequest(request);
      const writer = exportWriters[parseInput(exportQuery, others).format];
      if (sort.length > 0) throw new Failure(400, 'sort: exports are in the order of PINs.');
      const leave = await running.enter(await clientOf(request));
      const work = new ExportWork(reply);
      work.onEnd(leave);
      try {
        // To decide the filter may take long; what follows does not hold up anybody's queries.
        const { about, batches, letGo } = await inQueryTurn(reply, (signal) => {
          signal.addEventListener('abort', () => work.end());
          return begin({ filter, text, work });
        });
        const headers = {
          ...aboutHeaders(about, writer.ending),
          'Content-Type': writer.mediaType,
        };
        if (request.method === 'HEAD') {
          work.end();
          await letGo();
          return await reply.headers(headers).send();
        }
        const bytes = writer.write(batches, about, work.signal)[Symbol.asyncIterator]();
        work.onEnd(() => void bytes.return?.().catch(() => {}));
        const first = await bytes.next();
        return await reply.headers(headers).send(work.stream(first, bytes));
      } catch (error) {
        work.end();
        throw error;
      }
    },
  });

  /** Until its end the stream holds the set that is loaded: whoever does not read it lets go of it. */
  type Begun = { about: AboutExport; batches: Batches; letGo: () => Promise<unknown> };
  type Wanted = { filter: AskedFilter; text: string; work: ExportWork };

  /** The parcels and a description of the same version. */
  async function begin(wanted: Wanted): Promise<Begun> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const set = parcels.current();
      if (!set) throw new Failure(404, messages.noParcelsYet);
      const stream = queries.stream(wanted.filter, wanted.work.signal)[Symbol.asyncIterator]();
      try {
        const first = await stream.next();
        const about = await describe(wanted, set);
        wanted.work.signal.throwIfAborted();
        const isSame = parcels.current()?.version === set.version;
        if (isSame && (first.done || first.value.version === set.version)) {
          const { count, parcels: some } = first.done ? { count: 0, parcels: [] } : first.value;
          const hasDistances = some[0]?.feet !== undefined;
          return {
            about: { ...about, count, hasDistances },
            batches: parcelsOf(some, stream),
            letGo: async () => stream.return?.(),
          };
        }
      } catch (error) {
        await stream.return?.();
        throw error;
      }
      await stream.return?.();
    }
    throw new Failure(503, refusals.parcelsChanging, { retryAfterSeconds: 1 });
  }

  async function describe(
    { filter, text, work: { signal } }: Wanted,
    { sources }: ParcelSet,
  ): Promise<Omit<AboutExport, 'count' | 'hasDistances'>> {
    const found = await queries.values({ field: 'source', filter, limit: sources.length }, signal);
    const names = new Set(found.values.map(({ value }) => value));
    const some = sources.filter(({ name }) => names.has(name));
    // Where nothing was found, it was looked for in all of them.
    const named = some.length > 0 ? some : sources;
    return {
      sources: named,
      filter: text === '' ? undefined : text,
      countyFields: await queries.labelsOf(named.map(({ name }) => name)),
      exportedAt: new Date(now()).toISOString(),
    };
  }
}

type Batches = AsyncIterable<readonly ExportedParcel[]>;

async function* parcelsOf(
  first: readonly ExportedParcel[],
  rest: AsyncIterator<{ parcels: ExportedParcel[] }>,
): AsyncGenerator<readonly ExportedParcel[]> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value.parcels;
  } finally {
    await rest.return?.();
  }
}

const isAtWork = () => {};

/** One export, from its place to the last byte, or to the moment when its client goes away. */
class ExportWork {
  readonly signal: AbortSignal;
  readonly #stop = new AbortController();
  readonly #reply: FastifyReply;
  #atEnd: (() => void)[] = [];

  constructor(reply: FastifyReply) {
    this.#reply = reply;
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(new Failure(503, refusals.exportTooLong)), EXPORT_MS_MAX);
    this.onEnd(() => clearTimeout(timer));
    this.signal = AbortSignal.any([this.#stop.signal, tooLong.signal]);
    // A file may have to be complete before its first byte is sent: such a connection is not idle. Node closes it without a listener.
    reply.raw.on('timeout', isAtWork);
    reply.raw.once('close', () => this.end());
  }

  onEnd(run: () => void): void {
    if (this.#stop.signal.aborted) run();
    else this.#atEnd.push(run);
  }

  end(): void {
    // A Failure is not logged as a fault; nobody is there to read it.
    this.#stop.abort(new Failure(499, refusals.badRequest));
    for (const run of this.#atEnd.splice(0)) run();
  }

  stream(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): Readable {
    this.#reply.raw.off('timeout', isAtWork);
    async function* all() {
      for (let next = first; !next.done; next = await rest.next()) yield next.value;
    }
    // A stream of bytes keeps a few chunks ahead of a slow reader, not the file.
    const stream = Readable.from(all(), { objectMode: false });
    stream.once('close', () => this.end());
    // Fastify breaks the connection, and is told not to log requests.
    stream.once('error', (error: FastifyError) => {
      const { request, statusCode: status } = this.#reply;
      if (!(error instanceof Failure)) logFault(error, { request, status });
    });
    return stream;
  }
}
