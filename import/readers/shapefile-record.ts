// One record of a .shp file: the shape's number of its type, its parts and points.
import type { RawGeometry, RawRing } from '../layer.ts';

const NO_AREAS = new Map([
  [1, 'Point'],
  [3, 'LineString'],
  [8, 'MultiPoint'],
  [11, 'Point'],
  [13, 'LineString'],
  [18, 'MultiPoint'],
  [21, 'Point'],
  [23, 'LineString'],
  [28, 'MultiPoint'],
]);

/** The bytes before the list of parts: type, box, number of parts and of points. */
const POLYGON_HEAD = 44;

/** The geometry of a whole file, by the type in its head. */
export function areaKind(shapeType: number): 'area' | 'other' | 'unknown' {
  if (isPolygon(shapeType)) return 'area';
  return NO_AREAS.has(shapeType) ? 'other' : 'unknown';
}

function isPolygon(shapeType: number): boolean {
  return shapeType === 5 || shapeType === 15 || shapeType === 25;
}

/** `start` and `end` bound the record's content. Numbers are little-endian there. */
export function parseShape(bytes: Buffer, start: number, end: number): RawGeometry | null {
  if (end - start < 4) return null;
  const shapeType = bytes.readInt32LE(start);
  if (shapeType === 0) return null;
  if (isPolygon(shapeType)) return polygonRings(bytes, start, end);
  const other = NO_AREAS.get(shapeType);
  if (other) return { kind: 'other', type: other };
  if (shapeType === 31)
    return { kind: 'unreadable', reason: 'is a MultiPatch, a surface in space, and no area' };
  return { kind: 'unreadable', reason: 'has an unknown shape type' };
}

function polygonRings(bytes: Buffer, start: number, end: number): RawGeometry | null {
  if (end - start < POLYGON_HEAD) return damaged;
  const partCount = bytes.readInt32LE(start + 36);
  const pointCount = bytes.readInt32LE(start + 40);
  const partsStart = start + POLYGON_HEAD;
  const pointsStart = partsStart + partCount * 4;
  if (partCount < 0 || pointCount < 0 || pointsStart + pointCount * 16 > end) return damaged;
  const rings: RawRing[] = [];
  for (let part = 0; part < partCount; part++) {
    const first = bytes.readInt32LE(partsStart + part * 4);
    const next = part + 1 < partCount ? bytes.readInt32LE(partsStart + part * 4 + 4) : pointCount;
    if (first < 0 || next < first || next > pointCount) return damaged;
    if (next > first) rings.push(coordinates(bytes, pointsStart + first * 16, pointsStart + next * 16));
  }
  return rings.length > 0 ? { kind: 'rings', rings } : null;
}

const damaged: RawGeometry = { kind: 'unreadable', reason: 'is damaged: its counts do not fit its size' };

const machineIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function coordinates(bytes: Buffer, from: number, to: number): RawRing {
  if (machineIsLittleEndian) {
    return new Float64Array(
      bytes.buffer.slice(bytes.byteOffset + from, bytes.byteOffset + to) as ArrayBuffer,
    );
  }
  const ring = new Float64Array((to - from) / 8);
  for (let index = 0; index < ring.length; index++) ring[index] = bytes.readDoubleLE(from + index * 8);
  return ring;
}
