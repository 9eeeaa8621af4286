// Shapefiles in a zip: points, lines and areas apart, as a Shapefile holds one kind only (ESRI Shapefile Technical Description, 1998).
import { strToU8, zipSync } from 'fflate';
import type { Position } from '../../geo/geometry.ts';
import { partsOf } from '../drawn-shape.ts';
import { type ExportedEntry, plainText, type WrittenFile } from './exported-entry.ts';

/** As Esri writes it, which every program knows. */
const WGS84_PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

type Parts = readonly (readonly Position[])[];
type Kind = {
  name: string;
  code: (rows: readonly ExportedEntry[]) => number;
  partsOf: (entry: ExportedEntry) => Parts;
};

const POINT = 1;
const MULTI_POINT = 8;

const KINDS: readonly Kind[] = [
  {
    name: 'points',
    // Most programs like plain points better.
    code: (rows) => (rows.every(({ geometry }) => geometry.type === 'Point') ? POINT : MULTI_POINT),
    partsOf: ({ geometry }) => [partsOf(geometry).points].filter(({ length }) => length > 0),
  },
  { name: 'lines', code: () => 3, partsOf: ({ geometry }) => partsOf(geometry).lines },
  { name: 'areas', code: () => 5, partsOf: ({ geometry }) => partsOf(geometry).polygons.flatMap(woundRings) },
];

/** Outer rings are clockwise here, holes are not: the other way round than in GeoJSON. */
const woundRings = (rings: readonly (readonly Position[])[]) =>
  rings.map((ring, at) => (isClockwise(ring) === (at === 0) ? ring : ring.toReversed()));

function isClockwise(ring: readonly Position[]): boolean {
  let twice = 0;
  for (let at = 1; at < ring.length; at++) {
    twice += (ring[at]![0] - ring[at - 1]![0]) * (ring[at]![1] + ring[at - 1]![1]);
  }
  return twice > 0;
}

export function writeShapefile(entries: readonly ExportedEntry[], title: string): WrittenFile {
  const files: Record<string, Uint8Array> = {};
  const remarks = new Set<string>();
  for (const kind of KINDS) {
    const rows = entries.filter((entry) => kind.partsOf(entry).length > 0);
    if (rows.length === 0) continue;
    const stem = `${title}-${kind.name}`;
    const table = dbf(rows);
    if (table.areTextsCut) remarks.add('Longer texts were cut: a Shapefile holds 254 bytes of each.');
    if (table.areNamesCut)
      remarks.add('Some columns have other names: a Shapefile holds 10 characters of each, and 255 columns.');
    files[`${stem}.dbf`] = table.bytes;
    Object.assign(files, shapes(kind, rows, stem));
    files[`${stem}.prj`] = strToU8(WGS84_PRJ);
    files[`${stem}.cpg`] = strToU8('UTF-8');
  }
  // A copy whose buffer is its own.
  const bytes = zipSync(files).slice();
  return remarks.size > 0 ? { bytes, remark: [...remarks].join(' ') } : { bytes };
}

const HEAD_BYTES = 100;

function shapes(kind: Kind, rows: readonly ExportedEntry[], stem: string): Record<string, Uint8Array> {
  const code = kind.code(rows);
  const records = rows.map((entry, at) => recordOf(code, kind.partsOf(entry), at + 1));
  const bounds = boundsOf(rows.flatMap((entry) => kind.partsOf(entry).flat()));
  const shp = withHead(code, bounds, records);
  let position = HEAD_BYTES;
  const index = records.map((record) => {
    const entry = new DataView(new ArrayBuffer(8));
    entry.setInt32(0, position / 2);
    entry.setInt32(4, (record.length - 8) / 2);
    position += record.length;
    return new Uint8Array(entry.buffer);
  });
  return { [`${stem}.shp`]: shp, [`${stem}.shx`]: withHead(code, bounds, index) };
}

function withHead(code: number, bounds: readonly number[], parts: readonly Uint8Array[]): Uint8Array {
  const length = HEAD_BYTES + parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, code, true);
  bounds.forEach((degrees, at) => {
    view.setFloat64(36 + at * 8, degrees, true);
  });
  let at = HEAD_BYTES;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** With its head. Lengths count words of two bytes. */
function recordOf(code: number, parts: Parts, number: number): Uint8Array {
  const points = parts.flat();
  const hasParts = code !== POINT && code !== MULTI_POINT;
  // The code, then all but a plain point: bounds and counts.
  const headBytes = code === POINT ? 4 : 40 + (hasParts ? 4 + parts.length * 4 : 0);
  const content = headBytes + points.length * 16;
  const view = new DataView(new ArrayBuffer(8 + content));
  view.setInt32(0, number);
  view.setInt32(4, content / 2);
  view.setInt32(8, code, true);
  let at = 12;
  const put = (value: number) => {
    view.setInt32(at, value, true);
    at += 4;
  };
  const putDegrees = (value: number) => {
    view.setFloat64(at, value, true);
    at += 8;
  };
  if (code !== POINT) {
    for (const degrees of boundsOf(points)) putDegrees(degrees);
    if (hasParts) put(parts.length);
    put(points.length);
  }
  if (hasParts) {
    let before = 0;
    for (const part of parts) {
      put(before);
      before += part.length;
    }
  }
  for (const [lng, lat] of points) {
    putDegrees(lng);
    putDegrees(lat);
  }
  return new Uint8Array(view.buffer);
}

/** West, south, east, north. */
function boundsOf(points: readonly Position[]): readonly number[] {
  const [first] = points;
  const bounds = [first![0], first![1], first![0], first![1]] as [number, number, number, number];
  for (const [lng, lat] of points) {
    bounds[0] = Math.min(bounds[0], lng);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lng);
    bounds[3] = Math.max(bounds[3], lat);
  }
  return bounds;
}

const OWN_COLUMNS = ['name', 'notes', 'folder', 'color'] as const;
/** In bytes. */
const TEXT_MAX = 254;
const COLUMN_NAME_MAX = 10;
/** Of dBASE. */
const COLUMNS_MAX = 255;

type Column = { name: string; read: (row: ExportedEntry) => unknown };

const utf8 = new TextEncoder();

/** Cut between two characters. */
function cutTo(bytes: number, text: string): string {
  const { read } = utf8.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

/** Ours, then one for each property that an entry has. Those that differ only in capitals are one. */
function columnsOf(rows: readonly ExportedEntry[]): { columns: Column[]; areNamesCut: boolean } {
  const taken = new Set(OWN_COLUMNS.map((own) => own.toUpperCase()));
  const keys = new Set(
    rows.flatMap(({ properties }) => Object.keys(properties).map((key) => key.toUpperCase())),
  );
  const further = [...keys].slice(0, COLUMNS_MAX - taken.size).map((key): Column => {
    let name = cutTo(COLUMN_NAME_MAX, key);
    for (let count = 1; taken.has(name); count++) {
      name = `${cutTo(COLUMN_NAME_MAX - 1 - String(count).length, key)}_${count}`;
    }
    taken.add(name);
    const isIt = ([own]: [string, unknown]) => own.toUpperCase() === key;
    return { name, read: ({ properties }) => Object.entries(properties).find(isIt)?.[1] };
  });
  return {
    columns: [
      ...OWN_COLUMNS.map((own) => ({ name: own.toUpperCase(), read: (row: ExportedEntry) => row[own] })),
      ...further,
    ],
    areNamesCut: [...keys].some((key, at) => key !== further[at]?.name),
  };
}

type Table = { bytes: Uint8Array; areTextsCut: boolean; areNamesCut: boolean };

/** A dBASE III table of texts, each column as wide as its widest. */
function dbf(rows: readonly ExportedEntry[]): Table {
  const { columns, areNamesCut } = columnsOf(rows);
  let areTextsCut = false;
  const cells = rows.map((row) =>
    columns.map(({ read }) => {
      const text = plainText(read(row));
      const cut = cutTo(TEXT_MAX, text);
      areTextsCut ||= cut !== text;
      return utf8.encode(cut);
    }),
  );
  const widths = columns.map((_, at) => cells.reduce((widest, row) => Math.max(widest, row[at]!.length), 1));
  const headBytes = 32 + columns.length * 32 + 1;
  const rowBytes = 1 + widths.reduce((sum, width) => sum + width, 0);
  const bytes = new Uint8Array(headBytes + rows.length * rowBytes + 1).fill(0x20, headBytes);
  const view = new DataView(bytes.buffer);
  const today = new Date();
  bytes.set([3, today.getUTCFullYear() - 1900, today.getUTCMonth() + 1, today.getUTCDate()]);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, headBytes, true);
  view.setUint16(10, rowBytes, true);
  columns.forEach(({ name }, index) => {
    const at = 32 + index * 32;
    bytes.set(utf8.encode(name), at);
    bytes.set(utf8.encode('C'), at + 11);
    bytes[at + 16] = widths[index]!;
  });
  bytes[headBytes - 1] = 0x0d;
  cells.forEach((row, index) => {
    // The first byte says that the row is not deleted.
    let at = headBytes + index * rowBytes + 1;
    row.forEach((cell, column) => {
      bytes.set(cell, at);
      at += widths[column]!;
    });
  });
  bytes[bytes.length - 1] = 0x1a;
  return { bytes, areTextsCut, areNamesCut };
}
