// How much of what is drawn on a map lies on one area, such as a parcel: areas by square meters, lines by meters, points.
//
// Edges are straight in degrees, as in PostGIS's ST_Intersection; what is cut out is measured on the ellipsoid.
import { Clipper64, ClipType, FillRule, type Path64, type Paths64, PathType } from 'clipper2-ts';
import { areaSquareMeters } from '../../geo/area.ts';
import { clipLine } from '../../geo/clip-line.ts';
import { clipRing } from '../../geo/clip-ring.ts';
import type { FlatLine } from '../../geo/flat-line.ts';
import { type FlatRing, signedArea } from '../../geo/flat-ring.ts';
import type { AreaGeometry, Bounds, LngLat, Position } from '../../geo/geometry.ts';
import { localPlane, type Meters } from '../../geo/local-plane.ts';
import { FINE_PER_DEGREE, type FinePoint, flatRings } from '../../geo/shape-code.ts';

/** Its corners lie between the steps of the grid, so no point and no line of the grid lies on its border. */
export type ProbeSquare = { x: number; y: number; side: number };

/** Clipper rounds to whole numbers, and is fast and exact up to 2^26. */
const CLIP_SIDE = 2 ** 25;
/** Steps of the fine grid: closer to an edge than this is on it. */
const ON_EDGE = 0.01;

/** All flat coordinates are steps of the fine grid from `origin`. */
export class AreaProbe {
  readonly origin: FinePoint;
  /** Contains the area. Its side is a power of two. */
  readonly square: ProbeSquare;
  readonly bounds: Bounds;
  readonly center: LngLat;
  readonly squareMeters: number;
  readonly rings: readonly FlatRing[];
  /** Of a point in steps from `origin`. */
  readonly toMeters: (x: number, y: number) => Meters;

  constructor(geometry: AreaGeometry) {
    const { rings, origin, width, height } = flatRings(geometry);
    this.rings = rings;
    this.origin = origin;
    this.square = { x: -0.5, y: -0.5, side: 2 ** Math.ceil(Math.log2(Math.max(width, height) + 1)) };
    const [west, south] = this.#toDegrees(0, 0);
    const [east, north] = this.#toDegrees(width, height);
    this.bounds = { west, south, east, north };
    this.center = { lng: (west + east) / 2, lat: (south + north) / 2 };
    this.squareMeters = areaSquareMeters(geometry);
    const project = localPlane(this.center);
    this.toMeters = (x, y) => project(...this.#toDegrees(x, y));
  }

  /** A bounding box in degrees. */
  boundsOf({ x, y, side }: ProbeSquare): Bounds {
    const [west, south] = this.#toDegrees(x, y);
    const [east, north] = this.#toDegrees(x + side, y + side);
    return { west, south, east, north };
  }

  /** Whether any of the area may be inside. */
  reaches(square: ProbeSquare): boolean {
    return clipAll(this.rings, square).length > 0;
  }

  isIn({ x, y, side }: ProbeSquare, [pointX, pointY]: readonly number[]): boolean {
    return pointX! > x && pointX! < x + side && pointY! > y && pointY! < y + side;
  }

  /** Ground of the area within the square that the shapes cover, counted once. The interior is left of their rings. */
  squareMetersUnder(shapes: readonly (readonly FlatRing[])[], square: ProbeSquare): number {
    const inside: Cover[] = [];
    for (const shape of shapes) {
      const rings = clipAll(shape, square);
      // Most parcels lie in one zone alone.
      if (isAll(rings, square)) return this.#ground(clipAll(this.rings, square));
      if (rings.length > 0) inside.push({ rings, ...boxOf(rings) });
    }
    return apart(inside).reduce((sum, covers) => sum + this.#groundUnder(covers), 0);
  }

  /** Of shapes that lie close together, so that only the land around them counts. */
  #groundUnder(covers: readonly Cover[]): number {
    const west = Math.min(...covers.map((cover) => cover.west));
    const south = Math.min(...covers.map((cover) => cover.south));
    const east = Math.max(...covers.map((cover) => cover.east));
    const north = Math.max(...covers.map((cover) => cover.north));
    const x = Math.floor(west);
    const y = Math.floor(south);
    const square = { x, y, side: Math.ceil(Math.max(east - x, north - y)) };
    const land = clipAll(this.rings, square);
    const rings = covers.flatMap((cover) => cover.rings);
    if (land.length === 0) return 0;
    if (covers.length === 1 && isAll(land, square)) return this.#ground(rings);
    const scale = CLIP_SIDE / square.side;
    const clipper = new Clipper64();
    const toPath = (ring: FlatRing): Path64 => {
      const path: Path64 = [];
      for (let i = 0; i < ring.length; i += 2)
        path.push({ x: Math.round((ring[i]! - x) * scale), y: Math.round((ring[i + 1]! - y) * scale) });
      return path;
    };
    clipper.addPaths(rings.map(toPath), PathType.Subject);
    clipper.addPaths(land.map(toPath), PathType.Clip);
    const common: Paths64 = [];
    // Every shape winds once around its ground and not around the rest, so where any of them is, the sum is not zero.
    clipper.execute(ClipType.Intersection, FillRule.NonZero, common);
    return this.#ground(
      common.map((path) => path.flatMap(({ x, y }) => [x / scale + square.x, y / scale + square.y])),
    );
  }

  /** In square meters. */
  #ground(rings: readonly FlatRing[]): number {
    let total = 0;
    for (const ring of rings) {
      const positions: Position[] = [];
      for (let i = 0; i < ring.length; i += 2) positions.push(this.#toDegrees(ring[i]!, ring[i + 1]!));
      const ground = areaSquareMeters({ type: 'Polygon', coordinates: [positions] });
      total += signedArea(ring) < 0 ? -ground : ground;
    }
    return total;
  }

  #toDegrees(x: number, y: number): Position {
    return [(this.origin.x + x) / FINE_PER_DEGREE, (this.origin.y + y) / FINE_PER_DEGREE];
  }

  /** Of the line's stretches in the area and on its edge. */
  metersInside(line: FlatLine, square: ProbeSquare): number {
    let meters = 0;
    const { x, y, side } = square;
    for (const part of clipLine(shifted(line, x, y), { low: 0, high: side })) {
      for (let i = 2; i < part.length; i += 2) {
        meters += this.#segmentMeters({
          fromX: part[i - 2]! + x,
          fromY: part[i - 1]! + y,
          toX: part[i]! + x,
          toY: part[i + 1]! + y,
        });
      }
    }
    return meters;
  }

  #segmentMeters(segment: Segment): number {
    const { fromX, fromY, toX, toY } = segment;
    const at = (share: number) => [fromX + share * (toX - fromX), fromY + share * (toY - fromY)] as const;
    const stops = [0, ...this.#crossings(segment).sort((one, other) => one - other), 1];
    let meters = 0;
    for (let i = 1; i < stops.length; i++) {
      const [start, end] = [stops[i - 1]!, stops[i]!];
      if (end <= start || !this.holds(...at((start + end) / 2))) continue;
      const one = this.toMeters(...at(start));
      const other = this.toMeters(...at(end));
      meters += Math.hypot(one.east - other.east, one.north - other.north);
    }
    return meters;
  }

  /** Where the segment meets edges of the area, as shares of its length. */
  #crossings({ fromX, fromY, toX, toY }: Segment): number[] {
    const shares: number[] = [];
    const [alongX, alongY] = [toX - fromX, toY - fromY];
    const [west, east] = fromX < toX ? [fromX, toX] : [toX, fromX];
    const [south, north] = fromY < toY ? [fromY, toY] : [toY, fromY];
    const length = Math.hypot(alongX, alongY);
    const add = (share: number) => {
      if (share > 0 && share < 1) shares.push(share);
    };
    this.#eachEdge((aX, aY, bX, bY) => {
      if (Math.max(aX, bX) < west || Math.min(aX, bX) > east) return;
      if (Math.max(aY, bY) < south || Math.min(aY, bY) > north) return;
      // Twice the areas of the triangles of the segment and the ends of the edge.
      const ofA = alongX * (aY - fromY) - alongY * (aX - fromX);
      const ofB = alongX * (bY - fromY) - alongY * (bX - fromX);
      const near = ON_EDGE * length;
      if (Math.abs(ofA) <= near) add(((aX - fromX) * alongX + (aY - fromY) * alongY) / (length * length));
      if (Math.abs(ofB) <= near) add(((bX - fromX) * alongX + (bY - fromY) * alongY) / (length * length));
      if (ofA > 0 === ofB > 0) return;
      const across = ofA / (ofA - ofB);
      const [x, y] = [aX + across * (bX - aX), aY + across * (bY - aY)];
      add(((x - fromX) * alongX + (y - fromY) * alongY) / (length * length));
    });
    return shares;
  }

  /** On the edge is inside. */
  holds(x: number, y: number): boolean {
    let isInside = false;
    let isOnEdge = false;
    this.#eachEdge((aX, aY, bX, bY) => {
      const isAbove = aY > y;
      if (isAbove !== bY > y && x < aX + ((y - aY) / (bY - aY)) * (bX - aX)) isInside = !isInside;
      isOnEdge ||= isOn({ fromX: aX, fromY: aY, toX: bX, toY: bY }, x, y);
    });
    return isInside || isOnEdge;
  }

  #eachEdge(take: (aX: number, aY: number, bX: number, bY: number) => void): void {
    for (const ring of this.rings) {
      let aX = ring[ring.length - 2]!;
      let aY = ring[ring.length - 1]!;
      for (let i = 0; i < ring.length; i += 2) {
        const bX = ring[i]!;
        const bY = ring[i + 1]!;
        take(aX, aY, bX, bY);
        aX = bX;
        aY = bY;
      }
    }
  }
}

/** Rings of one shape, and their box. */
type Cover = Bounds & { rings: readonly FlatRing[] };

type Segment = { fromX: number; fromY: number; toX: number; toY: number };

function isOn({ fromX, fromY, toX, toY }: Segment, x: number, y: number): boolean {
  if (x < Math.min(fromX, toX) - ON_EDGE || x > Math.max(fromX, toX) + ON_EDGE) return false;
  if (y < Math.min(fromY, toY) - ON_EDGE || y > Math.max(fromY, toY) + ON_EDGE) return false;
  const cross = (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
  return Math.abs(cross) <= ON_EDGE * Math.hypot(toX - fromX, toY - fromY);
}

/** Without rings that are empty or a line there. */
function clipAll(rings: readonly FlatRing[], { x, y, side }: ProbeSquare): FlatRing[] {
  const clipped: FlatRing[] = [];
  for (const ring of rings) {
    const { west, south, east, north } = boxOf([ring]);
    if (west > x + side || east < x || south > y + side || north < y) continue;
    const isInside = west >= x && east <= x + side && south >= y && north <= y + side;
    const part = isInside ? ring : shifted(clipRing(shifted(ring, x, y), { low: 0, high: side }), -x, -y);
    if (part.length >= 6) clipped.push(part);
  }
  return clipped;
}

/** Whether they are the square itself, with whichever points on its border. */
const isAll = (rings: readonly FlatRing[], { x, y, side }: ProbeSquare) =>
  rings.length === 1 && signedArea(shifted(rings[0]!, x, y)) === side ** 2;

function shifted(path: readonly number[], x: number, y: number): number[] {
  const result: number[] = [];
  for (let i = 0; i < path.length; i += 2) result.push(path[i]! - x, path[i + 1]! - y);
  return result;
}

function boxOf(rings: readonly FlatRing[]): Bounds {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]!;
      const y = ring[i + 1]!;
      if (x < box.west) box.west = x;
      if (x > box.east) box.east = x;
      if (y < box.south) box.south = y;
      if (y > box.north) box.north = y;
    }
  }
  return box;
}

/** Groups whose boxes do not overlap: each is clipped alone, which is much faster than all of them at once. */
function apart(covers: readonly Cover[]): Cover[][] {
  let groups: Cover[][] = [];
  for (const cover of covers) {
    const touches = (group: readonly Cover[]) => group.some((other) => overlap(cover, other));
    const joined = groups.filter(touches).flat();
    groups = [...groups.filter((group) => !touches(group)), [...joined, cover]];
  }
  return groups;
}

const overlap = (one: Bounds, other: Bounds) =>
  one.west < other.east && one.east > other.west && one.south < other.north && one.north > other.south;
