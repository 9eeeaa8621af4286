// Tests how many parcels a search reads on PostgreSQL, by the database's own counters, and that it finds the same.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { qualifiedPin } from '../../contract/parcel-pin.ts';
import { closeStores, postgresPlace, type Stores } from '../../test/store-places.ts';
import { syntheticParcels } from '../../test/synthetic-parcels.ts';
import { testSource } from '../../test/test-source.ts';
import { connect, type Sql } from './connect.ts';
import { PARCELS } from './parcel-schema.ts';
import { postgresSearch } from './postgres-search.ts';

const SOON = 200;
const LIMIT = 10;

let stores: Stores;
let sql: Sql;
beforeAll(async () => {
  const { databaseUrl, open } = await postgresPlace();
  stores = await open();
  const all = [...syntheticParcels({ columns: 30, rows: 20 })];
  const rare = all.map((parcel, at) => (at % 200 === 7 ? { ...parcel, name: 'Rarely Heard Of' } : parcel));
  for (const [name, parcels] of Object.entries({ here: rare, there: all })) {
    const { length: expectedCount } = parcels;
    await stores.parcels.replaceSource({ ...testSource, name, title: name, parcels, expectedCount });
  }
  sql = connect(databaseUrl, { connectionsMax: 1 });
  // Ten times as many, without waiting for their tiles.
  await sql`
    INSERT INTO ${sql(PARCELS)}.parcel
    SELECT (jsonb_populate_record(parcel, jsonb_build_object('pin', pin || '-' || copy))).*
    FROM ${sql(PARCELS)}.parcel, generate_series(1, 10) AS copy`;
  await sql`VACUUM ANALYZE ${sql(PARCELS)}.parcel`;
});
afterAll(async () => {
  await sql.end();
  await closeStores(stores);
});

async function rowsRead(): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`;
  const [row] = await sql<{ rows: number }[]>`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS rows
    FROM pg_stat_user_tables WHERE relname = 'parcel'`;
  return row!.rows;
}

/** The PINs of all that match, sorted: what the search must answer, whatever it reads. */
async function sortedPins(query: string): Promise<string[]> {
  const rows = await sql<{ qualifier: string | null; pin: string }[]>`
    SELECT qualifier, pin FROM ${sql(PARCELS)}.parcel WHERE words @@ ${query}::tsquery
    ORDER BY owner_key, pin, qualifier NULLS FIRST`;
  return rows.map(({ qualifier, pin }) => qualifiedPin({ pin, source: qualifier ?? undefined }));
}

test.each([
  ['of many, spread over all owners', "'a':*", 'inAny', 0],
  ['of few owners', "'rarely':*A", 'inOwner', 1],
  // All Smiths stand together in the order of owners, so all of them are sorted.
  ['of many owners of one name', "'smi':*A", 'inOwner', 3],
  ['two words of many owners of one name', "'ma':* & 'smi':*", 'inAny', 3],
] as const)(
  'words %s are found in order, without reading all parcels',
  async (_, query, where, readsOfEach) => {
    const search = postgresSearch(sql, () => [], SOON);
    const all = await sortedPins(query);
    const words = [...query.matchAll(/'(\w+)'/g)].map(([, word]) => [word!]);
    const before = await rowsRead();
    const found = await search.hasWords({ words, limit: LIMIT })[where]();
    const read = (await rowsRead()) - before;
    expect(found.map(({ pin }) => pin)).toEqual(all.slice(0, LIMIT));
    expect(read).toBeLessThanOrEqual(SOON + readsOfEach * all.length + 5 * LIMIT);
  },
);
