// Load at a constant rate (open loop): requests begin when they are due, however long others take, and their time counts
// from then. Waiting in a queue of the client would otherwise hide a slow server.
import { setTimeout as pause } from 'node:timers/promises';
import { tileAt } from '../../geo/tile-address.ts';
import type { Question } from './ask.ts';
import { type LightAnswer, LightClient } from './light-client.ts';
import type { Served } from './start-server.ts';

export const allKinds = ['tile', 'look-up', 'search', 'saved', 'renewal'] as const;
export type Kind = (typeof allKinds)[number];

/** The second of the load in which it was due. */
type Due = { second: number };

export type Load = {
  /** Milliseconds since 1970. */
  beganAtMs: number;
  sent: number;
  /** The time counts from when it was due. */
  answers: (Due & { kind: Kind; tookMs: number })[];
  /** 503 and 429 with Retry-After. */
  refusals: Due[];
  /** Answers by status; `error` for none. */
  statuses: Map<number | 'error', number>;
  dropped: number;
  unexpected: string[];
};

/** Of a hundred requests. */
const MIX: readonly [Kind, number][] = [
  ['tile', 50],
  ['look-up', 27],
  ['search', 15],
  ['saved', 5],
  ['renewal', 3],
];
const kinds = MIX.flatMap(([kind, share]) => Array<Kind>(share).fill(kind));
// In an order that mixes them, the same every time.
const order = kinds.map((_, at) => kinds[(at * 37) % kinds.length]!);

/** The nth request of a load. */
function question(served: Served, number: number): Question & { kind: Kind } {
  const kind = order[number % order.length]!;
  const people = served.tokens.length;
  // Everybody asks for everything: without the shift a person's requests would be of one kind.
  const person = (number + Math.floor(number / people)) % people;
  const token = served.tokens[person]!;
  const headers = { authorization: `Bearer ${token}` };
  const at = (number * 7919) % served.pins.length;
  const pin = served.pins[at]!;
  switch (kind) {
    case 'tile': {
      const { x, y, z } = tileAt(served.centers[at]!, 14 + (number % 4));
      return { kind, headers: { ...headers, 'accept-encoding': 'gzip' }, path: `/tiles/${z}/${x}/${y}.pbf` };
    }
    case 'look-up': {
      const { lng, lat } = served.centers[at]!;
      const path =
        number % 2 ? `/api/parcels/${encodeURIComponent(pin)}` : `/api/parcels/at?lng=${lng}&lat=${lat}`;
      return { kind, headers, path };
    }
    case 'search': {
      const words = served.owners[at % served.owners.length]!.split(' ')[0]!;
      return { kind, headers, path: `/api/parcels/search?q=${encodeURIComponent(words.padEnd(2, 'a'))}` };
    }
    case 'saved': {
      if (number % 2) return { kind, headers, path: '/api/saved-parcels' };
      const body = JSON.stringify({ parcel_pin: pin, parcel_owner_name: 'Ada', parcel_address: '1 Main St' });
      const json = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
      return { kind, method: 'POST', path: '/api/saved-parcels', headers: { ...headers, ...json }, body };
    }
    case 'renewal': {
      const basic = Buffer.from(`${served.publicToken}:${token}`).toString('base64');
      return {
        kind,
        method: 'POST',
        path: '/sdk/v1/sessions/authenticate',
        headers: {
          authorization: `Basic ${basic}`,
          'content-type': 'application/json',
          'content-length': '2',
        },
        body: '{}',
      };
    }
  }
}

/** Saving twice is answered with what was saved, or as a conflict. */
const EXPECTED = new Set([200, 201, 204, 304, 409]);

export async function runLoad(o: {
  served: Served;
  perSecond: number;
  seconds: number;
  /** All are opened before it begins. What finds none free waits. */
  connections: number;
  /** Another load goes on with other requests. */
  first?: number;
  /** Hangs up at the end, as clients do that give up: what has not been answered by then counts as dropped. */
  hangsUp?: boolean;
}): Promise<Load> {
  const client = new LightClient(o.served.port);
  await client.open(o.connections);
  const total = o.perSecond * o.seconds;
  const running = new Set<Promise<void>>();
  let next = 0;
  let hasHungUp = false;
  const startMs = performance.now();
  const load: Load = {
    beganAtMs: performance.timeOrigin + startMs,
    sent: total,
    answers: [],
    refusals: [],
    statuses: new Map(),
    dropped: 0,
    unexpected: [],
  };
  const seconds = () => (performance.now() - startMs) / 1000;

  while (next < total && !(o.hangsUp && seconds() >= o.seconds)) {
    sendDue();
    await pause(2);
  }
  if (o.hangsUp) {
    hasHungUp = true;
    load.dropped += total - next;
    client.hangUp();
  }
  await Promise.all(running);
  client.hangUp();
  return load;

  /** What is due and finds no free connection waits, and is sent when another is answered. */
  function sendDue(): void {
    const due = Math.min(total, Math.floor(seconds() * o.perSecond));
    while (next < due && running.size < o.connections && !hasHungUp) {
      const dueMs = startMs + (next / o.perSecond) * 1000;
      const sending = sendOne(question(o.served, (o.first ?? 0) + next++), dueMs).then(() => {
        running.delete(sending);
        sendDue();
      });
      running.add(sending);
    }
  }

  async function sendOne({ kind, ...asked }: Question & { kind: Kind }, dueMs: number): Promise<void> {
    let answer: LightAnswer | undefined;
    let reason = '';
    try {
      answer = await client.ask(asked);
    } catch (error) {
      reason = (error as Error).message;
    }
    if (!answer && hasHungUp) {
      load.dropped++;
      return;
    }
    const status = answer?.status ?? 'error';
    load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
    const second = Math.floor((dueMs - startMs) / 1000);
    if ((status === 503 || status === 429) && answer!.retryAfter) {
      load.refusals.push({ second });
    } else if (status === 'error' || !EXPECTED.has(status)) {
      load.unexpected.push(`${asked.path}: ${status} ${reason} ${answer?.beginning ?? ''}`);
    } else {
      load.answers.push({ kind, second, tookMs: performance.now() - dueMs });
    }
  }
}

/** In milliseconds. */
export function percentile(answers: Load['answers'], kind: Kind, share: number): number {
  const tookMs = answers.flatMap((answer) => (answer.kind === kind ? [answer.tookMs] : []));
  tookMs.sort((a, b) => a - b);
  return tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0;
}
