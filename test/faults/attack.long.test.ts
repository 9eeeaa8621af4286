// A few people, and strangers, who ask for what costs most and go away, do not read, or ask again at once. Everybody else is
// answered meanwhile, and nothing of it stays.
import { setMaxListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sqlitePlace } from '../store-places.ts';
import { type Answer, ask, type Question } from './ask.ts';
import { noteFigure } from './figures.ts';
import { percentile, runLoad } from './load.ts';
import { FAULT_TIMEOUT_MS, size } from './size.ts';
import { type ServerProcess, startServer } from './start-server.ts';

const LOTS = size({ short: { columns: 200, rows: 150 }, long: { columns: 500, rows: 400 } });
const SECONDS = size({ short: 10, long: 120 });
const PEOPLE = 4;
const ATTACKERS = 6;
const PER_SECOND = 20;
const QUERY_MS = 250;
/** Under attack: enough that one at least would be refused if others kept their threads to the end. */
const LOOKS = 8;
const LETTERS = 20_000;
/** What all of it may take: two threads with tables of their own, two with letters, and the turns of exports and sheets. */
const GROWTH_MB_MAX = 1400;

async function residentMegabytes({ child }: ServerProcess): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}

/** The points of a circle, every so many: its lines cross each other millions of times. */
function star(points: number, step: number): string {
  const corners = Array.from({ length: points + 1 }, (_, at) => {
    const angle = (2 * Math.PI * ((at * step) % points)) / points;
    return `${(-80.86 + 0.1 * Math.cos(angle)).toFixed(6)} ${(35.53 + 0.1 * Math.sin(angle)).toFixed(6)}`;
  });
  return `((${corners.join(',')}))`;
}

function dearestFilters(pin: string): string[] {
  const near = (of: string, feet: number, third = '') => `NEAR(${of}, ${feet}${third})`;
  const eight = (third: string) =>
    Array.from({ length: 8 }, (_, at) => near(`pin = '${pin}'`, 200_000 + at, third)).join(' OR ');
  return [
    eight(", 'same block'"),
    near(near(near(near('taxacres > 0', 50), 60), 70), 80),
    `NOT ${near('taxacres > 0', 264_000)} OR ${near("name LIKE '%a%'", 264_000)}`,
    `S_INTERSECTS(geometry, MULTIPOLYGON(${star(2999, 1499)},${star(2997, 1498)}))`,
    `S_DWITHIN(geometry, POLYGON${star(2999, 1499)}, 264000)`,
    Array.from({ length: 5000 }, (_, at) => `name LIKE '%${at}%_%x%'`).join(' OR '),
  ];
}

/** Asks for it over and over; every other time it goes away at once. */
async function insist(served: ServerProcess, question: Question, stop: AbortSignal): Promise<void> {
  const { method = 'GET', path, headers = {}, body = '' } = question;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  for (let round = 0; !stop.aborted; round++) {
    const socket = connect(served.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    // What has come is read, and the connection ended by the server.
    socket.on('data', () => {});
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.join('')}\r\n${body}`,
    );
    await Promise.race([
      closed,
      pause(round % 2 ? 10_000 : 300, undefined, { signal: stop }).catch(() => {}),
    ]);
    socket.destroy();
    await pause(20);
  }
}

/** Asks for a whole county and reads nothing of it. */
function neverRead(served: ServerProcess, headers: string, stop: AbortSignal): void {
  const socket = connect(served.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET /api/export?format=geojson HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  stop.addEventListener('abort', () => socket.destroy());
}

test(
  'who attacks holds up nobody else',
  async () => {
    const place = await sqlitePlace();
    const served = await startServer({
      where: place.dataDir,
      people: PEOPLE + ATTACKERS,
      lots: LOTS,
      config: { parcelAccess: 'public' },
    });
    const { port, tokens, pins, child, exited } = served;
    const ordinary = { ...served, tokens: tokens.slice(0, PEOPLE) };
    const load = { served: ordinary, perSecond: PER_SECOND, seconds: SECONDS, connections: 6 * PEOPLE };

    /** A person who looks at the neighbors of one parcel after the other, and writes to some of them. */
    async function lookAround(): Promise<Answer[]> {
      const answers: Answer[] = [];
      const headers = { authorization: `Bearer ${tokens[0]}` };
      for (let look = 0; look < LOOKS; look++) {
        const pin = encodeURIComponent(pins[(97 * look) % pins.length]!);
        answers.push(await ask({ port, path: `/api/parcels/${pin}/neighbors?feet=300`, headers }));
        if (look % 4 === 0)
          answers.push(await ask({ port, path: `/api/labels?format=5160&pins=${pin}`, headers }));
        await pause(QUERY_MS);
      }
      return answers;
    }

    const [quiet] = await Promise.all([runLoad(load), lookAround()]);
    const before = await residentMegabytes(served);

    const ends = new AbortController();
    setMaxListeners(0, ends.signal);
    const attacks: Promise<void>[] = [];
    for (const [at, token] of [...tokens.slice(PEOPLE), undefined].entries()) {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const filters = dearestFilters(pins[0]!);
      const ofSet = (path: string, set: object): Question => {
        const body = JSON.stringify(set);
        const json = { 'content-type': 'application/json', 'content-length': `${body.length}` };
        return { method: 'POST', path, headers: { ...headers, ...json }, body };
      };
      const question = ofSet('/api/parcels', { filter: filters[at % filters.length]! });
      const letters = ofSet('/api/labels', { filter: `pin < '${pins[LETTERS]}'`, format: '5160' });
      for (const dear of [question, question, letters]) attacks.push(insist(served, dear, ends.signal));
      for (let times = 0; times < 3; times++)
        neverRead(served, token ? `Authorization: Bearer ${token}\r\n` : '', ends.signal);
    }
    let most = before;
    const sampling = setInterval(async () => {
      most = Math.max(most, await residentMegabytes(served));
    }, 250);
    const beganMs = performance.now();
    const looks = lookAround().finally(() => (lookedMs = performance.now() - beganMs));
    let lookedMs = 0;
    const attacked = await runLoad({ ...load, first: quiet.sent });
    const looked = await looks;
    clearInterval(sampling);
    ends.abort();
    await Promise.all(attacks);

    const p99 = (kind: 'look-up' | 'tile') =>
      [quiet, attacked].map(({ answers }) => percentile(answers, kind, 0.99).toFixed(1)).join(' to ');
    noteFigure({
      what: `${ATTACKERS} people and a stranger with the dearest filters, ${LETTERS} labels and unread exports`,
      times: `${SECONDS} s, ${PER_SECOND} ordinary requests a second`,
      result:
        `p99 in ms from quiet to attacked: look-up ${p99('look-up')}, tile ${p99('tile')}; ` +
        `${LOOKS} looks at neighbors, two with a label, in ${Math.round(lookedMs / 1000)} s; memory ${Math.round(before)} to ${Math.round(most)} MB at most`,
    });
    expect(attacked.unexpected.slice(0, 5)).toEqual([]);
    expect(attacked.refusals).toEqual([]);
    expect(looked.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect(most - before).toBeLessThan(GROWTH_MB_MAX);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(served.log()).not.toMatch(/"level":(50|60)/);
    await place.remove();
  },
  FAULT_TIMEOUT_MS,
);
