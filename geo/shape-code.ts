// A compact binary code of what an overlay draws: the rings of an area, a line, or points, on a fine grid.
//
// All numbers are varints. First the kind, then the number of paths, for each path its number of positions (a ring is
// not closed), and the positions as signed steps from the position before, also across paths, as in geometry-code.ts.
import { ByteWriter } from './byte-writer.ts';
import { type FlatRing, reversed, signedArea } from './flat-ring.ts';
import { type AreaGeometry, polygonsOf } from './geometry.ts';
import { VarintReader } from './geometry-code.ts';

/** 1e-9 degrees, a tenth of a millimeter: where an area is cut, new corners must not bend its edges. */
export const FINE_PER_DEGREE = 1e9;

export const SHAPE_KINDS = ['point', 'line', 'area'] as const;
type ShapeKind = (typeof SHAPE_KINDS)[number];

/** Flat paths of whole numbers, x and y in turn. Of an area, the interior is left of its rings. */
export type FineShape = { kind: ShapeKind; paths: number[][] };

export type FinePoint = { x: number; y: number };

export const toFine = (degrees: number): number => Math.round(degrees * FINE_PER_DEGREE);

const writer = new ByteWriter();

/** Seen from `origin`, as decodeShape answers it. */
export function encodeShape({ kind, paths }: FineShape, origin: FinePoint): Uint8Array {
  writer.truncate(0);
  writer.varint(SHAPE_KINDS.indexOf(kind));
  writer.varint(paths.length);
  let xBefore = -origin.x;
  let yBefore = -origin.y;
  for (const path of paths) {
    writer.varint(path.length / 2);
    for (let i = 0; i < path.length; i += 2) {
      writer.signedVarint(path[i]! - xBefore);
      writer.signedVarint(path[i + 1]! - yBefore);
      xBefore = path[i]!;
      yBefore = path[i + 1]!;
    }
  }
  return writer.toBytes();
}

export function decodeShape(bytes: Uint8Array, origin: FinePoint): FineShape {
  const reader = new VarintReader(bytes);
  const kind = SHAPE_KINDS[reader.varint()]!;
  let x = -origin.x;
  let y = -origin.y;
  const paths = Array.from({ length: reader.varint() }, () => {
    const path = new Array<number>(2 * reader.varint());
    for (let i = 0; i < path.length; i += 2) {
      x += reader.signedVarint();
      y += reader.signedVarint();
      path[i] = x;
      path[i + 1] = y;
    }
    return path;
  });
  return { kind, paths };
}

/** Rings of whole numbers with the interior on their left, from the southwest corner of the area. */
export function flatRings(geometry: AreaGeometry): {
  rings: FlatRing[];
  origin: FinePoint;
  width: number;
  height: number;
} {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [outer = []] of polygonsOf(geometry)) {
    for (const [lng, lat] of outer) {
      west = Math.min(west, toFine(lng));
      east = Math.max(east, toFine(lng));
      south = Math.min(south, toFine(lat));
      north = Math.max(north, toFine(lat));
    }
  }
  const rings = polygonsOf(geometry).flatMap((polygon) =>
    polygon.map((ring, index): FlatRing => {
      const flat = ring.slice(0, -1).flatMap(([lng, lat]) => [toFine(lng) - west, toFine(lat) - south]);
      const isCounterclockwise = signedArea(flat) > 0;
      return isCounterclockwise === (index === 0) ? flat : reversed(flat);
    }),
  );
  return { rings, origin: { x: west, y: south }, width: east - west, height: north - south };
}
