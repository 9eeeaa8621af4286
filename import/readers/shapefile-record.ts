// One record of a .shp file: the shape's number of its type, its parts and points.
import type { RawGeometry, RawRing } from '../layer.ts';

const POINT = 1;
const LINE = 3;
const POLYGON = 5;
const MULTI_POINT = 8;
/** The bytes of a point: type, x and y. */
const POINT_LENGTH = 20;
/** The bytes before the points: type, box, number of points. */
const MULTI_POINT_HEAD = 40;
/** The bytes before the list of parts: type, box, number of parts and of points. */
const PARTS_HEAD = 44;

/** Of the three numbers that each type has: without and with Z, and with M. */
function plainType(shapeType: number): number | undefined {
  return shapeType < 30 ? shapeType % 10 : undefined;
}

/** The geometry of a whole file, by the type in its head. */
export function geometryOfShapes(shapeType: number): 'area' | 'line' | 'point' | 'unknown' {
  switch (plainType(shapeType)) {
    case POLYGON:
      return 'area';
    case LINE:
      return 'line';
    case POINT:
    case MULTI_POINT:
      return 'point';
    default:
      return 'unknown';
  }
}

/** `start` and `end` bound the record's content. Numbers are little-endian there. */
export function parseShape(bytes: Buffer, start: number, end: number): RawGeometry | null {
  if (end - start < 4) return null;
  const shapeType = bytes.readInt32LE(start);
  if (shapeType === 0) return null;
  switch (plainType(shapeType)) {
    case POLYGON:
    case LINE: {
      const rings = partsOf(bytes, start, end);
      if (!rings) return damaged;
      if (rings.length === 0) return null;
      return plainType(shapeType) === LINE ? { kind: 'lines', lines: rings } : { kind: 'rings', rings };
    }
    case POINT:
      return end - start < POINT_LENGTH
        ? damaged
        : { kind: 'points', points: coordinates(bytes, start + 4, start + POINT_LENGTH) };
    case MULTI_POINT:
      return multiPoint(bytes, start, end);
  }
  if (shapeType === 31)
    return { kind: 'unreadable', reason: 'is a MultiPatch, a surface in space, and no area' };
  return { kind: 'unreadable', reason: 'has an unknown shape type' };
}

function multiPoint(bytes: Buffer, start: number, end: number): RawGeometry | null {
  if (end - start < MULTI_POINT_HEAD) return damaged;
  const pointCount = bytes.readInt32LE(start + 36);
  const from = start + MULTI_POINT_HEAD;
  if (pointCount < 0 || from + pointCount * 16 > end) return damaged;
  return pointCount === 0
    ? null
    : { kind: 'points', points: coordinates(bytes, from, from + pointCount * 16) };
}

/** Undefined where the record is damaged. */
function partsOf(bytes: Buffer, start: number, end: number): RawRing[] | undefined {
  if (end - start < PARTS_HEAD) return undefined;
  const partCount = bytes.readInt32LE(start + 36);
  const pointCount = bytes.readInt32LE(start + 40);
  const partsStart = start + PARTS_HEAD;
  const pointsStart = partsStart + partCount * 4;
  if (partCount < 0 || pointCount < 0 || pointsStart + pointCount * 16 > end) return undefined;
  const rings: RawRing[] = [];
  for (let part = 0; part < partCount; part++) {
    const first = bytes.readInt32LE(partsStart + part * 4);
    const next = part + 1 < partCount ? bytes.readInt32LE(partsStart + part * 4 + 4) : pointCount;
    if (first < 0 || next < first || next > pointCount) return undefined;
    if (next > first) rings.push(coordinates(bytes, pointsStart + first * 16, pointsStart + next * 16));
  }
  return rings;
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
