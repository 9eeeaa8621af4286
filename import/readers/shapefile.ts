// Reads a Shapefile: shapes from .shp, in the order of .shx where that exists, and attributes from .dbf.
import { basename, extname } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  type CrsName,
  FEATURES_PER_BATCH,
  type Layer,
  type OpenSource,
  type RawFeature,
  type ReadOptions,
} from '../layer.ts';
import { type DbfFile, DbfRows, openDbfFile } from './dbf.ts';
import { dbfFields } from './dbf-table.ts';
import { FileWindow } from './file-window.ts';
import { firstBytes } from './geojson-bytes.ts';
import { geometryOfShapes, parseShape } from './shapefile-record.ts';
import { siblingOf } from './sibling-file.ts';

const FILE_CODE = 9994;
const FILE_HEAD = 100;
const RECORD_HEAD = 8;
/** Lengths and positions count words of 16 bits. */
const WORD = 2;

type ShapeFiles = { path: string; index: string | undefined; dbf: DbfFile };

export async function openShapefile(o: { path: string; encoding?: string | undefined }): Promise<OpenSource> {
  const name = basename(o.path);
  const shapeType = await checkShapes(o.path);
  const dbfPath = await siblingOf(o.path, '.dbf');
  if (!dbfPath) {
    const stem = basename(o.path, extname(o.path));
    throw new OperatorError(
      `${name} has no ${stem}.dbf beside it, so its parcels have no PINs. Put all files of the Shapefile into one folder, or give the zip that the county hands out.`,
    );
  }
  const dbf = await openDbfFile({ path: dbfPath, encoding: o.encoding });
  const files: ShapeFiles = { path: o.path, index: await usableIndex(o.path, dbf), dbf };
  const layer: Layer = {
    name: basename(o.path, extname(o.path)),
    geometry: geometryOfShapes(shapeType),
    fields: dbfFields(dbf.head),
    crs: await crsBeside(o.path),
    count: dbf.head.rowCount,
    read: (options) => readShapes(files, options),
  };
  return { layers: [layer], close: async () => {} };
}

async function* readShapes(files: ShapeFiles, options: ReadOptions = {}): AsyncIterable<RawFeature[]> {
  const { signal, limit = Infinity } = options;
  const shapes = await FileWindow.open(files.path);
  const rows = await DbfRows.open(files.dbf);
  const index = files.index ? await FileWindow.open(files.index) : undefined;
  try {
    const rowCount = files.dbf.head.rowCount;
    let batch: RawFeature[] = [];
    let given = 0;
    let position = FILE_HEAD;
    // Shapes beyond the last row have no attributes, and are often rubbish that an editor left.
    for (let row = 1; row <= rowCount && given < limit; row++) {
      if (index) {
        const entry = FILE_HEAD + (row - 1) * RECORD_HEAD;
        if (!index.has(entry, RECORD_HEAD)) await index.slideTo(entry, RECORD_HEAD);
        position = index.bytes.readUInt32BE(entry - index.start) * WORD;
        if (position < FILE_HEAD || position + RECORD_HEAD > shapes.size) throw wrongIndex(files, row);
      }
      if (!shapes.has(position, RECORD_HEAD)) await shapes.slideTo(position, RECORD_HEAD);
      if (!shapes.has(position, RECORD_HEAD)) throw cutOff(files.path, row, rowCount);
      const length = shapes.bytes.readUInt32BE(position + 4 - shapes.start) * WORD;
      const content = position + RECORD_HEAD;
      // Checked before the window is made that large: a nonsense length must not allocate memory.
      if (content + length > shapes.size) throw cutOff(files.path, row, rowCount);
      if (!shapes.has(content, length)) await shapes.slideTo(content, length);
      if (!shapes.has(content, length)) throw cutOff(files.path, row, rowCount);
      position = content + length;
      if (!rows.has(row)) await rows.slideTo(row);
      const properties = rows.at(row);
      if (!properties) continue;
      const start = content - shapes.start;
      given++;
      batch.push({ row, properties, geometry: parseShape(shapes.bytes, start, start + length) });
      if (batch.length < FEATURES_PER_BATCH) continue;
      signal?.throwIfAborted();
      yield batch;
      batch = [];
    }
    signal?.throwIfAborted();
    if (batch.length > 0) yield batch;
  } finally {
    await Promise.all([shapes.close(), rows.close(), index?.close()]);
  }
}

/** Checks the head of the .shp and its length; returns the type of its shapes. */
async function checkShapes(path: string): Promise<number> {
  const name = basename(path);
  const window = await FileWindow.open(path);
  try {
    if (window.size === 0) throw new OperatorError(`${name} is empty. Get a complete copy of it.`);
    await window.slideTo(0, FILE_HEAD);
    if (window.bytes.length < FILE_HEAD || window.bytes.readInt32BE(0) !== FILE_CODE) {
      throw new OperatorError(
        `${name} is not a Shapefile, although its name says so. Get a complete copy of it.`,
      );
    }
    const shapeType = window.bytes.readInt32LE(32);
    const length = window.bytes.readUInt32BE(24) * WORD;
    if (window.size < length) throw cutOff(path, await firstBrokenRow(window), undefined);
    return shapeType;
  } finally {
    await window.close();
  }
}

/** Walks from record to record until one does not lie whole in the file. */
async function firstBrokenRow(window: FileWindow): Promise<number> {
  let position = FILE_HEAD;
  for (let row = 1; ; row++) {
    if (!window.has(position, RECORD_HEAD)) await window.slideTo(position, RECORD_HEAD);
    if (!window.has(position, RECORD_HEAD)) return row;
    position += RECORD_HEAD + window.bytes.readUInt32BE(position + 4 - window.start) * WORD;
    if (position > window.size) return row;
  }
}

function cutOff(path: string, brokenRow: number, rowCount: number | undefined): OperatorError {
  const reached = `row ${brokenRow - 1}${rowCount === undefined ? '' : ` of ${rowCount}`}`;
  return new OperatorError(
    `${basename(path)} is cut off: it ends after ${reached}. Get a complete copy of it.`,
  );
}

function wrongIndex({ path, index }: ShapeFiles, row: number): OperatorError {
  return new OperatorError(
    `${basename(index!)} is damaged or belongs to another file: it says that row ${row} lies where ${basename(path)} has nothing. Get a complete copy, or take ${basename(index!)} away and try again.`,
  );
}

/**
 * The .shx gives the positions of the shapes. A program that edits a Shapefile in place moves a shape that has grown to
 * the end of the .shp, so that its order there is not that of the rows. An index that belongs to other data is worse
 * than none: it must have an entry for each row and agree with the first shape.
 */
async function usableIndex(path: string, dbf: DbfFile): Promise<string | undefined> {
  const indexPath = await siblingOf(path, '.shx');
  if (!indexPath) return undefined;
  const [index, shapes] = await Promise.all([FileWindow.open(indexPath), FileWindow.open(path)]);
  try {
    const first = FILE_HEAD + RECORD_HEAD;
    if (index.size !== FILE_HEAD + dbf.head.rowCount * RECORD_HEAD || index.size < first) return undefined;
    await index.slideTo(0, first);
    const position = index.bytes.readUInt32BE(FILE_HEAD) * WORD;
    await shapes.slideTo(position, RECORD_HEAD);
    const agrees =
      shapes.has(position, RECORD_HEAD) &&
      shapes.bytes.readUInt32BE(4) === index.bytes.readUInt32BE(FILE_HEAD + 4);
    return agrees ? indexPath : undefined;
  } finally {
    await Promise.all([index.close(), shapes.close()]);
  }
}

/** Real ones have a tenth. */
const PROJECTION_BYTES_MAX = 65_536;

async function crsBeside(path: string): Promise<CrsName | undefined> {
  const projectionFile = await siblingOf(path, '.prj');
  if (!projectionFile) return undefined;
  const bytes = Buffer.from(await firstBytes(projectionFile, PROJECTION_BYTES_MAX));
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  if (/^EPSG:\d+$/i.test(text)) return { kind: 'epsg', code: Number(text.slice(5)) };
  if (text.startsWith('+proj') || text.startsWith('+init')) return { kind: 'proj4', text };
  // What an old Arc/Info wrote ("Projection STATEPLANE …") is not well-known text.
  return /^\w+\s*[[(]/.test(text) ? { kind: 'wkt', text } : undefined;
}
