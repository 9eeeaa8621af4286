// Writes the made-up county as a Shapefile with its table.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { type County, type CountyFeature, smallCounty } from './county-files.ts';

export type ShapefileOptions = {
  folder: string;
  /** Without an extension. */
  name?: string;
  county?: County;
  /** 5, 15 (Z) or 25 (M); of lines 3, 13 or 23, of points 1, 11 or 21, of several points in one row 8, 18 or 28. */
  shapeType?: number;
  /** Of the text in the .dbf. */
  encoding?: string;
  /** What the .cpg says; null for none. */
  codePage?: string | null;
  languageDriver?: number;
  /** Null for none. */
  projection?: string | null;
};

/** Writes .shp, .shx, .dbf, .prj and .cpg into the folder; returns the path of the .shp. */
export async function writeShapefile(o: ShapefileOptions): Promise<string> {
  const { folder, name = 'parcels', county = smallCounty, encoding = 'utf-8', codePage = 'UTF-8' } = o;
  await mkdir(folder, { recursive: true });
  const { shp, shx } = shapeBytes(county, o.shapeType ?? 5);
  await writeFile(join(folder, `${name}.shp`), shp);
  await writeFile(join(folder, `${name}.shx`), shx);
  await writeFile(
    join(folder, `${name}.dbf`),
    dbfBytes({ county, encoding, languageDriver: o.languageDriver ?? 0 }),
  );
  if (o.projection !== null) await writeFile(join(folder, `${name}.prj`), o.projection ?? county.wkt);
  if (codePage !== null) await writeFile(join(folder, `${name}.cpg`), codePage);
  return join(folder, `${name}.shp`);
}

function shapeBytes(county: County, shapeType: number): { shp: Buffer; shx: Buffer } {
  const records = county.features.map((feature) => recordOf(feature, shapeType));
  const index: Buffer[] = [];
  const shapes: Buffer[] = [];
  let position = 100;
  records.forEach((content, row) => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(row + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    const entry = Buffer.alloc(8);
    entry.writeInt32BE(position / 2, 0);
    entry.writeInt32BE(content.length / 2, 4);
    index.push(entry);
    shapes.push(head, content);
    position += 8 + content.length;
  });
  return { shp: withShapeHead(shapes, shapeType), shx: withShapeHead(index, shapeType) };
}

function withShapeHead(parts: readonly Buffer[], shapeType: number): Buffer {
  const head = Buffer.alloc(100);
  const body = Buffer.concat(parts);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE((100 + body.length) / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(shapeType, 32);
  return Buffer.concat([head, body]);
}

function recordOf({ polygons, lines, points: own }: CountyFeature, shapeType: number): Buffer {
  if (!polygons && !lines && !own) return Buffer.alloc(4);
  const rings = lines ?? polygons?.flat() ?? [own!];
  const points = rings.flat();
  const plain = shapeType % 10;
  // Heights and measures, each with their bounds before them; a point has them alone.
  const lists = [0, 2, 1][Math.floor(shapeType / 10)]!;
  if (plain === 1) {
    const record = Buffer.alloc(20 + 8 * lists, 0x40);
    record.writeInt32LE(shapeType, 0);
    record.writeDoubleLE(points[0]![0], 4);
    record.writeDoubleLE(points[0]![1], 12);
    return record;
  }
  // Several points have no parts.
  const head = plain === 8 ? 40 : 44 + rings.length * 4;
  const record = Buffer.alloc(head + points.length * 16 + lists * (16 + points.length * 8), 0x40);
  record.writeInt32LE(shapeType, 0);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((bound, index) => {
    record.writeDoubleLE(bound, 4 + index * 8);
  });
  record.writeInt32LE(plain === 8 ? points.length : rings.length, 36);
  let first = 0;
  if (plain !== 8) {
    record.writeInt32LE(points.length, 40);
    rings.forEach((ring, index) => {
      record.writeInt32LE(first, 44 + index * 4);
      first += ring.length;
    });
  }
  points.forEach(([x, y], index) => {
    const at = head + index * 16;
    record.writeDoubleLE(x, at);
    record.writeDoubleLE(y, at + 8);
  });
  return record;
}

/** A dBASE III table. */
export function dbfBytes(o: { county?: County; encoding?: string; languageDriver?: number }): Buffer {
  const { county = smallCounty, encoding = 'utf-8', languageDriver = 0 } = o;
  const columns = county.fields.map(({ name, type, width, decimals = 0 }) => ({
    name,
    decimals,
    type: { text: 'C', number: 'N', date: 'D', boolean: 'L' }[type],
    width: { text: width ?? 40, number: width ?? 12, date: 8, boolean: 1 }[type],
  }));
  const head = Buffer.alloc(32 + columns.length * 32 + 1);
  head[0] = 3;
  head.writeUInt32LE(county.features.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + columns.reduce((sum, { width }) => sum + width, 0), 10);
  head[29] = languageDriver;
  columns.forEach((column, index) => {
    const at = 32 + index * 32;
    head.write(column.name.slice(0, 10), at, 'latin1');
    head.write(column.type, at + 11, 'latin1');
    head[at + 16] = column.width;
    head[at + 17] = column.decimals;
  });
  head[head.length - 1] = 0x0d;
  const rows = county.features.map(({ properties }) =>
    Buffer.concat([
      Buffer.from(' '),
      ...columns.map((column) => {
        const cell = Buffer.alloc(column.width, ' ');
        const value = properties[column.name];
        if (value === null || value === undefined) return cell;
        if (column.type === 'N')
          cell.write(Number(value).toFixed(column.decimals).padStart(column.width), 'latin1');
        else if (column.type === 'D') cell.write(String(value).replaceAll('-', ''), 'latin1');
        else if (column.type === 'L') cell.write(value ? 'T' : 'F', 'latin1');
        else iconv.encode(String(value), encoding).copy(cell);
        return cell;
      }),
    ]),
  );
  return Buffer.concat([head, ...rows, Buffer.from([0x1a])]);
}
