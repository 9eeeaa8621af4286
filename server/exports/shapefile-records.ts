// The shapes of a Shapefile: records of the .shp and of its index, the .shx (ESRI Shapefile Technical Description, 1998).
import type { FlatArea } from '../../geo/flat-area.ts';
import type { Bounds } from '../../geo/geometry.ts';

const POLYGON = 5;
const FILE_CODE = 9994;
const VERSION = 1000;
export const SHP_HEAD_BYTES = 100;

/** `bytes`: of the whole file. */
export function shpHead(bytes: number, bounds: Bounds | undefined): Buffer {
  const head = Buffer.alloc(SHP_HEAD_BYTES);
  head.writeInt32BE(FILE_CODE, 0);
  head.writeInt32BE(bytes / 2, 24);
  head.writeInt32LE(VERSION, 28);
  head.writeInt32LE(POLYGON, 32);
  if (bounds) writeBounds(head, 36, bounds);
  return head;
}

function writeBounds(bytes: Buffer, at: number, { west, south, east, north }: Bounds): void {
  bytes.writeDoubleLE(west, at);
  bytes.writeDoubleLE(south, at + 8);
  bytes.writeDoubleLE(east, at + 16);
  bytes.writeDoubleLE(north, at + 24);
}

/** With its head. `number`: from 1. */
export function shpRecord(area: FlatArea, o: { number: number; box: Bounds }): Buffer {
  const { points, ringEnds, rings } = area;
  const count = area.length / 2 + rings;
  const content = 44 + rings * 4 + count * 16;
  const record = Buffer.allocUnsafe(8 + content);
  record.writeInt32BE(o.number, 0);
  record.writeInt32BE(content / 2, 4);
  record.writeInt32LE(POLYGON, 8);
  writeBounds(record, 12, o.box);
  record.writeInt32LE(rings, 44);
  record.writeInt32LE(count, 48);
  let at = 52 + rings * 4;
  let written = 0;
  for (let ring = 0; ring < rings; ring++) {
    record.writeInt32LE(written, 52 + ring * 4);
    const [from, to] = [area.ringStart(ring), ringEnds[ring]!];
    // The other way round than GeoJSON: outer rings are clockwise.
    const position = (i: number) => {
      at = record.writeDoubleLE(points[i]!, at);
      at = record.writeDoubleLE(points[i + 1]!, at);
    };
    position(from);
    for (let i = to - 2; i >= from; i -= 2) position(i);
    written += (to - from) / 2 + 1;
  }
  return record;
}

/** Where a record begins in the .shp, and how long its content is. */
export function shxEntry(position: number, record: Buffer): Buffer {
  const entry = Buffer.allocUnsafe(8);
  entry.writeInt32BE(position / 2, 0);
  entry.writeInt32BE((record.length - 8) / 2, 4);
  return entry;
}
