// Metrics: their format, their counts, and who may read them.

import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusals } from '../../contract/messages.ts';
import { noClusterBus } from '../../runtime/cluster-bus.ts';
import { VERSION } from '../../runtime/version.ts';
import { replyFailure } from '../failure.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { RequestMetrics } from './request-metrics.ts';

const TOKEN = 'a-token-for-prometheus';

type Given = Partial<Parameters<typeof metricsRoutes>[1]>;

function appWith({
  access = 'public',
  token,
  clusterBus = noClusterBus,
  ...given
}: Given = {}): FastifyInstance {
  const app = Fastify();
  app.setErrorHandler(replyFailure);
  metricsRoutes(app, {
    requests: new RequestMetrics(),
    clusterBus,
    access,
    token,
    tileCache: () => ({ hits: 3, misses: 1, bytes: 900 }),
    parcelCount: () => 42,
    mailFailures: () => 2,
    lastBackupAt: async () => new Date('2026-07-03T03:15:00.250Z'),
    ...given,
  });
  app.get('/api/parcels/:pin', async () => 'a parcel');
  return app;
}

let app: FastifyInstance;
let guarded: FastifyInstance;
let closed: FastifyInstance;
beforeAll(() => {
  app = appWith();
  guarded = appWith({ access: 'token', token: TOKEN });
  closed = appWith({ access: 'token' });
});
afterAll(() => Promise.all([app.close(), guarded.close(), closed.close()]));

test('answers are counted by route pattern and status', async () => {
  for (const url of ['/api/parcels/1', '/api/parcels/2', '/nowhere']) await app.inject(url);
  const answer = await app.inject('/metrics');
  expect(answer.headers['content-type']).toMatch('text/plain; version=0.0.4');
  const lines = answer.body.split('\n');
  expect(lines).toContain(
    'platbook_http_requests_total{method="GET",route="/api/parcels/:pin",status="200"} 2',
  );
  expect(lines).toContain('platbook_http_requests_total{method="GET",route="none",status="404"} 1');
  expect(lines).toContain('platbook_http_request_seconds_bucket{route="/api/parcels/:pin",le="+Inf"} 2');
  expect(lines).toContain('platbook_http_request_seconds_count{route="/api/parcels/:pin"} 2');
  expect(lines).toContain('platbook_tile_cache_hits_total 3');
  expect(lines).toContain('platbook_parcels 42');
  expect(lines).toContain(`platbook_build_info{version="${VERSION}",node="${process.version}"} 1`);
  expect(answer.body).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('the time of processors grows, mail that failed is counted, and the last backup has its time', async () => {
  const cpuSeconds = async () =>
    Number(/^process_cpu_seconds_total ([\d.]+)$/m.exec((await app.inject('/metrics')).body)![1]);
  const before = await cpuSeconds();
  const { user, system } = process.cpuUsage();
  while (process.cpuUsage().user + process.cpuUsage().system < user + system + 20_000);
  const after = await cpuSeconds();
  expect(after).toBeGreaterThanOrEqual(before + 0.02);
  expect(after).toBeLessThanOrEqual((process.cpuUsage().user + process.cpuUsage().system) / 1e6);
  const { body } = await app.inject('/metrics');
  expect(body).toContain('# TYPE platbook_mail_failures_total counter\nplatbook_mail_failures_total 2\n');
  expect(body).toContain(
    `# TYPE platbook_last_backup_timestamp_seconds gauge\nplatbook_last_backup_timestamp_seconds ${Date.UTC(2026, 6, 3, 3, 15) / 1000 + 0.25}\n`,
  );
});

test('without mail, and without a backup, there is no such line that an alarm could take for zero', async () => {
  const bare = appWith({ mailFailures: undefined, lastBackupAt: async () => undefined });
  const { body } = await bare.inject('/metrics');
  expect(body).not.toMatch(/mail|backup/);
  await bare.close();
});

test('every line is in the Prometheus text format', async () => {
  const { body } = await app.inject('/metrics');
  for (const line of body.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z_]+(\{[^{}]*\})? [0-9.e+-]+)$/);
  }
});

test('with METRICS_ACCESS=public everybody may read them', async () => {
  const answer = await app.inject({ url: '/metrics', remoteAddress: '192.168.1.20' });
  expect(answer.statusCode).toBe(200);
});

test('who sends the token may read them, from anywhere', async () => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.5' };
  const answer = await guarded.inject({ url: '/metrics', remoteAddress: '192.168.1.20', headers });
  expect(answer.statusCode).toBe(200);
});

test.each([
  undefined,
  'Bearer',
  'Bearer wrong',
  `Bearer ${TOKEN}x`,
  `Bearer ${TOKEN.slice(0, -1)}`,
  `Basic ${TOKEN}`,
  TOKEN,
])('nobody else may, not even from this machine: %s', async (authorization) => {
  const headers = { host: 'localhost:3000', ...(authorization && { authorization }) };
  const answer = await guarded.inject({ url: '/metrics', headers });
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
  expect(answer.json()).toEqual({ message: refusals.metricsNeedToken });
});

test('without a token that is set nobody may, and the answer names the setting', async () => {
  for (const authorization of [undefined, 'Bearer undefined', 'Bearer ']) {
    const headers = { host: 'localhost:3000', ...(authorization && { authorization }) };
    const answer = await closed.inject({ url: '/metrics', headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: refusals.metricsClosed });
  }
  expect(refusals.metricsClosed).toContain('METRICS_TOKEN');
});

test('of several processes that serve together, all are added up, whichever is asked', async () => {
  let linesOfOther: () => unknown = () => [];
  const other = appWith({
    clusterBus: {
      ...noClusterBus,
      answer: (_topic, answer) => {
        linesOfOther = () => answer(undefined);
      },
    },
  });
  for (const url of ['/api/parcels/1', '/api/parcels/2']) await other.inject(url);
  await other.inject({ url: '/api/parcels/3', method: 'POST' });
  const asked = appWith({
    clusterBus: { ...noClusterBus, ask: async () => [linesOfOther(), linesOfOther()] },
  });
  await asked.inject('/api/parcels/1');
  const { body } = await asked.inject('/metrics');
  const sums = body.trimEnd().split('\n');
  expect(sums).toContain(
    'platbook_http_requests_total{method="GET",route="/api/parcels/:pin",status="200"} 5',
  );
  expect(sums).toContain('platbook_http_requests_total{method="POST",route="none",status="404"} 2');
  expect(sums).toContain('platbook_http_request_seconds_count{route="/api/parcels/:pin"} 5');
  expect(sums).toContain('platbook_tile_cache_hits_total 9');
  expect(sums).toContain('platbook_processes 3');
  expect(sums).toContain('platbook_mail_failures_total 6');
  expect(sums.filter((line) => line.startsWith('platbook_last_backup'))).toHaveLength(1);
  expect(sums).toContain('platbook_parcels 42');
  // Every kind of metric is one group, below one line that names its type.
  const types = sums.filter((line) => line.startsWith('# TYPE'));
  expect(new Set(types).size).toBe(types.length);
  const groups = sums
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.replace(/(_bucket|_sum|_count)?[{ ].*/, ''));
  expect(groups.filter((name, at) => name !== groups[at - 1]).length).toBe(new Set(groups).size);
  await Promise.all([other.close(), asked.close()]);
});
