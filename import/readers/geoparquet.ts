// Reads GeoParquet: its row groups one after another, and large ones in slices.
import { basename } from 'node:path';
import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  FEATURES_PER_BATCH,
  type Layer,
  type OpenSource,
  type RawFeature,
  type RawValue,
  type ReadOptions,
} from '../layer.ts';
import { geometryOfRows } from './geometry-parts.ts';
import { describeColumns, type ParquetColumns } from './geoparquet-columns.ts';

/** Rows in memory at once. Some tools put a million rows into one group. */
const ROWS_PER_SLICE = 32_768;
/** Of lists nothing can be skipped: each slice of a group decodes them from the group's beginning. */
const ROWS_PER_NESTED_SLICE = 131_072;
const SAMPLE_FEATURES = 200;

/** Dates as the layer wants them. Geometries stay bytes: of a dictionary, rows would share one object. */
const day = (milliseconds: number) => {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
};
const bytes = (value: Uint8Array) => value;
const parsers = {
  dateFromDays: (days: number) => day(days * 86_400_000),
  timestampFromMilliseconds: (value: bigint) => day(Number(value)),
  timestampFromMicroseconds: (value: bigint) => day(Number(value / 1000n)),
  timestampFromNanoseconds: (value: bigint) => day(Number(value / 1_000_000n)),
  geometryFromBytes: bytes,
  geographyFromBytes: bytes,
};

type Opened = { file: AsyncBuffer; metadata: FileMetaData; columns: ParquetColumns; fileName: string };

export async function openGeoParquet(o: { path: string }): Promise<OpenSource> {
  const fileName = basename(o.path);
  const file = await asyncBufferFromFile(o.path);
  const { metadata, columns } = await readMetadata(file, fileName);
  const opened: Opened = { file, metadata, columns, fileName };
  const layer: Layer = {
    name: fileName.replace(/\.(?:geo)?parquet$/i, ''),
    geometry: await geometryOf(opened),
    fields: columns.attributes.map(({ field }) => field),
    crs: columns.geometry?.crs,
    count: Number(metadata.num_rows),
    read: (options) => readFeatures({ ...opened, ...options }),
  };
  return { layers: [layer], close: async () => {} };
}

async function readMetadata(
  file: AsyncBuffer,
  fileName: string,
): Promise<{ metadata: FileMetaData; columns: ParquetColumns }> {
  const isParquet =
    file.byteLength >= 12 && Buffer.from(await file.slice(0, 4)).toString('latin1') === 'PAR1';
  if (!isParquet) throw new OperatorError(`${fileName} is not a Parquet file: download or export it again.`);
  try {
    const metadata = await parquetMetadataAsync(file, { parsers });
    return { metadata, columns: describeColumns(metadata) };
  } catch (error) {
    throw new OperatorError(
      `${fileName} is cut or damaged (its list of contents, which stands at the end, cannot be read): download it again.`,
      { cause: error },
    );
  }
}

async function geometryOf(opened: Opened): Promise<Layer['geometry']> {
  const { geometry } = opened.columns;
  if (geometry === undefined) return 'none';
  if (geometry.shapes !== undefined) return geometry.shapes;
  const sample: RawFeature[] = [];
  for await (const batch of readFeatures({ ...opened, limit: SAMPLE_FEATURES })) sample.push(...batch);
  const shapes = geometryOfRows(sample.map(({ geometry }) => geometry));
  return shapes === 'none' ? 'unknown' : shapes;
}

async function* readFeatures(o: Opened & ReadOptions): AsyncGenerator<RawFeature[]> {
  const { columns, metadata } = o;
  const end = Math.min(o.limit ?? Number.POSITIVE_INFINITY, Number(metadata.num_rows));
  const names = columns.attributes.map(({ field }) => field.name);
  if (columns.geometry !== undefined) names.push(columns.geometry.name);
  let batch: RawFeature[] = [];
  let row = 0;
  const size = columns.hasLists ? ROWS_PER_NESTED_SLICE : ROWS_PER_SLICE;
  for (const { rowStart, rowEnd } of slices({ metadata, end, size })) {
    o.signal?.throwIfAborted();
    const rows = await parquetReadObjects({
      file: o.file,
      metadata,
      columns: names,
      rowStart,
      rowEnd,
      compressors,
      parsers,
      utf8: false,
    }).catch((error: Error) => {
      throw damaged(o, rowStart, error.message, error);
    });
    // The library makes rows of nothing behind the last one. Empty values are null.
    if (Object.values(rows.at(-1) ?? {}).every((value) => value === undefined)) {
      throw damaged(o, rowStart, 'it has fewer rows than it says');
    }
    for (const values of rows) {
      row++;
      try {
        batch.push(toFeature({ row, values, columns }));
      } catch (error) {
        throw damaged(o, row - 1, (error as Error).message, error as Error);
      }
      if (batch.length < FEATURES_PER_BATCH) continue;
      o.signal?.throwIfAborted();
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function damaged({ fileName }: Opened, row: number, why: string, cause?: Error): OperatorError {
  return new OperatorError(
    `${fileName} is damaged or in a form of Parquet that is not read, after row ${row.toLocaleString('en-US')} (${why}): download or export it again.`,
    { cause },
  );
}

/** Within a row group: reading over its end would read both. */
function* slices(o: {
  metadata: FileMetaData;
  end: number;
  size: number;
}): Generator<{ rowStart: number; rowEnd: number }> {
  const { metadata, end, size } = o;
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    for (let rowStart = groupStart; rowStart < Math.min(groupEnd, end); rowStart += size) {
      yield { rowStart, rowEnd: Math.min(rowStart + size, groupEnd, end) };
    }
    groupStart = groupEnd;
  }
}

function toFeature(o: { row: number; values: Record<string, unknown>; columns: ParquetColumns }): RawFeature {
  const { row, values, columns } = o;
  const properties: Record<string, RawValue> = {};
  for (const { field, read } of columns.attributes) properties[field.name] = read(values[field.name]);
  const { geometry } = columns;
  return { row, properties, geometry: geometry === undefined ? null : geometry.read(values[geometry.name]) };
}
