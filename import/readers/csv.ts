// Reads CSV: a table, or parcels with their shapes as well-known text or binary in one of the columns.
import { basename, extname } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  FEATURES_PER_BATCH,
  type Layer,
  type OpenSource,
  type RawFeature,
  type RawValue,
  type ReadOptions,
} from '../layer.ts';
import { CsvRecords } from './csv-records.ts';
import { findShapeColumn, parseShapeText } from './csv-shapes.ts';
import { ownNames } from './own-names.ts';
import { readText } from './read-text.ts';

/** The usual one first: it wins where the header has a single column. */
const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_ROWS = 200;
/** More than the header of any table. */
const HEADER_BYTES = 64 * 1024;

type CsvFile = {
  path: string;
  encoding: string | undefined;
  delimiter: string;
  /** The records before the first row: the header, and perhaps a line that names the delimiter. */
  recordsBefore: number;
  names: readonly string[];
  shapeColumn: number | undefined;
};

export async function openCsv(o: { path: string; encoding?: string | undefined }): Promise<OpenSource> {
  const unread = { path: o.path, encoding: o.encoding, ...(await findDelimiter(o)) };
  const { header, rows } = await readSample(unread);
  const found = findShapeColumn(header, rows);
  const file: CsvFile = { ...unread, names: ownNames(header, 'COLUMN'), shapeColumn: found?.column };
  const layer: Layer = {
    name: basename(o.path, extname(o.path)),
    geometry: found?.geometry ?? 'none',
    fields: file.names.filter((_, index) => index !== found?.column).map((name) => ({ name, type: 'text' })),
    crs: found?.crs,
    count: undefined,
    read: (options) => readRows(file, options),
  };
  return { layers: [layer], close: async () => {} };
}

async function* readRows(file: CsvFile, options: ReadOptions = {}): AsyncIterable<RawFeature[]> {
  const { signal, limit = Infinity } = options;
  const { names, shapeColumn } = file;
  let batch: RawFeature[] = [];
  // The header has no number.
  let row = -file.recordsBefore;
  for await (const records of recordsOf(file)) {
    for (const record of records) {
      if (row++ < 0) continue;
      if (row > limit) break;
      const properties: Record<string, RawValue> = {};
      for (let column = 0; column < names.length; column++) {
        if (column !== shapeColumn) properties[names[column]!] = record[column] || null;
      }
      const shape = shapeColumn === undefined ? undefined : record[shapeColumn];
      batch.push({ row, properties, geometry: shape ? parseShapeText(shape) : null });
      if (batch.length < FEATURES_PER_BATCH) continue;
      signal?.throwIfAborted();
      yield batch;
      batch = [];
    }
    if (row > limit) break;
  }
  signal?.throwIfAborted();
  if (batch.length > 0) yield batch;
}

async function* recordsOf(
  file: Pick<CsvFile, 'path' | 'encoding' | 'delimiter' | 'recordsBefore'>,
): AsyncIterable<string[][]> {
  const { delimiter, recordsBefore } = file;
  const records = new CsvRecords({ fileName: basename(file.path), delimiter, recordsBefore });
  for await (const chunk of readText(file.path, file.encoding)) yield records.take(chunk, false);
  yield records.take(Buffer.alloc(0), true);
}

async function readSample(
  file: Omit<CsvFile, 'names' | 'shapeColumn'>,
): Promise<{ header: string[]; rows: string[][] }> {
  const sample: string[][] = [];
  for await (const records of recordsOf(file)) {
    sample.push(...records.slice(0, SAMPLE_ROWS));
    if (sample.length > SAMPLE_ROWS) break;
  }
  const [header, ...rows] = sample.slice(file.recordsBefore - 1);
  if (!header) throw new OperatorError(`${basename(file.path)} is empty. Get a complete copy of it.`);
  return { header, rows };
}

/** The delimiter that the header has most often outside quotation marks. */
async function findDelimiter(o: {
  path: string;
  encoding?: string | undefined;
}): Promise<{ delimiter: string; recordsBefore: number }> {
  let text = '';
  for await (const chunk of readText(o.path, o.encoding)) {
    text = chunk.toString('latin1', 0, HEADER_BYTES);
    break;
  }
  // Excel's own way to say it, in a line before the header.
  const said = /^sep=(.)\r?\n/i.exec(text);
  if (said) return { delimiter: said[1]!, recordsBefore: 2 };
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of text.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  const [delimiter] = [...counts].reduce((best, other) => (other[1] > best[1] ? other : best));
  return { delimiter, recordsBefore: 1 };
}
