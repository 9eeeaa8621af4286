// Fills the tables of a source that is being loaded, beside those that are being read.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { FlatArea } from '../../geo/flat-area.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { decodeGeometry, decodeInto, encodeGeometry } from '../../geo/geometry-code.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import { Coverage } from '../coverage.ts';
import type { DrawnTile } from '../draw-tiles.ts';
import { indexAndDraw } from '../index-and-draw.ts';
import { ParcelPacker } from '../packed-parcels.ts';
import { packMore, parcelRowOf, tilePropertiesOf } from '../parcel-row.ts';
import {
  type Extent,
  type LoadFacts,
  type ReplaceSource,
  type UnitRecord,
  WRITING_PARCELS,
} from '../parcel-store.ts';
import { gramsOf } from '../search-correction.ts';
import { type SearchKeys, searchKeysOf, Vocabulary } from '../search-keys.ts';
import { SearchableFields } from '../searchable-fields.ts';
import { gridBox } from '../storage-grid.ts';
import { TileBlockWriter } from '../tile-blocks.ts';
import { storeColumns } from './column-chunks.ts';
import type { ColumnWriterCalls } from './column-writer-worker.ts';
import type { Sql } from './connect.ts';
import { createNextTables, NEXT, nextIndexes } from './parcel-schema.ts';
import { wordVector } from './postgres-search.ts';
import { toEwkbHex } from './well-known-binary.ts';

export type Load = {
  sql: Sql;
  replacement: ReplaceSource;
  /** The source that PINs are qualified with, if they are. */
  qualifier: string | undefined;
  signal: AbortSignal;
};

type ColumnWriter = WorkerCaller<ColumnWriterCalls>;

const ROWS_PER_STATEMENT = 500;
const WORDS_PER_STATEMENT = 5_000;

export async function loadParcels(load: Load): Promise<Extent & LoadFacts> {
  await createNextTables(load.sql, load.replacement.name);
  const scratch = join(tmpdir(), `platbook-${randomUUID()}`);
  const columnsPath = `${scratch}.columns`;
  const blocks = await TileBlockWriter.create(`${scratch}.blocks`);
  const columns: ColumnWriter = openWorker(new URL('./column-writer-worker.ts', import.meta.url), {
    path: columnsPath,
  });
  try {
    const { vocabulary, ...extent } = await writeParcels(load, { blocks, columns });
    await columns.call('finish', undefined);
    await indexAndDraw({
      index: buildIndexes(load, { vocabulary, columnsPath }),
      blocks: { file: blocks.file, jobs: await blocks.finish() },
      onTiles: (tiles) => writeTiles(load, tiles),
      signal: load.signal,
      onProgress: load.replacement.onProgress,
    });
    return extent;
  } finally {
    await Promise.all([blocks.close(), columns.close()]);
    await rm(columnsPath, { force: true });
  }
}

// Rows are sent as JSON, not by COPY: if a COPY fails after its last chunk, the driver loses the error and hangs.
async function writeParcels(
  { sql, replacement, qualifier, signal }: Load,
  { blocks, columns }: { blocks: TileBlockWriter; columns: ColumnWriter },
) {
  const { parcels, expectedCount, onProgress } = replacement;
  const coverage = new Coverage();
  const searchable = new SearchableFields();
  const area = new FlatArea();
  const vocabulary = new Vocabulary();
  const packer = new ParcelPacker();
  const inSource = { source: replacement.name, qualifier: qualifier ?? null };
  let done = 0;
  let unitCount = 0;

  await sql.begin(async (transaction) => {
    let columnsWritten: Promise<void> = Promise.resolve();
    let rows: Record<string, string | number | null>[] = [];
    const send = async () => {
      await transaction`
        INSERT INTO ${sql(NEXT)}.parcel
        SELECT * FROM jsonb_populate_recordset(NULL::${sql(NEXT)}.parcel, ${transaction.json(rows)})`;
      await blocks.settle();
      // One batch is written while the next is made, and no more than that.
      await columnsWritten;
      columnsWritten = columns.call('add', packer.take());
      columnsWritten.catch(() => {});
      signal.throwIfAborted();
      rows = [];
      onProgress?.({ stage: WRITING_PARCELS, done, total: Math.max(done, expectedCount) });
    };
    const add = async (fields: UnitRecord, centroid: LngLat, others: Record<string, string | number>) => {
      const keys = searchKeysOf(fields);
      vocabulary.add(keys);
      rows.push({ ...inSource, ...tableRow(fields, centroid, keys), ...others });
      if (rows.length === ROWS_PER_STATEMENT) await send();
    };
    for await (const parcel of parcels) {
      const { pin, centroid, units = [] } = parcel;
      const given = parcel.geometry;
      const geometry = given instanceof Uint8Array ? decodeGeometry(given) : given;
      const code = given instanceof Uint8Array ? given : encodeGeometry(given);
      decodeInto(area, code);
      const bounds = coverage.add(area, centroid);
      searchable.add(parcel);
      const properties = tilePropertiesOf(parcel, qualifier);
      blocks.add({ bounds, centroid, properties, geometry: code });
      packer.add(parcel, { bounds, geometry: code });
      done++;
      unitCount += units.length;
      await add(parcel, centroid, { ...gridBox(bounds), shape: toEwkbHex(geometry) });
      for (const unit of units) await add(unit, centroid, { lot: pin });
    }
    await send();
    await columnsWritten;
    if (done === 0) throw new OperatorError('There are no parcels to load.');
  });
  return { count: done, unitCount, searchable: searchable.list(), ...coverage.extent(), vocabulary };
}

/** The keys are the names of the columns. */
function tableRow(fields: UnitRecord, centroid: LngLat, { address_text, ...keys }: SearchKeys) {
  return {
    ...parcelRowOf(fields, centroid),
    ...keys,
    words: wordVector(keys.owner_key, address_text),
    more: packMore(fields.more),
  };
}

async function* buildIndexes(
  { sql, replacement, signal }: Load,
  { vocabulary, columnsPath }: { vocabulary: Vocabulary; columnsPath: string },
) {
  const total = nextIndexes.length + 2;
  await storeColumns({ sql, source: replacement.name, path: columnsPath, signal });
  yield { done: 1, total };
  await writeVocabulary({ sql, source: replacement.name, vocabulary });
  yield { done: 2, total };
  for (const [at, createIndex] of nextIndexes.entries()) {
    await createIndex(sql).catch(explainDuplicate);
    yield { done: at + 3, total };
  }
}

/** Creating the primary key fails if a PIN occurs twice. */
function explainDuplicate(error: unknown): never {
  const pin = error instanceof postgres.PostgresError && /\(pin\)=\((.*)\)/s.exec(error.detail ?? '')?.[1];
  throw pin ? new OperatorError(`The PIN ${JSON.stringify(pin)} occurs twice.`) : error;
}

async function writeVocabulary({
  sql,
  source,
  vocabulary,
}: {
  sql: Sql;
  source: string;
  vocabulary: Vocabulary;
}): Promise<void> {
  const words = vocabulary.words().map(({ word, uses }, at) => ({ source, word_id: at + 1, word, uses }));
  for (let start = 0; start < words.length; start += WORDS_PER_STATEMENT) {
    const some = words.slice(start, start + WORDS_PER_STATEMENT);
    const grams = some.flatMap(({ word_id, word }) =>
      gramsOf(word).map((gram) => ({ source, gram, word_id })),
    );
    await sql`
      INSERT INTO ${sql(NEXT)}.known_word
      SELECT * FROM jsonb_populate_recordset(NULL::${sql(NEXT)}.known_word, ${sql.json(some)})`;
    await sql`
      INSERT INTO ${sql(NEXT)}.known_gram
      SELECT * FROM jsonb_populate_recordset(NULL::${sql(NEXT)}.known_gram, ${sql.json(grams)})`;
  }
}

async function writeTiles({ sql, replacement }: Load, tiles: readonly DrawnTile[]): Promise<void> {
  const rows = tiles.map((tile) => ({ source: replacement.name, ...tileRow(tile) }));
  await sql`
    INSERT INTO ${sql(NEXT)}.tile
    SELECT * FROM jsonb_populate_recordset(NULL::${sql(NEXT)}.tile, ${sql.json(rows)})`;
}

export function tileRow({ address, gzip }: DrawnTile) {
  return { number: tileNumber(address), gzip: `\\x${Buffer.from(gzip).toString('hex')}` };
}
