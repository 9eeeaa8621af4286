// Finding places among a million made-up addresses and all of the United States, beside a plain full-text table of the
// same addresses, in one run.
//
//   npm run bench -- geocoding [addresses]
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { PlaceList } from '../gazetteer/place-list.ts';
import { addUnitedStates } from '../gazetteer/us-places.ts';
import type { LngLat } from '../geo/geometry.ts';
import type { CrossingRecord, HouseRecord, PlaceStore, ReplacePlaces } from '../store/place-store.ts';
import { nameWords } from '../store/place-words.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const HOUSES_PER_STREET = 25;
const STREETS_PER_TOWN = 400;
const towns = Math.max(1, Math.round(count / HOUSES_PER_STREET / STREETS_PER_TOWN));
/** Each street crosses the next few of its town. */
const CROSSINGS_PER_STREET = 4;
const QUESTIONS = 300;
const WARM_UP = 50;

const FIRST_WORDS = (
  'Alder Birch Cedar Dogwood Elm Fern Granite Heron Iris Juniper Kestrel Laurel Maple Nettle Oak Pine Quail River ' +
  'Spruce Thistle Umber Vale Willow Yarrow Zinnia Amber Brook Copper Dale Eagle'
).split(' ');
const SECOND_WORDS =
  'Hill Creek Grove Ridge Mill Spring Hollow Bend Chapel Farm Ferry Glen Meadow Point'.split(' ');
const SUFFIXES = ['Street', 'Avenue', 'Road', 'Drive', 'Lane', 'Court', 'Place', 'Way'];
const TOWN_ENDS = ['ton', 'ville', 'field', 'burg', 'ford'];

type Street = { id: number; name: string; town: string; zip: string; at: LngLat };

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length]!;
}

function townName(town: number): string {
  const end = pick(TOWN_ENDS, Math.floor(town / FIRST_WORDS.length));
  return pick(FIRST_WORDS, town) + end + (town >= 150 ? ` ${Math.floor(town / 150)}` : '');
}

function makeStreets(list: PlaceList): Street[] {
  const { country, regions } = addUnitedStates(list, { without: undefined });
  const around = { region: regions.get('NC'), country };
  return Array.from({ length: towns }, (_, town) => {
    const at = { lng: -83 + (town % 10) * 0.5, lat: 34.5 + Math.floor(town / 10) * 0.15 };
    const name = townName(town);
    const zip = String(10_000 + town * 7);
    const place = list.add({ type: 'place', name, at, within: around, importance: 2 });
    const postcode = list.add({
      type: 'postcode',
      name: zip,
      at,
      within: { ...around, place },
      importance: 1,
    });
    const within = { ...around, place, postcode };
    return Array.from({ length: STREETS_PER_TOWN }, (_, street) => {
      const words = [pick(FIRST_WORDS, street + town), pick(SECOND_WORDS, Math.floor(street / 30))];
      const title = [...words, pick(SUFFIXES, street)].join(' ');
      const spot = { lng: at.lng + (street % 20) * 0.01, lat: at.lat + Math.floor(street / 20) * 0.002 };
      const bounds = { west: spot.lng, east: spot.lng + 0.01, south: spot.lat, north: spot.lat };
      const id = list.add({ type: 'address', name: title, at: spot, bounds, within, importance: 0 });
      return { id, name: title, town: name, zip, at: spot };
    });
  }).flat();
}

function* housesOf(streets: readonly Street[]): Generator<HouseRecord> {
  for (const { id, at } of streets) {
    for (let house = 0; house < HOUSES_PER_STREET; house++) {
      yield {
        streetId: id,
        number: 100 + 4 * house,
        suffix: '',
        at: { lng: at.lng + house * 0.0004, lat: at.lat },
      };
    }
  }
}

function* crossingsOf(streets: readonly Street[]): Generator<CrossingRecord> {
  for (const [index, { id, town, at }] of streets.entries()) {
    for (const other of streets.slice(index + 1, index + 1 + CROSSINGS_PER_STREET)) {
      if (other.town === town) yield { streetIds: [id, other.id], at };
    }
  }
}

/** The peer: one row per address with all its words in one full-text column, the obvious first design. */
function makePlain(streets: readonly Street[]): DatabaseSyncInstance {
  const db = new DatabaseSync(join(folder, 'plain.db'));
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

const kinds: Kind[] = [
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
  times.sort((a, b) => a - b);
  const share = (part: number) => times[Math.floor(part * (times.length - 1))]!;
  return {
    p50: share(0.5),
    p99: share(0.99),
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

function row(name: string, ours: Times, plain: Times | undefined): string {
  const cells = ({ p50, p99, cpu, found }: Times) =>
    [p50, p99, cpu].map((ms) => ms.toFixed(2).padStart(8)).join('') +
    `${Math.round(found * 100)}%`.padStart(7);
  return name.padEnd(24) + cells(ours) + (plain ? `  ${cells(plain)}` : '');
}

const folder = await mkdtemp(join(tmpdir(), 'platbook-bench-'));
let streets: Street[] = [];
try {
  const list = new PlaceList();
  streets = makeStreets(list);
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
  const seconds = (performance.now() - start) / 1000;
  const { size } = await stat(join(folder, 'places.db'));
  console.log(
    `${streets.length * HOUSES_PER_STREET} addresses on ${streets.length} streets in ${towns} towns, ` +
      `${list.places.length} names in all: loaded in ${seconds.toFixed(1)} s, ${Math.round(size / 1e6)} MB.`,
  );
  const plain = makePlain(streets);
  const step = Math.max(1, Math.floor(streets.length / (QUESTIONS + WARM_UP)));
  // Shuffled, because neighbors in the file are neighbors on disk, too.
  const sample = Array.from({ length: QUESTIONS + WARM_UP }, (_, at) => pick(streets, at * step * 37));

  const heads = `${['p50', 'p99', 'cpu'].map((head) => head.padStart(8)).join('')}  found`;
  console.log(`\n${''.padEnd(24)}${'Platbook'.padStart(31)}  ${'plain full text'.padStart(31)}`);
  console.log(`${'ms'.padEnd(24)}${heads}  ${heads}`);
  const plainly = askPlain(plain);
  for (const { name, ask } of kinds) {
    const ours = await measure(sample, (street, at) => askStore(store, ask(street, at)));
    // Fewer queries: at a quarter of a second each, all of them would take minutes.
    const theirs = await measure(sample.slice(0, WARM_UP + 40), (street, at) => plainly(ask(street, at)));
    console.log(row(name, ours, theirs));
  }
  const reverse = await measure(sample, async ({ at }) => {
    const point = { lng: at.lng + 0.001, lat: at.lat + 0.0005 };
    return (await store.findAt({ point, types: undefined, limit: 1 })).length;
  });
  console.log(row('a point', reverse, undefined));
  plain.close();
  await store.close();
} finally {
  await rm(folder, { recursive: true });
}
