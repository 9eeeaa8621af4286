// Reads FlatGeobuf: a header with columns and coordinate system, an index that is skipped, and features one by one.
import { basename } from 'node:path';
import { ByteBuffer } from 'flatbuffers';
import type { HeaderMeta } from 'flatgeobuf';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { fromByteBuffer } from 'flatgeobuf/lib/mjs/header-meta.js';
import { calcTreeSize } from 'flatgeobuf/lib/mjs/packedrtree.js';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  type CrsName,
  FEATURES_PER_BATCH,
  type Layer,
  type OpenSource,
  type RawFeature,
  type ReadOptions,
} from '../layer.ts';
import { FileWindow } from './file-window.ts';
import { readGeometry } from './flatgeobuf-geometry.ts';
import { fieldOf, readProperties } from './flatgeobuf-properties.ts';

/** "fgb", the version, "fgb", a patch level. */
const MAGIC_BYTES = 8;
const SIZE_BYTES = 4;
/** Of each element of a list. */
const OFFSET_BYTES = 4;
/** More than any list of columns needs: a larger number is not a size. */
const HEADER_MAX_BYTES = 64 * 1024 * 1024;
const FEATURE_MAX_BYTES = 512 * 1024 * 1024;

const SAMPLE_FEATURES = 200;

type Opened = { header: HeaderMeta; featuresStart: number };

export async function openFlatGeobuf(o: { path: string }): Promise<OpenSource> {
  const fileName = basename(o.path);
  const opened = await openHeader(o.path);
  const { header } = opened;
  const read = (options?: ReadOptions) => readFeatures({ path: o.path, fileName, opened, ...options });
  const layer: Layer = {
    name: header.title || fileName.replace(/\.fgb$/i, ''),
    geometry: geometryOf(header.geometryType) ?? (await geometryOfSample(read({ limit: SAMPLE_FEATURES }))),
    fields: (header.columns ?? []).map(fieldOf),
    crs: crsOf(header),
    // Zero is how a writer that streams says that it does not know.
    count: header.featuresCount === 0 ? undefined : header.featuresCount,
    read,
  };
  return { layers: [layer], close: async () => {} };
}

/** The well-known text of its coordinate system, for a writer whose number of it is not to be trusted. */
export async function wktOfFlatGeobuf(path: string): Promise<string | undefined> {
  return (await openHeader(path)).header.crs?.wkt || undefined;
}

async function openHeader(path: string): Promise<Opened> {
  const window = await FileWindow.open(path);
  try {
    return await readHeader(window, basename(path));
  } finally {
    await window.close();
  }
}

async function readHeader(window: FileWindow, fileName: string): Promise<Opened> {
  const before = MAGIC_BYTES + SIZE_BYTES;
  await window.slideTo(0, before);
  const { bytes } = window;
  if (bytes.toString('latin1', 0, 3) !== 'fgb' || bytes.toString('latin1', 4, 7) !== 'fgb') {
    throw new OperatorError(`${fileName} is not a FlatGeobuf file: download or export it again.`);
  }
  if (bytes[3] !== 3) {
    throw new OperatorError(
      `${fileName} is FlatGeobuf of version ${bytes[3]}: export it again with a newer GDAL, which writes version 3.`,
    );
  }
  if (bytes.length < before) throw cut(fileName, 0);
  const length = bytes.readUInt32LE(MAGIC_BYTES);
  if (length > HEADER_MAX_BYTES) throw damaged(fileName, 'in its header');
  if (before + length > window.size) throw cut(fileName, 0);
  await window.slideTo(0, before + length);
  let header: HeaderMeta;
  try {
    // A copy of its own, as numbers in it must lie at multiples of eight.
    const copy = new ByteBuffer(new Uint8Array(window.bytes.subarray(MAGIC_BYTES, before + length)));
    // A false number would be believed, and so many columns made.
    if (Header.getSizePrefixedRootAsHeader(copy).columnsLength() > length / OFFSET_BYTES)
      throw new RangeError();
    copy.setPosition(0);
    header = fromByteBuffer(copy);
  } catch {
    throw damaged(fileName, 'in its header');
  }
  const hasIndex = header.indexNodeSize > 0 && header.featuresCount > 0;
  const indexBytes = hasIndex ? calcTreeSize(header.featuresCount, header.indexNodeSize) : 0;
  return { header, featuresStart: before + length + indexBytes };
}

function crsOf({ crs }: HeaderMeta): CrsName | undefined {
  if (crs === null) return undefined;
  if (crs.code > 0 && (crs.org === null || crs.org === '' || /^epsg$/i.test(crs.org))) {
    return { kind: 'epsg', code: crs.code };
  }
  if (crs.wkt) return { kind: 'wkt', text: crs.wkt };
  return crs.code > 0 ? { kind: 'epsg', code: crs.code } : undefined;
}

const areas = new Set([
  GeometryType.Polygon,
  GeometryType.MultiPolygon,
  GeometryType.CurvePolygon,
  GeometryType.MultiSurface,
  GeometryType.Surface,
]);

/** Undefined where it depends on the feature: GDAL writes polygons and multipolygons so. */
function geometryOf(type: GeometryType): Layer['geometry'] | undefined {
  if (areas.has(type)) return 'area';
  return type === GeometryType.Unknown || type === GeometryType.GeometryCollection ? undefined : 'other';
}

async function geometryOfSample(features: AsyncIterable<RawFeature[]>): Promise<Layer['geometry']> {
  const kinds = new Set<string | undefined>();
  for await (const batch of features) for (const { geometry } of batch) kinds.add(geometry?.kind);
  if (kinds.has('polygons') || kinds.has('unreadable')) return 'area';
  return kinds.has('other') ? 'other' : 'none';
}

async function* readFeatures(
  o: ReadOptions & { path: string; fileName: string; opened: Opened },
): AsyncGenerator<RawFeature[]> {
  const { fileName } = o;
  const { header, featuresStart } = o.opened;
  const limit = o.limit ?? Number.POSITIVE_INFINITY;
  const window = await FileWindow.open(o.path);
  const decode = featureDecoder(header);
  let batch: RawFeature[] = [];
  let row = 0;
  try {
    for (let position = featuresStart; position < window.size && row < limit; row++) {
      if (!window.has(position, SIZE_BYTES)) await window.slideTo(position, SIZE_BYTES);
      if (!window.has(position, SIZE_BYTES)) throw cut(fileName, row);
      const length = SIZE_BYTES + window.bytes.readUInt32LE(position - window.start);
      if (length > FEATURE_MAX_BYTES) throw damaged(fileName, `after feature ${row.toLocaleString('en-US')}`);
      if (!window.has(position, length)) await window.slideTo(position, length);
      if (!window.has(position, length)) throw cut(fileName, row);
      const start = position - window.start;
      try {
        batch.push(decode(window.bytes.subarray(start, start + length), row + 1));
      } catch {
        throw damaged(fileName, `in feature ${(row + 1).toLocaleString('en-US')}`);
      }
      position += length;
      if (batch.length < FEATURES_PER_BATCH) continue;
      o.signal?.throwIfAborted();
      yield batch;
      batch = [];
    }
    // Cut exactly between two features, or inside the index.
    if (row < Math.min(limit, header.featuresCount)) throw cut(fileName, row);
    if (batch.length > 0) yield batch;
  } finally {
    await window.close();
  }
}

/** Copies each feature to the same aligned memory, so that its numbers can be read as a typed array. */
function featureDecoder(header: HeaderMeta): (bytes: Buffer, row: number) => RawFeature {
  let memory = Buffer.from(new ArrayBuffer(64 * 1024));
  let flat = new ByteBuffer(memory);
  const feature = new Feature();
  const columns = header.columns ?? [];
  return (bytes, row) => {
    if (bytes.length > memory.length) {
      memory = Buffer.from(new ArrayBuffer(2 * bytes.length));
      flat = new ByteBuffer(memory);
    }
    bytes.copy(memory);
    // What the last feature left behind must not be read as part of this one where an offset is wrong.
    memory.fill(0, bytes.length, Math.min(memory.length, bytes.length + 64));
    flat.setPosition(0);
    Feature.getSizePrefixedRootAsFeature(flat, feature);
    const packed = feature.propertiesArray();
    const geometry = feature.geometry();
    return {
      row,
      properties:
        packed === null
          ? {}
          : readProperties(Buffer.from(packed.buffer, packed.byteOffset, packed.length), columns),
      geometry:
        geometry === null
          ? null
          : readGeometry({ geometry, type: header.geometryType, partsMax: bytes.length / OFFSET_BYTES }),
    };
  };
}

function cut(fileName: string, row: number): OperatorError {
  return new OperatorError(
    `${fileName} ends in the middle, after feature ${row.toLocaleString('en-US')}: download or export it again.`,
  );
}

function damaged(fileName: string, where: string): OperatorError {
  return new OperatorError(`${fileName} is damaged ${where}: download or export it again.`);
}
