// Benchmark of SQLite and PostgreSQL: loads the same synthetic parcels into both and runs the same queries.
//
//   npm run bench -- store [parcels]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LngLat } from '../geo/geometry.ts';
import { bufferedTileBounds, tileAt } from '../geo/tile-address.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import { openPostgresStores } from '../store/postgres/open-postgres-stores.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { createDatabase, startPostgresCluster } from '../test/postgres-cluster.ts';
import { syntheticParcels } from '../test/synthetic-parcels.ts';

const count = Number(process.argv[2] ?? 100_000);
/** About square, and a multiple of 20, as syntheticParcels requires. */
const columns = Math.max(20, Math.round(Math.sqrt(count) / 20) * 20);
const rows = Math.ceil(count / columns);
const parcelsToLoad = () => syntheticParcels({ columns, rows });
const QUESTIONS = 500;

type Stores = Awaited<ReturnType<typeof openSqliteStores>>;
type Measured = Map<string, number>;

function samplePoints(): { pin: string; centroid: LngLat }[] {
  const every = Math.floor(count / QUESTIONS);
  const sample: { pin: string; centroid: LngLat }[] = [];
  let at = 0;
  for (const { pin, centroid } of parcelsToLoad()) if (at++ % every === 0) sample.push({ pin, centroid });
  // Shuffled, because neighbors in the input are neighbors on disk.
  return sample.sort((a, b) => (a.pin.slice(-6) < b.pin.slice(-6) ? -1 : 1));
}

async function load(parcels: ParcelStore, measured: Measured): Promise<void> {
  let stage = '';
  let since = performance.now();
  const begin = (next: string) => {
    const now = performance.now();
    if (stage) measured.set(`load: ${stage}, s`, (now - since) / 1000);
    stage = next;
    since = now;
  };
  const start = performance.now();
  await parcels.replaceSource({
    parcels: parcelsToLoad(),
    expectedCount: count,
    name: 'bench',
    title: 'Bench county',
    attribution: null,
    kind: 'imported',
    dataDate: null,
    recipe: null,
    onProgress: (progress) => progress.stage !== stage && begin(progress.stage),
  });
  begin('');
  measured.set('load: all, s', (performance.now() - start) / 1000);
}

async function ask(parcels: ParcelStore, measured: Measured): Promise<void> {
  const sample = samplePoints();
  const questions: [string, (of: { pin: string; centroid: LngLat }, at: number) => Promise<unknown>][] = [
    ['by PIN', ({ pin }) => parcels.findByPin(pin)],
    ['at a point', ({ centroid }) => parcels.findAt(centroid)],
    ['shape', ({ pin }) => parcels.findShape(pin)],
    [
      'box of a z17 tile',
      ({ centroid }) => parcels.inBox({ bounds: bufferedTileBounds(tileAt(centroid, 17)), limit: 5000 }),
    ],
    ['stored z14 tile', ({ centroid }) => parcels.storedTile(tileAt(centroid, 14))],
    ['search: PIN begins', ({ pin }) => parcels.search({ text: pin.slice(0, 9), limit: 20 })],
    ['search: two words of an owner', () => parcels.search({ text: 'mary caldwell', limit: 20 })],
    [
      'search: address',
      (_, at) => parcels.search({ text: `${100 + 2 * (at % columns)} oak ave`, limit: 20 }),
    ],
    ['search: mistyped', () => parcels.search({ text: 'westmorlend mary', limit: 20 })],
    ['search: nothing', () => parcels.search({ text: 'zzzzyx', limit: 20 })],
  ];
  for (const [name, question] of questions) {
    for (const of of sample.slice(0, 20)) await question(of, 0);
    const start = performance.now();
    for (const [at, of] of sample.entries()) await question(of, at);
    measured.set(`${name}, ms`, (performance.now() - start) / sample.length);
  }
}

async function saveAll({ accounts }: Stores, measured: Measured): Promise<void> {
  const { userId } = await accounts.findOrCreateUser({ email: 'bench@example.com', nowMs: 0 });
  const start = performance.now();
  for (let number = 0; number < QUESTIONS; number++) {
    const parcel = {
      parcel_pin: String(number),
      parcel_owner_name: 'Owner',
      parcel_address: 'Address',
      parcel_centroid_lat: null,
      parcel_centroid_lon: null,
      notes: null,
    };
    await accounts.saveParcel({ userId, parcel, nowMs: number });
  }
  measured.set('save a parcel, ms', (performance.now() - start) / QUESTIONS);
}

async function measure(stores: Stores): Promise<Measured> {
  const measured: Measured = new Map();
  await load(stores.parcels, measured);
  await ask(stores.parcels, measured);
  await saveAll(stores, measured);
  await stores.parcels.close();
  await stores.accounts.close();
  return measured;
}

async function measureSqlite(): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-bench-'));
  try {
    return await measure(await openSqliteStores({ dataDir }));
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function measurePostgres(): Promise<Measured | undefined> {
  const cluster = await startPostgresCluster().catch((error: Error) =>
    console.log(`No PostgreSQL: ${error.message}`),
  );
  if (!cluster) return undefined;
  try {
    const databaseUrl = await createDatabase(cluster.url, 'bench');
    return await measure(await openPostgresStores({ databaseUrl }));
  } finally {
    cluster.stop();
  }
}

console.log(`${columns * rows} lots; SQLite with all its safety, PostgreSQL without fsync.\n`);
const sqlite = await measureSqlite();
const postgres = await measurePostgres();
console.log(`${''.padEnd(34)}${'SQLite'.padStart(10)}${'PostgreSQL'.padStart(12)}${'ratio'.padStart(8)}`);
for (const [name, value] of sqlite) {
  const other = postgres?.get(name);
  const cells = [value.toFixed(3).padStart(10)];
  if (other !== undefined)
    cells.push(other.toFixed(3).padStart(12), `${(other / value).toFixed(1)}x`.padStart(8));
  console.log(name.padEnd(34) + cells.join(''));
}
console.log(`\nMemory at the end: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
