// GET /metrics in Prometheus' text format, for anyone who sends METRICS_TOKEN, or with METRICS_ACCESS=public for all.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusals } from '../../contract/messages.ts';
import type { ClusterBus } from '../../runtime/cluster-bus.ts';
import { VERSION } from '../../runtime/version.ts';
import { Failure } from '../failure.ts';
import { isSameSecret } from '../same-secret.ts';
import type { RequestMetrics } from './request-metrics.ts';

type Parts = {
  requests: RequestMetrics;
  clusterBus: ClusterBus;
  access: 'token' | 'public';
  /** Undefined: with `token` nobody may read them. */
  token: string | undefined;
  tileCache: () => { hits: number; misses: number; bytes: number };
  parcelCount: () => number;
  /** Undefined where this server sends no mail. */
  mailFailures: (() => number) | undefined;
  /** When the last backup was made; undefined where none is known. */
  lastBackupAt: () => Promise<Date | undefined>;
};

function metric(type: 'counter' | 'gauge', name: string, value: number): string[] {
  return [`# TYPE ${name} ${type}`, `${name} ${value}`];
}

const THIS_PROCESS = 'metrics of a process';

export function metricsRoutes(app: FastifyInstance, parts: Parts): void {
  const { requests, clusterBus, tileCache, parcelCount, mailFailures, lastBackupAt } = parts;
  app.addHook('onResponse', (request, reply, done) => {
    requests.route(request.routeOptions.url ?? 'none').count({
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });

  function ownLines(): string[] {
    const cache = tileCache();
    const memory = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return [
      ...requests.lines(),
      ...metric('counter', 'platbook_tile_cache_hits_total', cache.hits),
      ...metric('counter', 'platbook_tile_cache_misses_total', cache.misses),
      ...metric('gauge', 'platbook_tile_cache_bytes', cache.bytes),
      ...(mailFailures ? metric('counter', 'platbook_mail_failures_total', mailFailures()) : []),
      ...metric('gauge', 'platbook_processes', 1),
      ...metric('counter', 'process_cpu_seconds_total', (user + system) / 1e6),
      ...metric('gauge', 'process_resident_memory_bytes', memory.rss),
      ...metric('gauge', 'nodejs_heap_used_bytes', memory.heapUsed),
    ];
  }

  clusterBus.answer(THIS_PROCESS, ownLines);
  app.get('/metrics', async (request, reply) => {
    requireMetricsReader(request, parts);
    const others = (await clusterBus.ask(THIS_PROCESS)) as string[][];
    const backupAt = await lastBackupAt();
    const lines = [
      ...sumOfLines([ownLines(), ...others]),
      ...metric('gauge', 'platbook_parcels', parcelCount()),
      '# TYPE platbook_build_info gauge',
      `platbook_build_info{version="${VERSION}",node="${process.version}"} 1`,
      ...(backupAt
        ? metric('gauge', 'platbook_last_backup_timestamp_seconds', backupAt.getTime() / 1000)
        : []),
      ...metric('gauge', 'process_start_time_seconds', performance.timeOrigin / 1000),
    ];
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return `${lines.join('\n')}\n`;
  });
}

/** Where a request comes from says nothing: behind a proxy on this machine everybody is local. */
function requireMetricsReader({ headers }: FastifyRequest, { access, token }: Parts): void {
  if (access === 'public') return;
  if (token === undefined) throw new Failure(404, refusals.metricsClosed);
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined || !isSameSecret(given, token)) throw new Failure(401, refusals.metricsNeedToken);
}

/** Adds the values of lines that are equal otherwise. A line that only one has keeps its place behind its neighbor. */
function sumOfLines([first = [], ...others]: string[][]): string[] {
  if (others.length === 0) return first;
  const sums = new Map<string, number>();
  const order: string[] = [];
  for (const lines of [first, ...others]) {
    let at = 0;
    for (const line of lines) {
      const end = line.startsWith('#') ? line.length : line.lastIndexOf(' ');
      const name = line.slice(0, end);
      if (sums.has(name)) at = order.indexOf(name, at) + 1 || at;
      else order.splice(at++, 0, name);
      sums.set(name, (sums.get(name) ?? 0) + (Number(line.slice(end)) || 0));
    }
  }
  return order.map((name) => (name.startsWith('#') ? name : `${name} ${sums.get(name)}`));
}
