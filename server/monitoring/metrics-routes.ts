// GET /metrics in Prometheus' text format, open to this machine only unless METRICS_ACCESS=public.
import type { FastifyInstance } from 'fastify';
import { messages } from '../../contract/messages.ts';
import { Failure } from '../failure.ts';
import { isLocalRequest } from '../loopback.ts';

type Parts = {
  access: 'local' | 'public';
  tileCache: () => { hits: number; misses: number; bytes: number };
  parcelCount: () => number;
};

function metric(type: 'counter' | 'gauge', name: string, value: number): string[] {
  return [`# TYPE ${name} ${type}`, `${name} ${value}`];
}

export function metricsRoutes(app: FastifyInstance, { access, tileCache, parcelCount }: Parts): void {
  const requests = createRequestMetrics();

  app.addHook('onResponse', async (request, reply) => {
    requests.count({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });

  app.get('/metrics', async (request, reply) => {
    if (access === 'local' && !isLocalRequest(request)) throw new Failure(403, messages.metricsClosed);
    const cache = tileCache();
    const memory = process.memoryUsage();
    const lines = [
      ...requests.lines(),
      ...metric('counter', 'platbook_tile_cache_hits_total', cache.hits),
      ...metric('counter', 'platbook_tile_cache_misses_total', cache.misses),
      ...metric('gauge', 'platbook_tile_cache_bytes', cache.bytes),
      ...metric('gauge', 'platbook_parcels', parcelCount()),
      ...metric('gauge', 'process_resident_memory_bytes', memory.rss),
      ...metric('gauge', 'nodejs_heap_used_bytes', memory.heapUsed),
      ...metric('gauge', 'process_start_time_seconds', performance.timeOrigin / 1000),
    ];
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return `${lines.join('\n')}\n`;
  });
}

/** Upper bounds of the histogram, in seconds: a tile from memory takes under 1 ms, a slow search some 100 ms. */
const bucketsSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

type Answer = { method: string; route: string; status: number; seconds: number };

type Timing = { count: number; sumSeconds: number; perBucket: number[] };

type RequestMetrics = { count(answer: Answer): void; lines(): string[] };

/** Counts answers by route and status, and keeps a histogram of their times, as long as the process runs. */
function createRequestMetrics(): RequestMetrics {
  const answers = new Map<string, number>();
  const timings = new Map<string, Timing>();

  function count({ method, route, status, seconds }: Answer): void {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    answers.set(labels, (answers.get(labels) ?? 0) + 1);

    const timing = timings.get(route) ?? { count: 0, sumSeconds: 0, perBucket: bucketsSeconds.map(() => 0) };
    timings.set(route, timing);
    timing.count++;
    timing.sumSeconds += seconds;
    const bucket = bucketsSeconds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) timing.perBucket[bucket]!++;
  }

  function histogram([route, { count, sumSeconds, perBucket }]: [string, Timing]): string[] {
    const name = 'platbook_http_request_seconds';
    let upTo = 0;
    return [
      ...bucketsSeconds.map((bound, i) => {
        upTo += perBucket[i]!;
        return `${name}_bucket{route="${route}",le="${bound}"} ${upTo}`;
      }),
      `${name}_bucket{route="${route}",le="+Inf"} ${count}`,
      `${name}_sum{route="${route}"} ${sumSeconds}`,
      `${name}_count{route="${route}"} ${count}`,
    ];
  }

  return {
    count,
    lines: () => [
      '# HELP platbook_http_requests_total Requests answered.',
      '# TYPE platbook_http_requests_total counter',
      ...[...answers].map(([labels, total]) => `platbook_http_requests_total{${labels}} ${total}`),
      '# HELP platbook_http_request_seconds Time from the request to the end of the answer.',
      '# TYPE platbook_http_request_seconds histogram',
      ...[...timings].flatMap(histogram),
    ],
  };
}
