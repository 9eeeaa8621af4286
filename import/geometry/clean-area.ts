// Makes a source's polygon a valid area on the grid of stored positions, or says why that cannot be done.
//
// Nearly every parcel is one ring that is fine: it is projected, rounded and compared with itself, and keeps its corners
// and its first corner. Only what crosses, overlaps or touches goes through boolean operations.
import { type FlatRing, signedArea } from '../../geo/flat-ring.ts';
import { type AreaGeometry, GRID_PER_DEGREE, type Position, type Ring } from '../../geo/geometry.ts';
import type { Projection } from '../coordinates/projection.ts';
import type { RawGeometry, RawRing } from '../layer.ts';
import { CORNERS_MAX, REFUSALS, REPAIRS } from './clean-words.ts';
import { findContacts } from './find-contacts.ts';
import { tidyRing, toGridRing } from './grid-ring.ts';
import { nestByContainment } from './nest-by-containment.ts';
import { type RingSet, untangle } from './untangle.ts';

export type CleanedArea = { geometry: AreaGeometry; repairs: readonly string[] } | { refusal: string };

const HALF_TURN = 180 * GRID_PER_DEGREE;
const NO_REPAIRS: readonly string[] = [];

export function cleanArea({
  raw,
  projection,
}: {
  raw: RawGeometry | null;
  projection: Projection;
}): CleanedArea {
  if (!raw) return { refusal: REFUSALS.none };
  if (raw.kind === 'unreadable') return { refusal: `a geometry that ${raw.reason}` };
  if (raw.kind !== 'polygons' && raw.kind !== 'rings') return { refusal: REFUSALS.notAnArea };
  if (cornersIn(raw) > CORNERS_MAX) return { refusal: REFUSALS.tooManyCorners };

  const repairs = new Set<string>();
  const rings: FlatRing[] = [];
  const roles: NonNullable<RingSet['roles']> = [];
  const add = (ring: RawRing): string | undefined => {
    const placed = toGridRing(ring, projection);
    if (typeof placed === 'string') return placed;
    rings.push(placed.ring);
    if (placed.wasOpen) repairs.add(REPAIRS.closed);
    return undefined;
  };
  for (const [polygon, polygonRings] of (raw.kind === 'polygons' ? raw.polygons : [raw.rings]).entries()) {
    for (const [index, ring] of polygonRings.entries()) {
      const refusal = add(ring);
      if (refusal) return { refusal };
      roles.push({ polygon, isHole: index > 0 });
    }
  }
  if (rings.every((ring) => ring.length === 0)) return { refusal: REFUSALS.empty };
  const origin = moveToOrigin(rings);
  if (!origin) return { refusal: REFUSALS.outsideWorld };
  if (origin.isAcross) repairs.add(REPAIRS.antimeridian);

  const set = tidySet({ rings, roles: raw.kind === 'polygons' ? roles : undefined }, repairs);
  if (set.rings.length === 0) return { refusal: REFUSALS.noArea };
  const polygons = arrange(set, repairs);
  if (!polygons) return { refusal: REFUSALS.tangled };
  if (polygons.length === 0) return { refusal: REFUSALS.noArea };
  return {
    geometry: toGeometry(polygons, origin),
    repairs: repairs.size === 0 ? NO_REPAIRS : [...repairs],
  };
}

function cornersIn(raw: Extract<RawGeometry, { kind: 'polygons' | 'rings' }>): number {
  let numbers = 0;
  if (raw.kind === 'rings') for (const ring of raw.rings) numbers += ring.length;
  else for (const polygon of raw.polygons) for (const ring of polygon) numbers += ring.length;
  return numbers / 2;
}

export type Origin = { x: number; y: number; isAcross: boolean };

/**
 * Makes all coordinates relative to the southwest corner, so that products of them are exact. What lies across the
 * antimeridian gets longitudes below -180, as Bounds have them.
 */
export function moveToOrigin(rings: readonly FlatRing[]): Origin | undefined {
  let { west, south, east } = extentOf(rings);
  const isAcross = east - west > HALF_TURN;
  if (isAcross) {
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += 2) if (ring[i]! > 0) ring[i]! -= 2 * HALF_TURN;
    }
    ({ west, south, east } = extentOf(rings));
    if (east - west > HALF_TURN) return undefined;
  }
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      ring[i]! -= west;
      ring[i + 1]! -= south;
    }
  }
  const width = east - west;
  while (west + width > HALF_TURN) west -= 2 * HALF_TURN;
  while (west + width <= -HALF_TURN) west += 2 * HALF_TURN;
  return { x: west, y: south, isAcross };
}

function extentOf(rings: readonly FlatRing[]): { west: number; south: number; east: number } {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]!;
      if (x < west) west = x;
      if (x > east) east = x;
      if (ring[i + 1]! < south) south = ring[i + 1]!;
    }
  }
  return { west, south, east };
}

/** Drops rings that enclose nothing, and the holes of outer rings that do. */
function tidySet({ rings, roles }: RingSet, repairs: Set<string>): RingSet {
  const kept: RingSet = { rings: [], roles: roles && [] };
  let lastOuterIsKept = true;
  for (const [index, ring] of rings.entries()) {
    const role = roles?.[index];
    const hadSpike = tidyRing(ring);
    if (role && !role.isHole) lastOuterIsKept = ring.length > 0;
    if (ring.length === 0) {
      repairs.add(REPAIRS.noAreaRing);
    } else if (!role?.isHole || lastOuterIsKept) {
      if (hadSpike) repairs.add(REPAIRS.spike);
      kept.rings.push(ring);
      if (role) kept.roles!.push(role);
    }
  }
  return kept;
}

/** The polygons, outer ring first. Undefined where no reading of the rings is safe. */
function arrange(set: RingSet, repairs: Set<string>): FlatRing[][] | undefined {
  const contact = findContacts(set.rings);
  if (contact === 'too many') return undefined;
  const [only] = set.rings;
  if (contact === 'apart' && only && set.rings.length === 1) return [[only]];
  const asGiven = contact === 'crossing' ? undefined : nest(set);
  if (asGiven && contact === 'apart') return asGiven;
  const land = untangle(set);
  const untangled = land && nest({ rings: land.rings, roles: undefined });
  // Parts of one parcel may touch in several corners. If nothing was wrong, nothing is changed.
  if (asGiven && untangled && isSameLand(asGiven, untangled)) return asGiven;
  if (untangled) repairs.add(land.hadCrossing ? REPAIRS.crossing : REPAIRS.overlapping);
  return untangled;
}

/** Undefined where the rings do not lie as the source says: a hole outside its polygon, or a polygon on another one. */
function nest({ rings, roles }: RingSet): FlatRing[][] | undefined {
  const { parent, depth } = nestByContainment(rings, rings.map(signedArea));
  const polygons = new Map<number, FlatRing[]>();
  for (const [index, ring] of rings.entries()) {
    if (depth[index]! % 2 === 0) polygons.set(index, [ring]);
  }
  for (const [index, ring] of rings.entries()) {
    const isHole = depth[index]! % 2 === 1;
    if (isHole) polygons.get(parent[index]!)!.push(ring);
    const role = roles?.[index];
    if (!role) continue;
    if (role.isHole !== isHole || (isHole && roles[parent[index]!]!.polygon !== role.polygon))
      return undefined;
  }
  return [...polygons.values()];
}

function isSameLand(one: readonly FlatRing[][], other: readonly FlatRing[][]): boolean {
  const size = (polygons: readonly FlatRing[][]) =>
    polygons
      .flatMap(([outer, ...holes]) => [
        Math.abs(signedArea(outer!)),
        ...holes.map((hole) => -Math.abs(signedArea(hole))),
      ])
      .reduce((sum, part) => sum + part, 0);
  return (
    one.length === other.length && one.flat().length === other.flat().length && size(one) === size(other)
  );
}

function toGeometry(polygons: readonly FlatRing[][], origin: Origin): AreaGeometry {
  const coordinates = polygons.map((rings) =>
    rings.map((ring, index) => toRing({ ring, origin, isHole: index > 0 })),
  );
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0]! }
    : { type: 'MultiPolygon', coordinates };
}

/** Closed, wound as RFC 7946 has it, from the same first corner. */
function toRing({ ring, origin, isHole }: { ring: FlatRing; origin: Origin; isHole: boolean }): Ring {
  const first = position(ring, 0, origin);
  const positions: Position[] = [first];
  if (signedArea(ring) > 0 !== isHole) {
    for (let i = 2; i < ring.length; i += 2) positions.push(position(ring, i, origin));
  } else {
    for (let i = ring.length - 2; i > 0; i -= 2) positions.push(position(ring, i, origin));
  }
  positions.push(first);
  return positions;
}

export function position(ring: FlatRing, i: number, { x, y }: Origin): Position {
  return [(ring[i]! + x) / GRID_PER_DEGREE, (ring[i + 1]! + y) / GRID_PER_DEGREE];
}
