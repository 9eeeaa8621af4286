// Writes small GeoTIFFs for tests: uncompressed strips, little-endian.
import { closeSync, openSync, writeSync } from 'node:fs';

type Values = Float32Array | Int16Array | Uint16Array | Uint8Array;

export type TestGeoTiff = {
  width: number;
  height: number;
  /** Row by row from the north-west, the bands of a pixel side by side; as a function where all would not fit into memory. */
  values: Values | ((row: number) => Values);
  bands?: number;
  /** 0: white is zero, 1: black is zero, 2: red, green and blue. */
  photometric?: number;
  /** What the bands after the colors are: 0 unspecified, 2 alpha. */
  extraSamples?: readonly number[];
  /** 1 is none; the pixels are written as they are, whatever is said here. */
  compression?: number;
  /** A projected system; degrees below 5000. Undefined: the file says none. */
  epsg?: number | undefined;
  /** The north-western corner of the image, or with `isPoint` the center of its first pixel. */
  west: number;
  north: number;
  pixelSize: number;
  isPoint?: boolean;
  noData?: string;
  /** 9001 meters, 9002 feet, 9003 US survey feet. */
  verticalUnits?: number;
};

const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;
const ASCII = 2;
const ROWS_PER_STRIP = 16;
const BYTES = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8, [ASCII]: 1 };

type Tag = { tag: number; type: keyof typeof BYTES; values: readonly number[] };

export function writeGeoTiff(path: string, image: TestGeoTiff): void {
  const { width, height, values, bands = 1, west, north, pixelSize, noData, compression = 1 } = image;
  const { photometric = bands >= 3 ? 2 : 1, extraSamples = bands === 4 ? [2] : [] } = image;
  const rowAt = typeof values === 'function' ? values : undefined;
  const sample = typeof values === 'function' ? values(0) : values;
  const rowBytes = width * bands * sample.BYTES_PER_ELEMENT;
  const rows = Array.from({ length: Math.ceil(height / ROWS_PER_STRIP) }, (_, i) =>
    Math.min(ROWS_PER_STRIP, height - i * ROWS_PER_STRIP),
  );
  const format = sample instanceof Float32Array ? 3 : sample instanceof Int16Array ? 2 : 1;
  const each = (value: number) => Array.from({ length: bands }, () => value);
  const tags: Tag[] = [
    { tag: 256, type: LONG, values: [width] },
    { tag: 257, type: LONG, values: [height] },
    { tag: 258, type: SHORT, values: each(sample.BYTES_PER_ELEMENT * 8) },
    { tag: 259, type: SHORT, values: [compression] },
    { tag: 262, type: SHORT, values: [photometric] },
    { tag: 273, type: LONG, values: rows.map((_, i) => 8 + i * ROWS_PER_STRIP * rowBytes) },
    { tag: 277, type: SHORT, values: [bands] },
    { tag: 278, type: SHORT, values: [ROWS_PER_STRIP] },
    { tag: 279, type: LONG, values: rows.map((count) => count * rowBytes) },
    ...optional(extraSamples.length > 0, { tag: 338, type: SHORT, values: extraSamples }),
    { tag: 339, type: SHORT, values: each(format) },
    { tag: 33_550, type: DOUBLE, values: [pixelSize, pixelSize, 0] },
    { tag: 33_922, type: DOUBLE, values: [0, 0, 0, west, north, 0] },
    { tag: 34_735, type: SHORT, values: geoKeys(image) },
    ...optional(noData !== undefined, { tag: 42_113, type: ASCII, values: [...Buffer.from(`${noData}\0`)] }),
  ];
  const count = rowAt ? height : 1;
  writeParts(path, tags, rowBytes * height, function* () {
    for (let row = 0; row < count; row++) yield bytesOf(rowAt ? rowAt(row) : sample);
  });
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Values) => Buffer.from(buffer, byteOffset, byteLength);

function writeParts(
  path: string,
  tags: readonly Tag[],
  pixelBytes: number,
  rows: () => Iterable<Buffer>,
): void {
  const directoryAt = 8 + pixelBytes + (pixelBytes % 2);
  const header = Buffer.from('49492a0000000000', 'hex');
  header.writeUInt32LE(directoryAt, 4);
  const file = openSync(path, 'w');
  try {
    writeSync(file, header);
    for (const row of rows()) writeSync(file, row);
    writeSync(file, Buffer.concat([Buffer.alloc(pixelBytes % 2), directoryOf(tags, directoryAt)]));
  } finally {
    closeSync(file);
  }
}

const optional = (isThere: boolean, tag: Tag): Tag[] => (isThere ? [tag] : []);

function geoKeys({ epsg, isPoint, verticalUnits }: TestGeoTiff): number[] {
  const isDegrees = epsg !== undefined && epsg >= 4000 && epsg < 5000;
  const keys: [number, number][] = [[1025, isPoint ? 2 : 1]];
  if (epsg !== undefined) keys.unshift([1024, isDegrees ? 2 : 1]);
  if (epsg !== undefined) keys.push([isDegrees ? 2048 : 3072, epsg]);
  if (verticalUnits !== undefined) keys.push([4099, verticalUnits]);
  return [1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value])];
}

function directoryOf(tags: readonly Tag[], directoryAt: number): Buffer {
  let extraAt = directoryAt + 2 + tags.length * 12 + 4;
  const directory = Buffer.alloc(extraAt - directoryAt);
  const extras: Buffer[] = [];
  directory.writeUInt16LE(tags.length);
  tags.forEach(({ tag, type, values }, i) => {
    const data = Buffer.alloc(Math.max(4, values.length * BYTES[type]));
    values.forEach((value, at) => {
      const offset = at * BYTES[type];
      if (type === SHORT) data.writeUInt16LE(value, offset);
      else if (type === LONG) data.writeUInt32LE(value, offset);
      else if (type === DOUBLE) data.writeDoubleLE(value, offset);
      else data.writeUInt8(value, offset);
    });
    const at = 2 + i * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(values.length, at + 4);
    if (data.length === 4) data.copy(directory, at + 8);
    else {
      directory.writeUInt32LE(extraAt, at + 8);
      extras.push(data);
      extraAt += data.length;
    }
  });
  return Buffer.concat([directory, ...extras]);
}
