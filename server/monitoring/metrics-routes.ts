// GET /metrics in Prometheus' text format, open to this machine only unless METRICS_ACCESS=public.
import type { FastifyInstance } from 'fastify';
import { messages } from '../../contract/messages.ts';
import { Failure } from '../failure.ts';
import { isLocalRequest } from '../loopback.ts';
import type { RequestMetrics } from './request-metrics.ts';

type Parts = {
  requests: RequestMetrics;
  access: 'local' | 'public';
  tileCache: () => { hits: number; misses: number; bytes: number };
  parcelCount: () => number;
};

function metric(type: 'counter' | 'gauge', name: string, value: number): string[] {
  return [`# TYPE ${name} ${type}`, `${name} ${value}`];
}

export function metricsRoutes(
  app: FastifyInstance,
  { requests, access, tileCache, parcelCount }: Parts,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    requests.route(request.routeOptions.url ?? 'none').count({
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
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
