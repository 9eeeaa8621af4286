// SQLite and PostgreSQL beside each other: the same parcels loaded into both, the same questions asked.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgresStores } from '../../store/postgres/open-postgres-stores.ts';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { createDatabase, startPostgresCluster } from '../../test/postgres-cluster.ts';
import { testSource } from '../../test/test-source.ts';
import { askStore } from '../inputs/store-questions.ts';
import { parcelsOf } from '../inputs/synthetic-county.ts';
import type { Part } from '../part.ts';
import { missingPart } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const SAVES = 500;

type Stores = Awaited<ReturnType<typeof openSqliteStores>>;
/** By the name of the figure. Loading in s, everything else in ms. */
type Times = Map<string, number>;
const LOAD = 'load with tiles';

async function measureStores({ parcels, accounts }: Stores, count: number): Promise<Times> {
  try {
    const begin = performance.now();
    await parcels.replaceSource({ ...testSource, parcels: parcelsOf(count), expectedCount: count });
    const loadSeconds = (performance.now() - begin) / 1000;
    const times = await askStore(parcels, count);
    times.set('save a parcel', await msToSave(accounts));
    return new Map([[LOAD, loadSeconds], ...times]);
  } finally {
    await parcels.close();
    await accounts.close();
  }
}

async function msToSave(accounts: Stores['accounts']): Promise<number> {
  const { userId } = await accounts.findOrCreateUser({ email: 'bench@example.com', nowMs: 0 });
  const start = performance.now();
  for (let number = 0; number < SAVES; number++) {
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
  return (performance.now() - start) / SAVES;
}

async function measureSqlite(count: number): Promise<Times> {
  const dataDir = await mkdtemp(join(scratch, 'store-'));
  try {
    return await measureStores(await openSqliteStores({ dataDir }), count);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function measurePostgres(count: number): Promise<Times> {
  const cluster = await startPostgresCluster();
  try {
    const databaseUrl = await createDatabase(cluster.url, 'bench');
    return await measureStores(await openPostgresStores({ databaseUrl }), count);
  } finally {
    cluster.stop();
  }
}

export const stores: Part = {
  name: 'store',
  title: 'SQLite and PostgreSQL',
  isLeftOutOfQuick: true,
  async run({ size, say }) {
    const count = size === 'quick' ? 20_000 : 100_000;
    say('SQLite');
    const sqlite = await measureSqlite(count);
    const missing = missingPart('PostgreSQL', 'PostGIS');
    if (missing === undefined) say('PostgreSQL');
    const postgres = missing === undefined ? await measurePostgres(count) : undefined;
    const figures = [...sqlite].flatMap(([name, value]): Figure[] => {
      const unit = name === LOAD ? 's' : 'ms';
      const other = postgres?.get(name);
      return [
        { name: `SQLite: ${name}`, unit, value },
        {
          name: `PostgreSQL: ${name}`,
          unit,
          ...(other === undefined ? { missing: missing! } : { value: other, ratio: other / value }),
          beside: 'SQLite',
        },
      ];
    });
    return {
      about: `${count.toLocaleString('en-US')} synthetic parcels through the store's own door, SQLite with all its safety, PostgreSQL without fsync. Questions one at a time, medians of 500.`,
      figures,
      plots: [
        {
          name: 'store',
          title: 'SQLite and PostgreSQL, one question at a time',
          unit: 'ms',
          isLogarithmic: true,
          bars: barsOf(figures.filter(({ unit }) => unit === 'ms')),
        },
      ],
    };
  },
};
