// Fills the tables of a new parcel set, beside those that are being read.
import postgres from 'postgres';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import type { Bounds, TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { Coverage } from '../coverage.ts';
import { drawTiles } from '../draw-tiles.ts';
import { parcelRowOf } from '../parcel-row.ts';
import type { ParcelRecord, ReplaceParcels } from '../parcel-store.ts';
import { gramsOf } from '../search-correction.ts';
import { type SearchKeys, searchKeysOf, Vocabulary } from '../search-keys.ts';
import { gridBox } from '../storage-grid.ts';
import type { Sql } from './connect.ts';
import { createNextTables, nextIndexes } from './parcel-schema.ts';
import { wordVector } from './postgres-search.ts';
import { toEwkbHex } from './well-known-binary.ts';

type Load = {
  sql: Sql;
  databaseUrl: string;
  version: string;
  replacement: ReplaceParcels;
  signal: AbortSignal;
};

const PARCELS_PER_STATEMENT = 500;
const WORDS_PER_STATEMENT = 5_000;

export async function loadParcels(load: Load): Promise<void> {
  await createNextTables(load.sql);
  const { tiles, vocabulary } = await writeParcels(load);
  await buildIndexes(load, vocabulary);
  await writeTiles(load, tiles);
}

// Rows are sent as JSON, not by COPY: if a COPY fails after its last chunk, the driver loses the error and hangs.
async function writeParcels({ sql, version, replacement, signal }: Load) {
  const { parcels, expectedCount, source, kind, onProgress } = replacement;
  const coverage = new Coverage();
  const vocabulary = new Vocabulary();
  let done = 0;

  await sql.begin(async (transaction) => {
    let rows: ReturnType<typeof tableRow>[] = [];
    const send = async () => {
      await transaction`
        INSERT INTO platbook_parcels_next.parcel
        SELECT * FROM jsonb_populate_recordset(NULL::platbook_parcels_next.parcel, ${transaction.json(rows)})`;
      signal.throwIfAborted();
      done += rows.length;
      rows = [];
      onProgress?.({ stage: 'Writing parcels', done, total: Math.max(done, expectedCount) });
    };
    for await (const parcel of parcels) {
      const bounds = boundsOf(parcel.geometry);
      const keys = searchKeysOf(parcel);
      coverage.add(bounds);
      vocabulary.add(keys);
      rows.push(tableRow(parcel, bounds, keys));
      if (rows.length === PARCELS_PER_STATEMENT) await send();
    }
    await send();
    if (done === 0) throw new OperatorError('There are no parcels to load.');
    const { west, south, east, north } = coverage.bounds;
    await transaction`
      INSERT INTO platbook_parcels_next.loaded_set
        (version, format, count, source, kind, west, south, east, north)
      VALUES (${version}, ${PARCEL_FORMAT}, ${done}, ${source}, ${kind}, ${west}, ${south}, ${east}, ${north})`;
  });
  return { tiles: coverage.tiles(), vocabulary };
}

/** The keys are the names of the columns. */
function tableRow(parcel: ParcelRecord, bounds: Bounds, { address_text, ...keys }: SearchKeys) {
  return {
    ...parcelRowOf(parcel),
    ...keys,
    words: wordVector(keys.owner_key, address_text),
    ...gridBox(bounds),
    shape: toEwkbHex(parcel.geometry),
  };
}

async function buildIndexes({ sql, replacement, signal }: Load, vocabulary: Vocabulary): Promise<void> {
  const total = nextIndexes.length + 1;
  const report = (done: number) => {
    signal.throwIfAborted();
    replacement.onProgress?.({ stage: 'Indexing', done, total });
  };
  await writeVocabulary(sql, vocabulary);
  report(1);
  for (const [at, createIndex] of nextIndexes.entries()) {
    await createIndex(sql).catch(explainDuplicate);
    report(at + 2);
  }
}

/** Creating the primary key fails if a PIN occurs twice. */
function explainDuplicate(error: unknown): never {
  const pin = error instanceof postgres.PostgresError && /\(pin\)=\((.*)\)/s.exec(error.detail ?? '')?.[1];
  throw pin ? new OperatorError(`The PIN ${JSON.stringify(pin)} occurs twice.`) : error;
}

async function writeVocabulary(sql: Sql, vocabulary: Vocabulary): Promise<void> {
  const words = vocabulary.words().map(({ word, uses }, at) => ({ word_id: at + 1, word, uses }));
  for (let start = 0; start < words.length; start += WORDS_PER_STATEMENT) {
    const some = words.slice(start, start + WORDS_PER_STATEMENT);
    const grams = some.flatMap(({ word_id, word }) => gramsOf(word).map((gram) => ({ gram, word_id })));
    await sql`
      INSERT INTO platbook_parcels_next.known_word
      SELECT * FROM jsonb_populate_recordset(NULL::platbook_parcels_next.known_word, ${sql.json(some)})`;
    await sql`
      INSERT INTO platbook_parcels_next.known_gram
      SELECT * FROM jsonb_populate_recordset(NULL::platbook_parcels_next.known_gram, ${sql.json(grams)})`;
  }
}

async function writeTiles(
  { sql, databaseUrl, replacement, signal }: Load,
  tiles: TileAddress[],
): Promise<void> {
  await drawTiles({
    workerSource: new URL('./tile-worker.ts', import.meta.url),
    workerData: { databaseUrl },
    addresses: tiles,
    onTiles: async (drawn) => {
      const rows = drawn.map(({ address, gzip }) => ({
        number: tileNumber(address),
        gzip: `\\x${Buffer.from(gzip).toString('hex')}`,
      }));
      await sql`
        INSERT INTO platbook_parcels_next.tile
        SELECT * FROM jsonb_populate_recordset(NULL::platbook_parcels_next.tile, ${sql.json(rows)})`;
    },
    onProgress: (progress) => {
      signal.throwIfAborted();
      replacement.onProgress?.({ stage: 'Drawing tiles', ...progress });
    },
  });
}
