// Filters of the panel on a large county: count, acres and first page, beside the same questions in PostGIS, in one run.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { parseFilter } from '../../contract/cql2/parse-filter.ts';
import { parseSort } from '../../contract/cql2/parse-sort.ts';
import type { ParcelQueries } from '../../store/parcel-queries.ts';
import type { ParcelRecord } from '../../store/parcel-store.ts';
import { toEwkbHex } from '../../store/postgres/well-known-binary.ts';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { createDatabase, startPostgresCluster } from '../../test/postgres-cluster.ts';
import { testSource } from '../../test/test-source.ts';
import { parcelsToFilter, type SetQuestion, setQuestions } from '../inputs/set-questions.ts';
import { median, quantile } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import { missingPart } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const ROUNDS = 20;
/** PostGIS takes seconds for some. */
const PEER_ROUNDS = 4;
const PAGE = 100;
const GOAL_MS = 150;

async function loadPostgis(sql: postgres.Sql, count: number): Promise<void> {
  await sql`CREATE TABLE parcel (pin text COLLATE "C" PRIMARY KEY, name text COLLATE "C", site_address text, zoning text,
    taxacres float8, sale_date date, sales_price float8, elsewhere boolean, heated_area float8,
    geometry geometry(Geometry, 4326) NOT NULL)`;
  const cell = (value: string | number | boolean | null) => (value === null ? '\\N' : String(value));
  function* rows() {
    for (const { geometry, ...fields } of parcelsToFilter(count)) {
      const { pin, name, site_address, zoning, taxacres, sale_date, sales_price, add1, more } = fields;
      const isElsewhere = add1 !== site_address;
      const heated = more![0]![1];
      const values = [pin, name, site_address, zoning, taxacres, sale_date, sales_price, isElsewhere, heated];
      yield `${values.map(cell).join('\t')}\t${toEwkbHex(geometry)}\n`;
    }
  }
  await pipeline(Readable.from(rows()), await sql`COPY parcel FROM STDIN`.writable());
  for (const column of [
    'taxacres',
    'sales_price',
    'sale_date',
    'zoning',
    'heated_area',
    'lower(name) text_pattern_ops',
  ]) {
    await sql.unsafe(`CREATE INDEX ON parcel (${column})`);
  }
  await sql`CREATE INDEX ON parcel USING gist (geometry)`;
  await sql`CREATE INDEX ON parcel USING gist ((geometry::geography))`;
  await sql`ANALYZE parcel`;
}

async function askPostgis(sql: postgres.Sql, question: SetQuestion, count: number): Promise<number> {
  const { where, order = 'pin', asks } = question;
  const start = performance.now();
  if (asks === 'pins') await sql.unsafe(`SELECT pin FROM parcel WHERE ${where}`);
  else if (asks === 'values')
    await sql.unsafe(`SELECT zoning, count(*) FROM parcel WHERE ${where} GROUP BY zoning ORDER BY 2 DESC`);
  else {
    await sql.unsafe(`SELECT count(*), sum(taxacres) FROM parcel WHERE ${where}`);
    const offset = asks === 'far page' ? `OFFSET ${count / 2}` : '';
    if (asks !== 'count')
      await sql.unsafe(`SELECT * FROM parcel WHERE ${where} ORDER BY ${order} LIMIT ${PAGE} ${offset}`);
  }
  return performance.now() - start;
}

/** How long it takes, from the text of the filter on. */
async function askOurs(queries: ParcelQueries, question: SetQuestion, count: number): Promise<number> {
  const start = performance.now();
  const parsed = parseFilter(question.filter);
  const sort = parseSort(question.sort ?? '');
  if ('error' in parsed || 'error' in sort) throw new Error(`${question.filter} is not understood.`);
  const { filter } = parsed;
  const { asks } = question;
  const never = new AbortController().signal;
  let found: number;
  if (asks === 'pins') found = (await queries.pins(filter, never)).json.length;
  else if (asks === 'values')
    found = (await queries.values({ field: 'zoning', filter, limit: PAGE }, never)).distinct;
  else {
    const offset = asks === 'far page' ? count / 2 : 0;
    const limit = asks === 'count' ? 0 : PAGE;
    const page = await queries.select({ filter, sort: sort.sort, limit, offset }, never);
    found = limit === 0 ? page.count : page.rows;
  }
  const ms = performance.now() - start;
  if (found === 0) throw new Error(`${question.name} finds nothing.`);
  return ms;
}

function middleParcel(count: number): { around: ParcelRecord; widthDegrees: number } {
  let [west, east] = [Infinity, -Infinity];
  let around: ParcelRecord | undefined;
  let row = 0;
  const columns = Math.sqrt(count);
  for (const parcel of parcelsToFilter(count)) {
    west = Math.min(west, parcel.centroid.lng);
    east = Math.max(east, parcel.centroid.lng);
    if (row++ === Math.floor(count / 2 + columns / 2)) around = parcel;
  }
  return { around: around!, widthDegrees: east - west };
}

export const sets: Part = {
  name: 'sets',
  title: 'Sets of parcels',
  isLeftOutOfQuick: true,
  async run({ size, say }) {
    const count = size === 'quick' ? 20_000 : size === 'normal' ? 200_000 : 1_000_000;
    const county = { ...middleParcel(count), count };
    const dataDir = await mkdtemp(join(scratch, 'sets-'));
    const { parcels, accounts } = await openSqliteStores({ dataDir });
    const missing = missingPart('PostgreSQL', 'PostGIS');
    const cluster = missing === undefined ? await startPostgresCluster() : undefined;
    const sql = cluster && postgres(await createDatabase(cluster.url, 'sets'), { max: 1 });
    try {
      say(`loading ${count.toLocaleString('en-US')} parcels`);
      await parcels.replaceSource({ ...testSource, parcels: parcelsToFilter(count), expectedCount: count });
      if (sql) {
        say('the same parcels in PostGIS');
        await loadPostgis(sql, count);
      }
      const names = setQuestions({ ...county, round: 0 }).map(({ name }) => name);
      const ours = new Map(names.map((name): [string, number[]] => [name, []]));
      const theirs = new Map(names.map((name): [string, number[]] => [name, []]));
      const promised: number[] = [];
      // In turn, so that other load on the machine slows both. The first of each reads from disk and does not count.
      for (let round = 0; round <= ROUNDS; round++) {
        say(`round ${round} of ${ROUNDS}`);
        for (const question of setQuestions({ ...county, round })) {
          const ms = await askOurs(parcels.queries, question, count);
          const peer = sql && round <= PEER_ROUNDS && (await askPostgis(sql, question, count));
          if (round === 0) continue;
          ours.get(question.name)!.push(ms);
          if (!question.asks) promised.push(ms);
          if (typeof peer === 'number') theirs.get(question.name)!.push(peer);
        }
      }
      const figures = names.flatMap((name): Figure[] => {
        const value = median(ours.get(name)!);
        const peer = sql && median(theirs.get(name)!);
        return [
          { name, unit: 'ms', value, ...(peer !== undefined && { ratio: value / peer, beside: 'PostGIS' }) },
          {
            name: `PostGIS: ${name}`,
            unit: 'ms',
            ...(peer === undefined ? { missing: missing! } : { value: peer }),
            isPeer: true,
          },
        ];
      });
      const p95: Figure = {
        name: 'count, acres and first page of all filters, p95',
        unit: 'ms',
        value: quantile(promised, 0.95),
        goal: { of: 'value', atMost: GOAL_MS },
      };
      return {
        about: `${count.toLocaleString('en-US')} synthetic parcels in SQLite. ${names.length} questions as the panel asks them; for most the count, the acres and the first ${PAGE} parcels, through the store, and by two statements in PostGIS with an index for each field on the same machine, in turn. Medians of ${ROUNDS}, in PostGIS of ${PEER_ROUNDS}; every round asks for other values.`,
        figures: [p95, ...figures],
        plots: [
          {
            name: 'sets',
            title: `Filters on ${count.toLocaleString('en-US')} parcels`,
            unit: 'ms',
            isLogarithmic: true,
            bars: barsOf(figures),
          },
        ],
      };
    } finally {
      await parcels.close();
      await accounts.close();
      await sql?.end();
      cluster?.stop();
      await rm(dataDir, { recursive: true });
    }
  },
};
