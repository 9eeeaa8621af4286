// PostgreSQL goes away under load: the server survives, says so, and goes on by itself when it is back.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type PostgresCluster, startPostgresCluster } from '../postgres-cluster.ts';
import { type Answer, ask } from './ask.ts';
import { noteFigure } from './figures.ts';
import { FAULT_TIMEOUT_MS, size } from './size.ts';
import { startServer } from './start-server.ts';

/** A cluster of its own: the other tests go on with theirs. */
let cluster: PostgresCluster;
beforeAll(async () => {
  cluster = await startPostgresCluster();
}, FAULT_TIMEOUT_MS);
afterAll(() => cluster.stop());

const STOPPED_MS = size({ short: 3000, long: 30_000 });
const PEOPLE = 10;
type Phase = 'before' | 'stopped' | 'after';
/** How long the server may take to notice that the database is back. */
const RECOVERY_MS_MAX = 30_000;
/** How long somebody may wait for it while the database is away. A connection is tried again every half second. */
const REFUSAL_MS_MAX = 10_000;

test(
  'stopped under load: clear answers meanwhile, nothing acknowledged is lost, recovery by itself',
  async () => {
    const where = await createDatabase(cluster.url, 'outage');
    const { port, tokens, pins, child, exited, log } = await startServer({ where, people: PEOPLE });
    const agent = new Agent({ keepAlive: true });
    let slowestRefusalMs = 0;
    const call = async (question: { method?: string; path: string; body?: string }, token: string) => {
      const beganMs = performance.now();
      const answer = await ask({
        port,
        agent,
        ...question,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
      if (answer.status === 503) slowestRefusalMs = Math.max(slowestRefusalMs, performance.now() - beganMs);
      return answer;
    };

    let phase = 'before' as Phase;
    const statuses: Record<Phase, Map<number | string, number>> = {
      before: new Map(),
      stopped: new Map(),
      after: new Map(),
    };
    const unclear: string[] = [];
    const acknowledged = tokens.map(() => new Set<string>());
    let isOver = false;

    function note(answer: Answer | undefined): void {
      const status = answer?.status ?? 'no answer';
      statuses[phase].set(status, (statuses[phase].get(status) ?? 0) + 1);
      if (!answer) unclear.push('no answer');
      else if (answer.status >= 400 && !/"message":"[^"]/.test(answer.body)) unclear.push(answer.body);
    }

    /** One person after another: saves a parcel, looks one up, lists what is saved. */
    async function useServer(person: number): Promise<void> {
      for (let number = 0; !isOver; number++) {
        const pin = pins[number % pins.length]!;
        const body = JSON.stringify({
          parcel_pin: pin,
          parcel_owner_name: 'Ada',
          parcel_address: '1 Main St',
        });
        const saved = await call({ method: 'POST', path: '/api/saved-parcels', body }, tokens[person]!).catch(
          () => undefined,
        );
        note(saved);
        if (saved?.status === 201) acknowledged[person]!.add(pin);
        note(
          await call({ path: `/api/parcels/${encodeURIComponent(pin)}` }, tokens[person]!).catch(
            () => undefined,
          ),
        );
        await pause(50);
      }
    }

    const usage = tokens.map((_, person) => useServer(person));
    await pause(1500);
    cluster.halt();
    phase = 'stopped';
    await pause(STOPPED_MS / 2);
    expect((await ask({ port, path: '/healthz' })).status).toBe(200);
    expect((await ask({ port, path: '/readyz' })).status).toBe(503);
    await pause(STOPPED_MS / 2);
    await cluster.resume();
    const resumedAtMs = Date.now();
    await expect
      .poll(
        async () => {
          const ready = await ask({ port, path: '/readyz' });
          const list = await call({ path: '/api/saved-parcels' }, tokens[0]!);
          return [ready.status, list.status];
        },
        { timeout: RECOVERY_MS_MAX, interval: 100 },
      )
      .toEqual([200, 200]);
    const recoveryMs = Date.now() - resumedAtMs;
    phase = 'after';
    await pause(1500);
    isOver = true;
    await Promise.all(usage);

    let count = 0;
    for (const [person, pinsSaved] of acknowledged.entries()) {
      const { parcels } = JSON.parse((await call({ path: '/api/saved-parcels' }, tokens[person]!)).body);
      const stored = new Set(parcels.map(({ parcel_pin }: { parcel_pin: string }) => parcel_pin));
      expect([...pinsSaved].filter((pin) => !stored.has(pin))).toEqual([]);
      count += pinsSaved.size;
    }
    expect(count).toBeGreaterThan(0);
    expect(unclear).toEqual([]);
    expect(
      [...statuses.stopped.keys()].filter((status) => ![200, 201, 503].includes(Number(status))),
    ).toEqual([]);
    expect(statuses.stopped.get(503) ?? 0).toBeGreaterThan(0);
    expect(slowestRefusalMs).toBeLessThan(REFUSAL_MS_MAX);
    agent.destroy();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(log()).not.toMatch(/password|session_token/i);
    const words = [...statuses.stopped].map(([status, times]) => `${times} x ${status}`).join(', ');
    noteFigure({
      what: 'PostgreSQL stopped under load',
      times: `${STOPPED_MS / 1000} s, ${PEOPLE} people`,
      result:
        `${count} acknowledged saves, 0 lost; meanwhile ${words}, ` +
        `the slowest 503 after ${Math.round(slowestRefusalMs)} ms; recovered after ${recoveryMs} ms`,
    });
  },
  FAULT_TIMEOUT_MS,
);
