// A compact binary code of areas: grid steps, delta encoded, as varints.
//
// All numbers are varints. First 0 for a Polygon, or 1 + the number of polygons for a MultiPolygon; then for each
// polygon its number of rings, for each ring its number of positions without the closing one, and the positions,
// longitude then latitude, as signed steps from the position before, also across rings.
import { ByteWriter } from './byte-writer.ts';
import type { FlatArea } from './flat-area.ts';
import {
  type AreaGeometry,
  GRID_PER_DEGREE,
  type PolygonRings,
  type Position,
  polygonsOf,
} from './geometry.ts';

/** Used again for each geometry: an array of its own takes longer to allocate than to fill. */
const writer = new ByteWriter();

export function encodeGeometry(geometry: AreaGeometry): Uint8Array {
  writer.truncate(0);
  writeGeometry(geometry);
  return writer.toBytes();
}

function writeGeometry(geometry: AreaGeometry): void {
  const polygons = polygonsOf(geometry);
  writer.varint(geometry.type === 'Polygon' ? 0 : 1 + polygons.length);
  let xBefore = 0;
  let yBefore = 0;
  for (const polygon of polygons) {
    writer.varint(polygon.length);
    for (const ring of polygon) {
      writer.varint(ring.length - 1);
      for (let i = 0; i < ring.length - 1; i++) {
        const [lng, lat] = ring[i]!;
        const x = Math.round(lng * GRID_PER_DEGREE);
        const y = Math.round(lat * GRID_PER_DEGREE);
        writer.signedVarint(x - xBefore);
        writer.signedVarint(y - yBefore);
        xBefore = x;
        yBefore = y;
      }
    }
  }
}

export function decodeGeometry(bytes: Uint8Array): AreaGeometry {
  const reader = new VarintReader(bytes);
  let x = 0;
  let y = 0;
  const ring = () => {
    const count = reader.varint();
    const positions: Position[] = [];
    for (let i = 0; i < count; i++) {
      x += reader.signedVarint();
      y += reader.signedVarint();
      positions.push([x / GRID_PER_DEGREE, y / GRID_PER_DEGREE]);
    }
    positions.push(positions[0]!);
    return positions;
  };
  const polygon = (): PolygonRings => Array.from({ length: reader.varint() }, ring);

  const kind = reader.varint();
  return kind === 0
    ? { type: 'Polygon', coordinates: polygon() }
    : { type: 'MultiPolygon', coordinates: Array.from({ length: kind - 1 }, polygon) };
}

/**
 * As decodeGeometry, without an object for each corner. Positions are in degrees, or with `stepsPerUnit` 1 the whole numbers
 * of the grid.
 */
export function decodeInto(area: FlatArea, bytes: Uint8Array, stepsPerUnit = GRID_PER_DEGREE): void {
  area.clear();
  const reader = new VarintReader(bytes);
  const kind = reader.varint();
  const polygons = kind === 0 ? 1 : kind - 1;
  let x = 0;
  let y = 0;
  for (let polygon = 0; polygon < polygons; polygon++) {
    const rings = reader.varint();
    for (let ring = 0; ring < rings; ring++) {
      const count = reader.varint();
      for (let i = 0; i < count; i++) {
        x += reader.signedVarint();
        y += reader.signedVarint();
        area.addPoint(x / stepsPerUnit, y / stepsPerUnit);
      }
      area.endRing(ring > 0);
    }
  }
}

/** So many bits of a varint are read by bitwise operators, which work on 32 bits only. */
const BITWISE_BITS = 28;

/** Reads the numbers of a code, one after the other. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  varint(): number {
    let value = 0;
    let byte = this.#bytes[this.#at++]!;
    for (let shift = 0; shift < BITWISE_BITS; shift += 7) {
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      byte = this.#bytes[this.#at++]!;
    }
    // Of damaged bytes, a count may be in the billions.
    if (this.#at > this.#bytes.length) throw new RangeError('The code of an area ends too early.');
    let weight = 2 ** BITWISE_BITS;
    while (byte > 0x7f) {
      value += (byte & 0x7f) * weight;
      weight *= 128;
      byte = this.#bytes[this.#at++]!;
    }
    return value + byte * weight;
  }

  signedVarint(): number {
    const value = this.varint();
    if (value < 2 ** BITWISE_BITS) return (value >>> 1) ^ -(value & 1);
    const half = Math.floor(value / 2);
    return value === 2 * half ? half : -half - 1;
  }
}
