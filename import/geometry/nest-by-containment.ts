// Finds for each ring the ring that immediately surrounds it, whatever way they are wound.
import type { FlatRing } from '../../geo/flat-ring.ts';

export type Nesting = {
  /** The index of the smallest ring around this one, or -1. */
  parent: Int32Array;
  /** How many rings are around: even for outer boundaries, odd for holes. */
  depth: Int32Array;
};

/** For rings that may touch, but neither cross nor overlap. `areas` are signed. */
export function nestByContainment(rings: readonly FlatRing[], areas: readonly number[]): Nesting {
  const parent = new Int32Array(rings.length).fill(-1);
  const depth = new Int32Array(rings.length);
  const boxes = boxesOf(rings);
  const bySize = rings.map((_, index) => index);
  bySize.sort((one, other) => Math.abs(areas[other]!) - Math.abs(areas[one]!) || one - other);
  const rank = new Int32Array(rings.length);
  for (const [place, index] of bySize.entries()) rank[index] = place;
  // A sweep from west to east: only what begins before a ring and has not ended can surround it.
  const fromWest = rings.map((_, index) => index);
  fromWest.sort((one, other) => boxes[one * 4]! - boxes[other * 4]! || rank[one]! - rank[other]!);
  let open: number[] = [];
  for (const inner of fromWest) {
    open = open.filter((outer) => boxes[outer * 4 + 2]! >= boxes[inner * 4]!);
    // From the next larger one up: the first that holds it is the smallest.
    const around = open
      .filter((outer) => rank[outer]! < rank[inner]! && holdsBox(boxes, outer * 4, inner * 4))
      .sort((one, other) => rank[other]! - rank[one]!);
    parent[inner] = around.find((outer) => holdsRing(rings[outer]!, rings[inner]!)) ?? -1;
    open.push(inner);
  }
  for (const inner of bySize) if (parent[inner]! >= 0) depth[inner] = depth[parent[inner]!]! + 1;
  return { parent, depth };
}

function boxesOf(rings: readonly FlatRing[]): Float64Array {
  const boxes = new Float64Array(rings.length * 4);
  for (const [index, ring] of rings.entries()) {
    let west = Infinity;
    let south = Infinity;
    let east = -Infinity;
    let north = -Infinity;
    for (let i = 0; i < ring.length; i += 2) {
      west = Math.min(west, ring[i]!);
      east = Math.max(east, ring[i]!);
      south = Math.min(south, ring[i + 1]!);
      north = Math.max(north, ring[i + 1]!);
    }
    boxes.set([west, south, east, north], index * 4);
  }
  return boxes;
}

function holdsBox(boxes: Float64Array, outer: number, inner: number): boolean {
  return (
    boxes[outer]! <= boxes[inner]! &&
    boxes[outer + 1]! <= boxes[inner + 1]! &&
    boxes[outer + 2]! >= boxes[inner + 2]! &&
    boxes[outer + 3]! >= boxes[inner + 3]!
  );
}

/** Tests the middle of an edge, on doubled coordinates so that it is a whole number; the next one if it is on the border. */
function holdsRing(outer: FlatRing, inner: FlatRing): boolean {
  for (let i = 0; i < inner.length; i += 2) {
    const next = i + 2 === inner.length ? 0 : i + 2;
    const side = sideOf(outer, inner[i]! + inner[next]!, inner[i + 1]! + inner[next + 1]!);
    if (side !== 0) return side > 0;
  }
  return false;
}

/** 1 inside, -1 outside, 0 on the border, by ray casting. The point is in doubled coordinates. */
function sideOf(ring: FlatRing, x: number, y: number): -1 | 0 | 1 {
  let inside = false;
  let fromX = ring[ring.length - 2]! * 2;
  let fromY = ring[ring.length - 1]! * 2;
  for (let i = 0; i < ring.length; i += 2) {
    const toX = ring[i]! * 2;
    const toY = ring[i + 1]! * 2;
    const side = (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
    if (side === 0 && isBetween(fromX, x, toX) && isBetween(fromY, y, toY)) return 0;
    if (fromY > y !== toY > y && side > 0 === toY > fromY) inside = !inside;
    fromX = toX;
    fromY = toY;
  }
  return inside ? 1 : -1;
}

const isBetween = (one: number, value: number, other: number): boolean =>
  Math.min(one, other) <= value && value <= Math.max(one, other);
