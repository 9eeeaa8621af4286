// The call on a real connection, with a store that a test can hold up, break or replace in the middle.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noClusterBus } from '../../runtime/cluster-bus.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import type { ExportedParcel, ParcelQueries } from '../../store/parcel-queries.ts';
import type { ParcelSet } from '../../store/parcel-store.ts';
import { eventually } from '../../test/eventually.ts';
import { aboutExport } from '../../test/exported-parcels.ts';
import { oddParcels } from '../../test/odd-exports.ts';
import { testFolder } from '../../test/test-folder.ts';
import { createAnswerHeaders } from '../answer-headers.ts';
import { Failure, replyFailure } from '../failure.ts';
import { createHttpServer, limitHandlerTime } from '../http-server.ts';
import { createEventLog } from '../monitoring/event-log.ts';
import { endUnreadAnswers } from '../stalled-connections.ts';
import { EXPORTS_MAX, exportRoutes } from './export-routes.ts';

type Batch = { version: string; count: number; parcels: ExportedParcel[] };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const set = { version: 'v1', sources: aboutExport().sources } as ParcelSet;

async function openServer(o: {
  stream: (signal: AbortSignal) => AsyncGenerator<Batch>;
  current?: () => ParcelSet | undefined;
  handlerTimeoutMs?: number;
  stalledMs?: number;
  labels?: () => Promise<void>;
}) {
  let log = '';
  const app = createHttpServer({
    trustProxy: [],
    log: createEventLog({
      write: (line) => {
        log += line;
      },
    }),
    headers: createAnswerHeaders({ publicUrl: 'http://localhost' }),
    replyUnrouted: replyFailure,
  });
  if (o.handlerTimeoutMs) limitHandlerTime(app, o.handlerTimeoutMs);
  if (o.stalledMs) endUnreadAnswers(app, o.stalledMs);
  const queries: Pick<ParcelQueries, 'stream' | 'values' | 'labelsOf'> = {
    stream: (_filter, signal) => o.stream(signal),
    values: async () => ({ values: [{ value: 'iredell', count: 3 }], distinct: 1 }),
    labelsOf: async () => {
      await o.labels?.();
      return ['SNOW ZONE'];
    },
  };
  exportRoutes(app, {
    parcels: { current: o.current ?? (() => set) },
    queries,
    requireReader: ({ headers }) => {
      if (headers.who === 'nobody') throw new Failure(401, 'Authentication required.');
    },
    clientOf: async ({ headers }): Promise<Client> => {
      const name = String(headers.who ?? 'ann');
      return { name, isStranger: name.startsWith('10.') };
    },
    inQueryTurn: (_reply, answer) => answer(new AbortController().signal),
    clusterBus: noClusterBus,
    now: () => Date.parse('2026-11-18T12:00:00Z'),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  closing.push(() => app.close());

  const connect = async (query: string, who = 'ann') => {
    const sent = httpRequest({ port, path: `/api/export?${query}`, headers: { who }, agent: false });
    // A connection that breaks is looked at on the answer.
    sent.on('error', () => {});
    sent.end();
    closing.unshift(async () => sent.destroy());
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  };
  return { app, connect, log: () => log };
}

async function* three(version = 'v1'): AsyncGenerator<Batch> {
  yield { version, count: 3, parcels: oddParcels.slice(0, 2) };
  yield { version, count: 3, parcels: oddParcels.slice(2) };
}

/** Yields for ever, as fast as it is read. */
async function* endless(): AsyncGenerator<Batch> {
  for (;;) yield { version: 'v1', count: 1e6, parcels: Array(50).fill(oddParcels[0]) };
}

/** For temporary files: other tests write exports at the same time. */
const scratchFolder = testFolder();
beforeEach(() => void vi.stubEnv('TMPDIR', scratchFolder));
afterEach(() => void vi.unstubAllEnvs());

test('[P15] [P16] an export is a file to save, named after source and date, with count, source, date and filter in headers', async () => {
  const { connect } = await openServer({ stream: () => three() });
  const filter = encodeURIComponent("name LIKE 'Müller%' AND taxacres > 1");
  const answer = await connect(`format=csv&filter=${filter}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition':
      'attachment; filename="iredell-parcels-2026-03-01.csv"; ' +
      "filename*=UTF-8''Parcels%20of%20Iredell%20County%2C%20North%20Carolina%202026-03-01.csv",
    'x-parcel-count': '3',
    'x-parcel-source': 'Iredell%20County%2C%20North%20Carolina',
    'x-parcel-date': '2026-03-01',
    'cache-control': 'no-store',
  });
  expect(decodeURIComponent(String(answer.headers['x-parcel-filter']))).toContain('Müller');
  const rows = (await buffer(answer)).toString();
  expect(rows.match(/\r\n(?=0012|1234)/g)).toHaveLength(3);
});

test('[P15] a filter or PINs come in a body, too, and HEAD answers without making a file', async () => {
  const { app } = await openServer({ stream: () => three() });
  const posted = await app.inject({
    method: 'POST',
    url: '/api/export',
    payload: { format: 'geojson', pins: ['0012-3', '0012-4'] },
  });
  expect(posted.statusCode).toBe(200);
  expect(posted.json().features).toHaveLength(3);
  expect(posted.json().about.Filter).toContain("'0012-4'");
  const head = await app.inject({ method: 'HEAD', url: '/api/export?format=gpkg' });
  expect(head.statusCode).toBe(200);
  expect(head.headers['x-parcel-count']).toBe('3');
  expect(head.body).toBe('');
});

test.each([
  ['', 'format must be one of csv, geojson, kml, gpkg, shp.'],
  ['format=xls', 'format must be one of csv, geojson, kml, gpkg, shp.'],
  ['format=csv&format=kml', 'format must be one of csv, geojson, kml, gpkg, shp.'],
  ['format=csv&sort=taxacres', 'sort: exports are in the order of PINs.'],
  ['format=csv&color=red', 'Unknown field: color.'],
])('[P15] %j is refused in a sentence', async (query, message) => {
  const { app } = await openServer({ stream: () => three() });
  const answer = await app.inject(`/api/export?${query}`);
  expect([answer.statusCode, answer.json()]).toEqual([400, { message }]);
});

test('[P15] who may not read parcels may not export them', async () => {
  const { connect } = await openServer({ stream: () => three() });
  expect((await connect('format=csv', 'nobody')).statusCode).toBe(401);
});

test('[P15] without parcels, nothing is exported, in words', async () => {
  const { app } = await openServer({ stream: () => three(), current: () => undefined });
  const answer = await app.inject('/api/export?format=csv');
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'No parcels have been loaded yet.']);
});

test.each(['csv', 'geojson', 'kml'])(
  '[P17] a store that fails in the middle of a %s breaks the connection',
  async (format) => {
    const { connect, log } = await openServer({
      async *stream() {
        for (let at = 0; at < 40; at++)
          yield { version: 'v1', count: 2050, parcels: Array(50).fill(oddParcels[0]) };
        throw new Error('the disk is gone');
      },
    });
    const answer = await connect(`format=${format}`);
    expect(answer.statusCode).toBe(200);
    await expect(buffer(answer)).rejects.toThrow('aborted');
    expect(answer.complete).toBe(false);
    await eventually(() => expect(log()).toContain('the disk is gone'));
  },
);

test.each(['gpkg', 'shp'])('[P17] a store that fails while a %s is made is told in words', async (format) => {
  const { app } = await openServer({
    async *stream() {
      yield* three();
      throw new Error('the disk is gone');
    },
  });
  const answer = await app.inject(`/api/export?format=${format}`);
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([500, undefined]);
  expect(answer.json().message).toMatch(/^Something went wrong/);
});

test.each(['csv', 'gpkg', 'shp'])(
  '[P17] a client that goes away stops a %s, and nothing is left of it',
  async (format) => {
    let isStopped = false;
    const { connect, log } = await openServer({
      async *stream(signal) {
        try {
          for await (const batch of endless()) {
            if (signal.aborted) return;
            yield batch;
          }
        } finally {
          isStopped = true;
        }
      },
    });
    // A GeoPackage of endless parcels never begins to be sent.
    const stop = new AbortController();
    const gone = fetchAborted(connect, format, stop);
    setTimeout(() => stop.abort(), 200);
    await gone;
    await eventually(() => expect(isStopped).toBe(true));
    await eventually(() => expect(readdirSync(scratchFolder)).toEqual([]));
    expect(log()).not.toContain('"failure"');
  },
);

test('[P17] a HEAD, and a client that goes away before the file begins, let go of the parcels', async () => {
  const parcels = { begun: 0, ended: 0 };
  let areLabelsAsked = false;
  let isGone = false;
  let answerLabels = () => {};
  const { app, connect } = await openServer({
    async *stream(signal) {
      signal.addEventListener('abort', () => {
        isGone = parcels.begun === 2;
      });
      parcels.begun++;
      try {
        yield* three();
      } finally {
        parcels.ended++;
      }
    },
    labels: () => {
      areLabelsAsked = true;
      return new Promise((resolve) => {
        answerLabels = resolve;
        if (parcels.begun === 1) resolve();
      });
    },
  });
  expect((await app.inject({ method: 'HEAD', url: '/api/export?format=csv' })).statusCode).toBe(200);
  await eventually(() => expect(parcels).toEqual({ begun: 1, ended: 1 }));
  areLabelsAsked = false;
  connect('format=csv').catch(() => {});
  await eventually(() => expect(areLabelsAsked).toBe(true));
  await closing.shift()!();
  await eventually(() => expect(isGone).toBe(true));
  answerLabels();
  await eventually(() => expect(parcels).toEqual({ begun: 2, ended: 2 }));
});

async function fetchAborted(
  connect: (query: string) => Promise<IncomingMessage>,
  format: string,
  stop: AbortController,
): Promise<void> {
  const answered = connect(`format=${format}`).then((answer) =>
    stop.signal.addEventListener('abort', () => answer.destroy()),
  );
  await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  // Where no answer has come, the request itself is destroyed.
  await Promise.race([answered, Promise.resolve()]);
  await closing.shift()!();
}

test('[P17] a reader that does not read holds the parcels up instead of filling the memory', async () => {
  let batches = 0;
  const { connect } = await openServer({
    async *stream() {
      for await (const batch of endless()) {
        batches++;
        yield batch;
      }
    },
  });
  const answer = await connect('format=geojson');
  answer.pause();
  let last = -1;
  await eventually(async () => {
    const now = batches;
    const isStill = now === last;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isStill).toBe(true);
  });
  // 50 parcels of a kilobyte each: what sockets take is some megabytes.
  expect(batches).toBeLessThan(1000);
});

test('[P18] a third export of one person waits for the first two, and others go on', async () => {
  const { connect } = await openServer({ stream: () => endless() });
  const first = await connect('format=csv');
  await connect('format=csv');
  const third = await connect('format=csv');
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '10']);
  expect((await buffer(third)).toString()).toContain('Two of your exports are still running.');
  expect((await connect('format=csv', 'bob')).statusCode).toBe(200);
  first.destroy();
  await eventually(async () => expect((await connect('format=csv')).statusCode).toBe(200));
});

test('[P18] downloads of three people who never read lose their places, and one that is read slowly goes on', async () => {
  const large = { ...oddParcels[0]!, name: 'x'.repeat(200_000) };
  const { app, connect } = await openServer({
    stalledMs: 500,
    async *stream() {
      for (;;) yield { version: 'v1', count: 1e6, parcels: Array(5).fill(large) };
    },
  });
  const slow = await connect('format=csv', 'slow');
  let isBroken = false;
  slow.on('error', () => {
    isBroken = true;
  });
  const reading = setInterval(() => slow.read(), 20);
  closing.unshift(async () => clearInterval(reading));
  for (const who of ['ann', 'ann', 'bob', 'bob', 'cid']) (await connect('format=csv', who)).pause();
  const connections = () => promisify(app.server.getConnections.bind(app.server))();
  await eventually(async () => expect(await connections()).toBe(1));
  const statuses = [];
  for (const who of ['ann', 'ann', 'bob', 'bob', 'cid'])
    statuses.push((await connect('format=csv', who)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(isBroken).toBe(false);
});

test('[P17] a file whose next bytes are late is not taken for one that nobody reads', async () => {
  const { connect } = await openServer({
    stalledMs: 50,
    async *stream() {
      yield { version: 'v1', count: 51, parcels: Array(50).fill(oddParcels[0]) };
      await new Promise((resolve) => setTimeout(resolve, 300));
      yield { version: 'v1', count: 51, parcels: [oddParcels[0]!] };
    },
  });
  const rows = (await buffer(await connect('format=csv'))).toString();
  expect(rows.match(/\r\n(?=0012|1234)/g)).toHaveLength(51);
});

test('[P18] the server runs a few exports in all, and strangers leave places for those who are signed in', async () => {
  const { connect } = await openServer({ stream: () => endless() });
  const statuses = [];
  for (const who of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
    statuses.push((await connect('format=csv', who)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 503]);
  const people = [];
  for (let at = 0; at < EXPORTS_MAX - 2; at++)
    people.push((await connect('format=csv', `p${at}`)).statusCode);
  expect(people).toEqual([200, 200, 200, 503]);
});

test('[P18] exports that were refused, failed or ended hold no place', async () => {
  const { app } = await openServer({ stream: () => three() });
  for (let at = 0; at < 5; at++) {
    expect((await app.inject('/api/export?format=xls')).statusCode).toBe(400);
    expect((await app.inject('/api/export?format=shp')).statusCode).toBe(200);
    expect((await app.inject({ method: 'HEAD', url: '/api/export?format=kml' })).statusCode).toBe(200);
  }
});

test('[P17] a file that takes longer than other answers may is not cut off', async () => {
  const { connect } = await openServer({
    handlerTimeoutMs: 50,
    async *stream() {
      yield { version: 'v1', count: 1, parcels: [oddParcels[0]!] };
      await new Promise((resolve) => setTimeout(resolve, 200));
    },
  });
  const answer = await connect('format=gpkg');
  expect(answer.statusCode).toBe(200);
  expect((await buffer(answer)).subarray(0, 15).toString()).toBe('SQLite format 3');
});

test('[P17] parcels that are replaced just then are described by the version that is exported, or refused', async () => {
  let version = 'v0';
  const { app } = await openServer({
    current: () => ({ ...set, version }),
    stream: () => {
      version = 'v1';
      return three('v1');
    },
  });
  expect((await app.inject('/api/export?format=csv')).statusCode).toBe(200);
  const restless = await openServer({
    current: () => ({ ...set, version: 'v2' }),
    stream: () => three('v1'),
  });
  const answer = await restless.app.inject('/api/export?format=csv');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
});
