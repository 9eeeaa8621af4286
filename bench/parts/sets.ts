// Filters of the panel on a large county: count, acres and first page, beside the same questions in PostGIS, in one run.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { parseFilter } from '../../contract/cql2/parse-filter.ts';
import { parseSort } from '../../contract/cql2/parse-sort.ts';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
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
const PAGE = 100;
const GOAL_MS = 150;

async function loadPostgis(sql: postgres.Sql, count: number): Promise<void> {
  await sql`CREATE TABLE parcel (pin text COLLATE "C" PRIMARY KEY, name text COLLATE "C", site_address text, zoning text,
    taxacres float8, sale_date date, sales_price float8, geometry geometry(Geometry, 4326) NOT NULL)`;
  const cell = (value: string | number | null) => (value === null ? '\\N' : String(value));
  function* rows() {
    for (const { geometry, ...fields } of parcelsToFilter(count)) {
      const { pin, name, site_address, zoning, taxacres, sale_date, sales_price } = fields;
      const values = [pin, name, site_address, zoning, taxacres, sale_date, sales_price].map(cell);
      yield `${values.join('\t')}\t${toEwkbHex(geometry)}\n`;
    }
  }
  await pipeline(Readable.from(rows()), await sql`COPY parcel FROM STDIN`.writable());
  for (const column of ['taxacres', 'sales_price', 'sale_date', 'zoning', 'lower(name) text_pattern_ops']) {
    await sql.unsafe(`CREATE INDEX ON parcel (${column})`);
  }
  await sql`CREATE INDEX ON parcel USING gist (geometry)`;
  await sql`CREATE INDEX ON parcel USING gist ((geometry::geography))`;
  await sql`ANALYZE parcel`;
}

async function askPostgis(sql: postgres.Sql, { where, order = 'pin' }: SetQuestion): Promise<number> {
  const start = performance.now();
  await sql.unsafe(`SELECT count(*), sum(taxacres) FROM parcel WHERE ${where}`);
  await sql.unsafe(`SELECT * FROM parcel WHERE ${where} ORDER BY ${order} LIMIT ${PAGE}`);
  return performance.now() - start;
}

function read(question: SetQuestion, round: number) {
  const parsed = parseFilter(question.filter);
  const sort = parseSort(question.sort ?? '');
  if ('error' in parsed || 'error' in sort) throw new Error(`${question.filter} is not understood.`);
  // Another filter of the same rows each time: the answer of before must not be remembered.
  const others = Array.from({ length: round }, (): ParcelFilter => ({ op: 'all' }));
  const filter: ParcelFilter = { op: 'and', of: [parsed.filter, ...others] };
  return { filter, sort: sort.sort, limit: PAGE, offset: 0 };
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
    const questions = (({ around, widthDegrees }) => setQuestions(around, widthDegrees))(middleParcel(count));
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
      const never = new AbortController().signal;
      const all: number[] = [];
      const figures: Figure[] = [];
      for (const question of questions) {
        say(question.name);
        const ours: number[] = [];
        const theirs: number[] = [];
        // In turn, so that other load on the machine slows both. The first of each reads from disk and does not count.
        for (let round = 0; round <= ROUNDS; round++) {
          const query = read(question, round);
          const start = performance.now();
          const page = await parcels.queries.select(query, never);
          const ms = performance.now() - start;
          if (page.parcels.length === 0) throw new Error(`${question.name} finds nothing.`);
          const peer = sql && (await askPostgis(sql, question));
          if (round === 0) continue;
          ours.push(ms);
          if (peer !== undefined) theirs.push(peer);
        }
        all.push(...ours);
        const value = median(ours);
        const peer = sql && median(theirs);
        figures.push(
          {
            name: question.name,
            unit: 'ms',
            value,
            ...(peer !== undefined && { ratio: value / peer, beside: 'PostGIS' }),
          },
          {
            name: `PostGIS: ${question.name}`,
            unit: 'ms',
            ...(peer === undefined ? { missing: missing! } : { value: peer }),
            isPeer: true,
          },
        );
      }
      const p95: Figure = {
        name: 'all filters, p95',
        unit: 'ms',
        value: quantile(all, 0.95),
        goal: { of: 'value', atMost: GOAL_MS },
      };
      return {
        about: `${count.toLocaleString('en-US')} synthetic parcels in SQLite. ${questions.length} filters as the panel makes them; for each the count, the acres and the first ${PAGE} parcels, through the store, and by two statements in PostGIS with an index for each field on the same machine, in turn. Medians of ${ROUNDS}; answers are not remembered from one to the next.`,
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
