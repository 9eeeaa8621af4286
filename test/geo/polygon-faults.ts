// Brute-force validity checks of decoded polygons, which share no code with the encoder.
import type { DecodedRing } from './decode-tile.ts';

export function shoelace(ring: DecodedRing): number {
  return (
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length]!;
      return sum + x * nextY - nextX * y;
    }, 0) / 2
  );
}

export function polygonsArea(polygons: DecodedRing[][]): number {
  return polygons.flat().reduce((sum, ring) => sum + shoelace(ring), 0);
}

export function polygonsContain(polygons: DecodedRing[][], point: readonly [number, number]): boolean {
  return polygons.flat().filter((ring) => isInside(ring, point)).length % 2 === 1;
}

type Edge = { ring: number; index: number; count: number; a: readonly number[]; b: readonly number[] };

/** The faults of an area as texts; empty where it is valid. Rings may touch in points. */
export function polygonFaults(polygons: DecodedRing[][]): string[] {
  const faults: string[] = [];
  for (const [outer, ...holes] of polygons) {
    if (shoelace(outer!) <= 0) faults.push('an outer ring without positive area');
    for (const hole of holes) {
      if (shoelace(hole) >= 0) faults.push('a hole without negative area');
      if (!middles(hole).every((middle) => isInside(outer!, middle)))
        faults.push('a hole outside its polygon');
    }
  }
  for (const [i, [outer]] of polygons.entries()) {
    for (const [j, [other, ...holes]] of polygons.entries()) {
      if (i === j || !isInside(other!, middles(outer!)[0]!)) continue;
      const inHole = holes.some((hole) => isInside(hole, middles(outer!)[0]!));
      if (!inHole) faults.push('a polygon on top of another');
    }
  }
  const edges = polygons.flat().flatMap((ring, number) =>
    ring.map(
      (a, index): Edge => ({
        ring: number,
        index,
        count: ring.length,
        a,
        b: ring[(index + 1) % ring.length]!,
      }),
    ),
  );
  for (const [i, one] of edges.entries()) {
    for (const other of edges.slice(i + 1)) {
      const fault = edgeFault(one, other);
      if (fault) faults.push(`${fault}: ${JSON.stringify([one.a, one.b, other.a, other.b])}`);
    }
  }
  return faults;
}

function side(a: readonly number[], b: readonly number[], p: readonly number[]): number {
  return Math.sign((b[0]! - a[0]!) * (p[1]! - a[1]!) - (b[1]! - a[1]!) * (p[0]! - a[0]!));
}

function edgeFault(one: Edge, other: Edge): string | undefined {
  const sides = [
    side(one.a, one.b, other.a),
    side(one.a, one.b, other.b),
    side(other.a, other.b, one.a),
    side(other.a, other.b, one.b),
  ] as const;
  if (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0) return 'edges cross';
  if (sides.every((value) => value === 0) && overlap(one, other) > 0) return 'edges lie on each other';
  const sameRing = one.ring === other.ring;
  if (sameRing && one.a[0] === other.a[0] && one.a[1] === other.a[1]) return 'a ring meets a point twice';
  return undefined;
}

/** How far two edges on one line overlap, along the axis on which the first is longer. */
function overlap(one: Edge, other: Edge): number {
  const axis = Math.abs(one.a[0]! - one.b[0]!) > Math.abs(one.a[1]! - one.b[1]!) ? 0 : 1;
  const ends = (edge: Edge) => [edge.a[axis]!, edge.b[axis]!].sort((low, high) => low - high);
  const [low, high] = ends(one);
  const [otherLow, otherHigh] = ends(other);
  return Math.min(high!, otherHigh!) - Math.max(low!, otherLow!);
}

function middles(ring: DecodedRing): [number, number][] {
  return ring.map(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return [(x + nextX) / 2, (y + nextY) / 2];
  });
}

function isInside(ring: DecodedRing, [x, y]: readonly [number, number]): boolean {
  return ring.reduce((inside, [aX, aY], i) => {
    const [bX, bY] = ring[(i + 1) % ring.length]!;
    return aY > y !== bY > y && x < aX + ((bX - aX) * (y - aY)) / (bY - aY) ? !inside : inside;
  }, false);
}
