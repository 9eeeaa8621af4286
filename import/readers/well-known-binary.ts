// Reads well-known binary (WKB): ISO's and PostGIS's (EWKB) numbering, with Z, M and curves.
import type { RawGeometry, RawRing } from '../layer.ts';
import { appendCurve } from './circular-arc.ts';
import { GeometryParts } from './geometry-parts.ts';

const POINT = 1;
const LINE_STRING = 2;
const POLYGON = 3;
const MULTI_POINT = 4;
const MULTI_LINE_STRING = 5;
const MULTI_POLYGON = 6;
const COLLECTION = 7;
const CIRCULAR_STRING = 8;
const COMPOUND_CURVE = 9;
const CURVE_POLYGON = 10;
const MULTI_CURVE = 11;
const MULTI_SURFACE = 12;
const TRIANGLE = 17;

/** By their numbers in the standard. */
const NAMES = [
  'Geometry',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
  'CircularString',
  'CompoundCurve',
  'CurvePolygon',
  'MultiCurve',
  'MultiSurface',
  'Curve',
  'Surface',
  'PolyhedralSurface',
  'TIN',
  'Triangle',
];

const EWKB_Z = 0x80000000;
const EWKB_M = 0x40000000;
const EWKB_SRID = 0x20000000;
/** A collection inside a collection inside …: no real file goes deeper, and a made-up one must not exhaust the stack. */
const MAX_DEPTH = 8;

const machineIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Without the number: rows of nonsense would have a reason each. */
const UNKNOWN_TYPE = 'has an unknown type';

class Unreadable extends Error {}

/** Null for an empty geometry. Z and M are dropped, curves become short lines. Never throws. */
export function parseWkb(bytes: Uint8Array): RawGeometry | null {
  if (bytes.length === 0) return null;
  try {
    const parts = new GeometryParts();
    new WkbReader(bytes).collect(parts, 0);
    return parts.geometry();
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

/** The coordinate system's number that EWKB may carry. */
export function sridOfWkb(bytes: Uint8Array): number | undefined {
  if (bytes.length < 9) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const littleEndian = bytes[0] === 1;
  return view.getUint32(1, littleEndian) & EWKB_SRID ? view.getUint32(5, littleEndian) : undefined;
}

type Header = { type: number; littleEndian: boolean; dimensions: number };

class WkbReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Adds the parts of the next geometry. */
  collect(parts: GeometryParts, depth: number): void {
    const header = this.header();
    switch (header.type) {
      case POLYGON:
      case TRIANGLE:
        parts.addPolygon(this.rings(header));
        break;
      case CURVE_POLYGON:
        parts.addPolygon(this.curveRings(header, depth));
        break;
      case POINT:
        parts.addPoints(this.positions(header, 1));
        break;
      case LINE_STRING:
        parts.addLine(this.coordinates(header));
        break;
      case CIRCULAR_STRING:
      case COMPOUND_CURVE: {
        const points: number[] = [];
        this.curve(points, depth, header);
        parts.addLine(Float64Array.from(points));
        break;
      }
      case MULTI_POINT:
      case MULTI_LINE_STRING:
      case MULTI_CURVE:
      case MULTI_POLYGON:
      case MULTI_SURFACE:
      case COLLECTION: {
        if (depth > MAX_DEPTH) throw new Unreadable('is nested too deeply');
        const count = this.count(header, 5);
        for (let index = 0; index < count; index++) this.collect(parts, depth + 1);
        break;
      }
      default: {
        const name = NAMES[header.type];
        throw new Unreadable(
          name === undefined ? UNKNOWN_TYPE : `is a ${name}, a surface in space, and no area`,
        );
      }
    }
  }

  private header(): Header {
    this.need(5);
    const order = this.bytes[this.at]!;
    if (order > 1) throw new Unreadable('is not well-known binary');
    const littleEndian = order === 1;
    const code = this.view.getUint32(this.at + 1, littleEndian);
    this.at += 5;
    if (code & EWKB_SRID) {
      this.need(4);
      this.at += 4;
    }
    const iso = code & 0x0fffffff;
    const isoDimensions = Math.floor(iso / 1000);
    if (isoDimensions > 3) throw new Unreadable(UNKNOWN_TYPE);
    const hasZ = (code & EWKB_Z) !== 0 || isoDimensions === 1 || isoDimensions === 3;
    const hasM = (code & EWKB_M) !== 0 || isoDimensions === 2 || isoDimensions === 3;
    return { type: iso % 1000, littleEndian, dimensions: 2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0) };
  }

  private rings(header: Header): RawRing[] {
    const ringCount = this.count(header, 4);
    const rings: RawRing[] = [];
    for (let index = 0; index < ringCount; index++) {
      const ring = this.coordinates(header);
      if (ring.length > 0) rings.push(ring);
    }
    return rings;
  }

  private coordinates(header: Header): Float64Array {
    return this.positions(header, this.count(header, header.dimensions * 8));
  }

  private positions({ littleEndian, dimensions }: Header, pointCount: number): Float64Array {
    const from = this.at;
    this.need(pointCount * dimensions * 8);
    this.at += pointCount * dimensions * 8;
    if (dimensions === 2 && littleEndian === machineIsLittleEndian) {
      const start = this.bytes.byteOffset + from;
      return new Float64Array(this.bytes.buffer.slice(start, start + pointCount * 16) as ArrayBuffer);
    }
    const ring = new Float64Array(pointCount * 2);
    for (let point = 0, at = from; point < pointCount; point++, at += dimensions * 8) {
      ring[point * 2] = this.view.getFloat64(at, littleEndian);
      ring[point * 2 + 1] = this.view.getFloat64(at + 8, littleEndian);
    }
    return ring;
  }

  private curveRings(header: Header, depth: number): RawRing[] {
    const ringCount = this.count(header, 9);
    const rings: RawRing[] = [];
    for (let index = 0; index < ringCount; index++) {
      const points: number[] = [];
      this.curve(points, depth + 1);
      if (points.length > 0) rings.push(Float64Array.from(points));
    }
    return rings;
  }

  /** Appends one curve; the point where it meets the end of `points` is not repeated. */
  private curve(points: number[], depth: number, header = this.header()): void {
    if (depth > MAX_DEPTH) throw new Unreadable('is nested too deeply');
    if (header.type === COMPOUND_CURVE) {
      const partCount = this.count(header, 9);
      for (let part = 0; part < partCount; part++) this.curve(points, depth + 1);
      return;
    }
    if (header.type !== LINE_STRING && header.type !== CIRCULAR_STRING) {
      throw new Unreadable(`has a ${NAMES[header.type] ?? 'part of unknown type'} where a line should be`);
    }
    appendCurve(points, this.coordinates(header), header.type === CIRCULAR_STRING);
  }

  /** A count that is larger than the bytes left allow is nonsense, and must not allocate memory. */
  private count({ littleEndian }: Header, bytesEach: number): number {
    this.need(4);
    const count = this.view.getUint32(this.at, littleEndian);
    this.at += 4;
    this.need(count * bytesEach);
    return count;
  }

  private need(byteCount: number): void {
    if (this.at + byteCount > this.bytes.length) throw new Unreadable('is cut off');
  }
}
