// Many people at once for a long time, then ten times as many: no errors, steady memory, and no lasting harm.

import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sqlitePlace } from '../store-places.ts';
import { ask } from './ask.ts';
import { noteFigure } from './figures.ts';
import { heldUpSeconds, longestMs, measureHiccups } from './hiccups.ts';
import { allKinds, type Load, percentile, runLoad } from './load.ts';
import { probeHealth } from './probe-health.ts';
import { FAULT_TIMEOUT_MS, isLong, size } from './size.ts';
import { startServer } from './start-server.ts';

const PEOPLE = size({ short: 20, long: 200 });
/** 40,000: the parcels of a rural county. */
const LOTS = size({ short: { columns: 50, rows: 40 }, long: { columns: 200, rows: 200 } });
const PER_SECOND = size({ short: 50, long: 500 });
const SECONDS = Number(process.env.FAULTS_SECONDS) || size({ short: 6, long: 600 });
const OVERLOAD_SECONDS = size({ short: 2, long: 20 });
/** A browser opens no more to one server. */
const CONNECTIONS_A_PERSON = 6;
/** More than a thousand that have something to read at once leave no turn to the server's timers. */
const OVERLOAD_CONNECTIONS = size({ short: 400, long: 4000 });
const LOOK_UP_P99_MS_MAX = 50;
const RECOVERY_MS_MAX = 2000;
/** Orchestrators wait for one second, if nothing else is said. */
const HEALTH_MS_MAX = 1000;
/** Of the last third over the first. */
const MEMORY_GROWTH_MAX = 1.25;

async function residentMegabytes(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const words = ({ statuses }: Load) =>
  [...statuses].map(([status, times]) => `${times} x ${status}`).join(', ');

test(
  'constant load, then ten times that',
  async () => {
    const place = await sqlitePlace();
    const served = await startServer({ where: place.dataDir, people: PEOPLE, lots: LOTS });
    const { port, child, exited } = served;

    const memory: number[] = [];
    const sampling = setInterval(async () => memory.push(await residentMegabytes(child.pid!)), 500);
    const meter = await measureHiccups();
    const load = await runLoad({
      served,
      perSecond: PER_SECOND,
      seconds: SECONDS,
      connections: CONNECTIONS_A_PERSON * PEOPLE,
    });
    const hiccups = await meter.stop();
    clearInterval(sampling);
    // Printed only, to tell a busy machine from a slow server: all seconds are judged.
    const heldUp = heldUpSeconds(hiccups, load.beganAtMs);
    const calm = load.answers.filter(({ second }) => !heldUp.has(second));
    const calmSeconds = new Set(calm.map(({ second }) => second)).size;
    const third = Math.max(1, Math.floor(memory.length / 3));
    const [first, last] = [mean(memory.slice(0, third)), mean(memory.slice(-third))];
    const p99s = (answers: Load['answers']) =>
      allKinds.map((kind) => `${kind} ${percentile(answers, kind, 0.99).toFixed(1)}`).join(', ');
    noteFigure({
      what: `${PER_SECOND} requests a second, ${PEOPLE} people`,
      times: `${SECONDS} s, ${load.sent} requests`,
      result:
        `${words(load)}; p99 in ms: ${p99s(load.answers)}; ` +
        `memory ${Math.round(first)} MB at first, ${Math.round(last)} MB at last; ` +
        `the machine stood still ${hiccups.length} times, up to ${Math.round(longestMs(hiccups))} ms; ` +
        `p99 in the ${calmSeconds} seconds without that: ${p99s(calm)}`,
    });
    expect(load.unexpected.slice(0, 5)).toEqual([]);
    expect(load.refusals).toEqual([]);
    if (isLong) {
      expect(percentile(load.answers, 'look-up', 0.99)).toBeLessThan(LOOK_UP_P99_MS_MAX);
      expect(last).toBeLessThan(first * MEMORY_GROWTH_MAX);
    }

    const probing = probeHealth(served.healthPort);
    const over = await runLoad({
      served,
      perSecond: 10 * PER_SECOND,
      seconds: OVERLOAD_SECONDS,
      connections: OVERLOAD_CONNECTIONS,
      hangsUp: true,
      first: load.sent,
    });
    const overAtMs = performance.now();
    let recoveredMs: number | undefined;
    const path = `/api/parcels/${encodeURIComponent(served.pins[0]!)}`;
    const headers = { authorization: `Bearer ${served.tokens[0]!}` };
    while (recoveredMs === undefined && performance.now() - overAtMs < 60_000) {
      const beganMs = performance.now();
      const { status } = await ask({ port, path, headers });
      if (status === 200 && performance.now() - beganMs < 200) recoveredMs = performance.now() - overAtMs;
      else await pause(50);
    }
    const probes = await probing.stop();
    const slowestProbeMs = Math.max(...probes.map(({ tookMs }) => tookMs));
    expect(recoveredMs).toBeDefined();
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]));
    expect(over.unexpected.slice(0, 5)).toEqual([]);
    if (isLong) {
      const keptUp = over.dropped < over.sent / 100;
      expect(keptUp || over.statuses.get(503)! > 0).toBe(true);
      expect(recoveredMs).toBeLessThan(RECOVERY_MS_MAX);
      expect(slowestProbeMs).toBeLessThan(HEALTH_MS_MAX);
    }
    noteFigure({
      what: `${10 * PER_SECOND} requests a second`,
      times: `${OVERLOAD_SECONDS} s, ${over.sent} requests`,
      result: `${words(over)}; ${over.dropped} hung up on at the end; ${probes.length} health checks, the slowest took ${Math.round(slowestProbeMs)} ms; recovered ${Math.round(recoveredMs!)} ms after that`,
    });
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    await place.remove();
  },
  FAULT_TIMEOUT_MS,
);
