// Metrics: their format, their counts, and who may read them.
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { replyFailure } from '../failure.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { RequestMetrics } from './request-metrics.ts';

function appWith(access: 'local' | 'public'): FastifyInstance {
  const app = Fastify();
  app.setErrorHandler(replyFailure);
  metricsRoutes(app, {
    requests: new RequestMetrics(),
    access,
    tileCache: () => ({ hits: 3, misses: 1, bytes: 900 }),
    parcelCount: () => 42,
  });
  app.get('/api/parcels/:pin', async () => 'a parcel');
  return app;
}

let app: FastifyInstance;
let open: FastifyInstance;
beforeAll(() => {
  app = appWith('local');
  open = appWith('public');
});
afterAll(() => Promise.all([app.close(), open.close()]));

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
  expect(answer.body).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('every line is in the Prometheus text format', async () => {
  const { body } = await app.inject('/metrics');
  for (const line of body.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z_]+(\{[^{}]*\})? [0-9.e+-]+)$/);
  }
});

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  '%s may read them',
  async (remoteAddress) => {
    expect((await app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200);
  },
);

test('other machines may not, nor clients behind a proxy on this machine', async () => {
  for (const request of [
    { remoteAddress: '192.168.1.20' },
    { remoteAddress: '2001:db8::1' },
    { headers: { 'x-forwarded-for': '203.0.113.5' } },
    { headers: { forwarded: 'for=203.0.113.5' } },
    { headers: { 'x-real-ip': '203.0.113.5' } },
    { headers: { via: '1.1 proxy' } },
    { headers: { host: 'rebound.example.org' } },
  ]) {
    const answer = await app.inject({ url: '/metrics', ...request });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ message: messages.metricsClosed });
  }
});

test('other machines may with METRICS_ACCESS=public', async () => {
  const answer = await open.inject({ url: '/metrics', remoteAddress: '192.168.1.20' });
  expect(answer.statusCode).toBe(200);
});
