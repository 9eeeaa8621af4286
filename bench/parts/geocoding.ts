// Finding places among made-up addresses and all of the United States, beside a plain full-text table of the same
// addresses, in one run.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { PlaceList } from '../../gazetteer/place-list.ts';
import type { LngLat } from '../../geo/geometry.ts';
import type { PlaceStore, ReplacePlaces } from '../../store/place-store.ts';
import { nameWords } from '../../store/place-words.ts';
import { PlaceFileStore } from '../../store/sqlite/place-file-store.ts';
import {
  crossingsOf,
  HOUSES_PER_STREET,
  housesOf,
  makeStreets,
  pick,
  STREETS_PER_TOWN,
  type Street,
} from '../inputs/made-up-addresses.ts';
import { quantile } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const QUESTIONS = 300;
const WARM_UP = 50;
/** Fewer for the peer: at a quarter of a second each, all of them would take minutes. */
const PLAIN_QUESTIONS = 40;

/** The peer: one row per address with all its words in one full-text column, the obvious first design. */
function makePlain(file: string, streets: readonly Street[]): DatabaseSyncInstance {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE plain USING fts5(words, lng UNINDEXED, lat UNINDEXED, prefix = '2 3'); BEGIN;`);
  const add = db.prepare('INSERT INTO plain VALUES (?, ?, ?)');
  for (const { id, name, town, zip } of streets) {
    const rest = [...nameWords(name), ...nameWords(town), 'nc north carolina', zip].join(' ');
    for (let house = 0; house < HOUSES_PER_STREET; house++) add.run(`${100 + 4 * house} ${rest}`, id, house);
  }
  db.exec('COMMIT');
  return db;
}

type Question = { text: string; near: LngLat };
type Kind = { name: string; ask: (street: Street, at: number) => Question };

const number = (at: number) => 100 + 4 * (at % HOUSES_PER_STREET);
const near = ({ at }: Street) => ({ lng: at.lng + 0.02, lat: at.lat + 0.02 });

const kindsAmong = (streets: readonly Street[]): Kind[] => [
  {
    name: 'as one types',
    ask: (street, at) => {
      const whole = `${number(at)} ${street.name}`.toLowerCase();
      return { text: whole.slice(0, 2 + (at % (whole.length - 1))), near: near(street) };
    },
  },
  { name: 'two letters', ask: (street) => ({ text: street.name.slice(0, 2), near: near(street) }) },
  {
    name: 'a whole address',
    ask: (street, at) => ({
      text: `${number(at)} ${street.name}, ${street.town}, NC ${street.zip}`,
      near: near(street),
    }),
  },
  {
    name: 'a street and its town',
    ask: (street) => ({ text: `${street.name} ${street.town}`, near: near(street) }),
  },
  {
    name: 'a typing error',
    ask: (street, at) => {
      const mistyped = street.name[0]! + street.name[2]! + street.name[1]! + street.name.slice(3);
      return { text: `${number(at)} ${mistyped}`, near: near(street) };
    },
  },
  {
    name: 'a crossing',
    ask: (street, at) => {
      const next = streets[Math.min(streets.indexOf(street) + 1 + (at % 2), streets.length - 1)]!;
      return { text: `${street.name} and ${next.name}`, near: near(street) };
    },
  },
  { name: 'a ZIP code', ask: (street) => ({ text: street.zip, near: near(street) }) },
  // Random keys: a query that matches nothing must not make others wait.
  {
    name: 'one letter, twenty times',
    ask: (street) => ({ text: 'aaaaaaaa '.repeat(20), near: near(street) }),
  },
  { name: 'nothing at all', ask: (street) => ({ text: 'qwrtzp xkcdvb', near: near(street) }) },
];

/** In milliseconds. `cpu` is the CPU time of all threads per query, independent of other load on the machine. */
type Times = { p50: number; p99: number; cpu: number; found: number };

async function measure(
  sample: readonly Street[],
  ask: (street: Street, at: number) => Promise<number>,
): Promise<Times> {
  const times: number[] = [];
  let found = 0;
  for (const [at, street] of sample.slice(0, WARM_UP).entries()) await ask(street, at);
  const cpuBefore = process.cpuUsage();
  for (const [at, street] of sample.slice(WARM_UP).entries()) {
    const start = performance.now();
    if ((await ask(street, at)) > 0) found++;
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: (user + system) / 1000 / times.length,
    found: found / times.length,
  };
}

async function askStore(store: PlaceStore, question: Question): Promise<number> {
  const conditions = {
    types: undefined,
    bounds: undefined,
    limit: 5,
    isBeingTyped: true,
    forgivesErrors: true,
  };
  return (await store.search({ ...question, ...conditions })).length;
}

function askPlain(db: DatabaseSyncInstance): (question: Question) => Promise<number> {
  const statement = db.prepare(
    'SELECT rowid, words FROM plain WHERE plain MATCH ? ORDER BY bm25(plain) LIMIT 5',
  );
  return async ({ text }) => {
    const words = nameWords(text);
    const match = words.map((word, at) => (at === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(' ');
    return statement.all(match).length;
  };
}

function figuresOf(name: string, ours: Times, plain: Times | undefined): Figure[] {
  const found = (times: Times) => `${Math.round(times.found * 100)}% found`;
  return [
    ...(plain
      ? [{ name: `plain: ${name}, ${found(plain)}`, unit: 'ms', value: plain.cpu, isPeer: true } as const]
      : []),
    {
      name: `${name}, ${found(ours)}`,
      unit: 'ms',
      value: ours.cpu,
      ...(plain && { ratio: ours.cpu / plain.cpu, beside: 'plain full text' }),
    },
  ];
}

export const geocoding: Part = {
  name: 'geocoding',
  title: 'Finding places',
  isLeftOutOfQuick: true,
  async run({ size, say }) {
    const count = size === 'quick' ? 100_000 : 1_000_000;
    const folder = await mkdtemp(join(scratch, 'geocoding-'));
    try {
      const list = new PlaceList();
      const streets = makeStreets(
        list,
        Math.max(1, Math.round(count / HOUSES_PER_STREET / STREETS_PER_TOWN)),
      );
      say(`loading ${count.toLocaleString('en-US')} addresses`);
      const load: ReplacePlaces = {
        places: list.places,
        houses: housesOf(streets),
        crossings: crossingsOf(streets),
        parcelVersion: 'bench',
        attribution: '',
      };
      const store = await PlaceFileStore.open(folder);
      const start = performance.now();
      await store.replaceAll(load);
      const loadSeconds = (performance.now() - start) / 1000;
      const plain = makePlain(join(folder, 'plain.db'), streets);
      const step = Math.max(1, Math.floor(streets.length / (QUESTIONS + WARM_UP)));
      // Shuffled, because neighbors in the file are neighbors on disk, too.
      const sample = Array.from({ length: QUESTIONS + WARM_UP }, (_, at) => pick(streets, at * step * 37));
      const plainly = askPlain(plain);
      const figures: Figure[] = [];
      const slowest: Figure[] = [];
      say('asking both');
      for (const { name, ask } of kindsAmong(streets)) {
        const ours = await measure(sample, (street, at) => askStore(store, ask(street, at)));
        const theirs = await measure(sample.slice(0, WARM_UP + PLAIN_QUESTIONS), (street, at) =>
          plainly(ask(street, at)),
        );
        figures.push(...figuresOf(name, ours, theirs));
        slowest.push({ name: `${name}, latency p99`, unit: 'ms', value: ours.p99 });
      }
      const reverse = await measure(sample, async ({ at }) => {
        const point = { lng: at.lng + 0.001, lat: at.lat + 0.0005 };
        return (await store.findAt({ point, types: undefined, limit: 1 })).length;
      });
      figures.push(...figuresOf('a point', reverse, undefined));
      plain.close();
      await store.close();
      return {
        about: `${count.toLocaleString('en-US')} made-up addresses and ${list.places.length.toLocaleString('en-US')} names of places and streets, among them all of the United States. CPU time of a query, all threads, beside a plain full-text table with one row for each address, the obvious first design; in how many of the queries a place was found. The plain table knows neither typing errors nor crossings.`,
        figures: [{ name: 'loading', unit: 's', value: loadSeconds }, ...figures, ...slowest],
        plots: [
          {
            name: 'geocoding',
            title: 'CPU time of finding a place',
            unit: 'ms',
            isLogarithmic: true,
            bars: barsOf(figures),
          },
        ],
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
