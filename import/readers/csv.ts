// Reads CSV: a table, or parcels with their shapes as well-known text or binary in one of the columns.
import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { CsvError, type Options, parse } from 'csv-parse';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  FEATURES_PER_BATCH,
  type Layer,
  type OpenSource,
  type RawFeature,
  type RawValue,
  type ReadOptions,
} from '../layer.ts';
import { findShapeColumn, parseShapeText } from './csv-shapes.ts';
import { decodeStream } from './decode-stream.ts';

/** The usual one first: it wins where the header has a single column. */
const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_ROWS = 200;
/** Beyond this a quotation mark was opened and never closed. No real shape comes near. */
const MAX_RECORD_CHARACTERS = 100_000_000;

type CsvFile = {
  path: string;
  encoding: string | undefined;
  delimiter: string;
  /** Lines before the header. */
  skippedLines: number;
  names: readonly string[];
  shapeColumn: number | undefined;
};

export async function openCsv(o: { path: string; encoding?: string | undefined }): Promise<OpenSource> {
  const unread = { path: o.path, encoding: o.encoding, ...(await findDelimiter(o)) };
  const { header, rows } = await readSample(unread);
  const found = findShapeColumn(header, rows);
  const file: CsvFile = { ...unread, names: ownNames(header), shapeColumn: found?.column };
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
  let row = 0;
  for await (const record of recordsOf(file)) {
    if (row >= limit) break;
    // The header has no number, as in a spreadsheet's first row of data.
    row++;
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
  signal?.throwIfAborted();
  if (batch.length > 0) yield batch;
}

type UnreadFile = Pick<CsvFile, 'path' | 'encoding' | 'delimiter' | 'skippedLines'>;

/** All records after the header. */
async function* recordsOf(file: UnreadFile): AsyncIterable<string[]> {
  yield* parseRecords(file, { from_line: file.skippedLines + 1, from: 2 });
}

async function* parseRecords(file: UnreadFile, options: Options): AsyncIterable<string[]> {
  const bytes = createReadStream(file.path, { highWaterMark: 1024 * 1024 });
  const parser = parse({
    delimiter: file.delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    ...options,
  });
  const feeding = feed(decodeStream(bytes, file.encoding), parser);
  try {
    for await (const record of parser) yield record as string[];
    await feeding;
  } catch (error) {
    if (error instanceof CsvError) throw inWords(file.path, error);
    throw error;
  } finally {
    parser.destroy();
    bytes.destroy();
    await feeding.catch(() => undefined);
  }
}

type CsvParser = ReturnType<typeof parse>;

async function feed(texts: AsyncIterable<string>, parser: CsvParser): Promise<void> {
  try {
    for await (const text of texts) {
      if (parser.destroyed) return;
      if (!parser.write(text)) await drained(parser);
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
    throw error;
  }
}

/** Also ends where the parser is destroyed. */
function drained(parser: CsvParser): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done);
      parser.off('close', done);
      resolve();
    };
    parser.on('drain', done);
    parser.on('close', done);
  });
}

function inWords(path: string, error: CsvError): OperatorError {
  const name = basename(path);
  const line = 'lines' in error ? ` (line ${String(error.lines)})` : '';
  const isOpenQuote = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(error.code);
  const what = isOpenQuote
    ? 'a quotation mark is opened and never closed, so it is cut off or damaged'
    : error.message;
  return new OperatorError(`${name} cannot be read as CSV: ${what}${line}. Get a complete copy of it.`);
}

async function readSample(file: UnreadFile): Promise<{ header: string[]; rows: string[][] }> {
  const records: string[][] = [];
  for await (const record of parseRecords(file, { from_line: file.skippedLines + 1 })) {
    if (records.push(record) > SAMPLE_ROWS) break;
  }
  const [header, ...rows] = records;
  if (!header) throw new OperatorError(`${basename(file.path)} is empty. Get a complete copy of it.`);
  return { header, rows };
}

/** The delimiter that the header has most often outside quotation marks. */
async function findDelimiter(o: {
  path: string;
  encoding?: string | undefined;
}): Promise<{ delimiter: string; skippedLines: number }> {
  const bytes = createReadStream(o.path, { highWaterMark: 64 * 1024, end: 64 * 1024 - 1 });
  let text = '';
  for await (const part of decodeStream(bytes, o.encoding)) text += part;
  // Excel's own way to say it.
  const said = /^sep=(.)\r?\n/i.exec(text);
  if (said) return { delimiter: said[1]!, skippedLines: 1 };
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  const [delimiter] = [...counts].reduce((best, other) => (other[1] > best[1] ? other : best));
  return { delimiter, skippedLines: 0 };
}

/** Names are trimmed, made up where missing, and told apart. The first keeps its name. */
function ownNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const wanted = cell.trim() || `COLUMN_${index + 1}`;
    let own = wanted;
    for (let number = 2; taken.has(own); number++) own = `${wanted}_${number}`;
    taken.add(own);
    return own;
  });
}
