// The sides of a parcel between its corners, clockwise around. Counties digitize a straight side with many points and a
// curve as a chain of chords: each of them is one side.
import { type AreaGeometry, type Position, polygonsOf, type Ring } from './geometry.ts';
import { localPlane, type Meters } from './local-plane.ts';
import { keepPoints } from './simplify-line.ts';

/** Points this near to the line between their neighbors are digitizing noise: half a foot. */
const NOISE_METERS = 0.15;
/** From this turn on, a point is a corner, whatever is around it. */
const CORNER_DEGREES = 30;
/** Below this turn, a side goes on: it is straight, or bends gently. In between, a point is a corner unless it is on a curve. */
const BEND_DEGREES = 5;
/** A curve turns by so much at least at each of its points, always the same way, */
const CURVE_STEP_DEGREES = 1;
/** in so many chords at least, */
const CURVE_CHORDS_MIN = 3;
/** by so much in all. */
const CURVE_DEGREES = 10;
/** Of two chords in a row, the longer one is so many times as long at most: a straight side does not run on into a curve. */
const CHORD_RATIO_MAX = 2.5;
/** A path that stays this near to its chord, as a part of it, is called straight. */
const STRAIGHT_RATIO = 0.01;

export type ParcelSide = {
  /** From corner to corner, with all points in between. At least two. */
  points: readonly Position[];
  isCurved: boolean;
};

export type ParcelRing = {
  /** Counted from 0. A parcel may lie in several parts, each with holes. */
  part: number;
  /** Counted from 1. Undefined: the outer ring of its part. */
  hole: number | undefined;
  /** The first begins at the first corner of the ring. */
  sides: ParcelSide[];
};

/** Outer rings and holes are both walked clockwise, as a surveyor reads the bounds of either. */
export function sidesOf(geometry: AreaGeometry): ParcelRing[] {
  return polygonsOf(geometry).flatMap((rings, part) =>
    rings.map((ring, index) => ({ part, hole: index === 0 ? undefined : index, sides: sidesOfRing(ring) })),
  );
}

function sidesOfRing(ring: Ring): ParcelSide[] {
  const points = clockwise(withoutRepeats(ring));
  const [first] = points;
  if (!first || points.length < 3) return [];
  const toMeters = localPlane({ lng: first[0], lat: first[1] });
  const places = points.map(([lng, lat]) => toMeters(lng, lat));
  const kept = withoutNoise(places);
  const corners = cornersAmong(kept.map((at) => places[at]!)).map((index) => kept[index]!);
  // A round ring has no corner: its first point stands for one.
  if (corners.length === 0) corners.push(0);
  return corners.map((from, index) => {
    const to = corners[(index + 1) % corners.length]!;
    const steps = to > from ? to - from : to + points.length - from;
    const along = Array.from({ length: steps + 1 }, (_, step) => (from + step) % points.length);
    return {
      points: along.map((at) => points[at]!),
      isCurved: bendsAway(along.map((at) => places[at]!)),
    };
  });
}

/** As an open ring. */
function withoutRepeats(ring: Ring): Position[] {
  return ring.filter(([lng, lat], index) => {
    const [nextLng, nextLat] = ring[(index + 1) % ring.length]!;
    return lng !== nextLng || lat !== nextLat;
  });
}

/** Keeps the first point. */
function clockwise(points: Position[]): Position[] {
  const twice = points.reduce((sum, [lng, lat], index) => {
    const [lngBefore, latBefore] = points.at(index - 1)!;
    return sum + (lng - lngBefore) * (lat + latBefore);
  }, 0);
  const [first, ...others] = points;
  return twice >= 0 || !first ? points : [first, ...others.reverse()];
}

/** The numbers of the points that are more than noise, in order. */
function withoutNoise(places: readonly Meters[]): number[] {
  // The ring is simplified as two lines between points that are far apart, which are never noise themselves.
  const start = farthestFrom(places[0]!, places);
  const middle = (farthestFrom(places[start]!, places) - start + places.length) % places.length;
  const turned = [...places.slice(start), ...places.slice(0, start + 1)];
  const isKept = new Uint8Array(turned.length);
  keepPoints({
    line: turned.flatMap(({ east, north }) => [east, north]),
    isKept,
    spans: [0, middle, middle, places.length],
    tolerance: NOISE_METERS,
  });
  return places.flatMap((_, at) => (isKept[(at - start + places.length) % places.length] ? [at] : []));
}

function farthestFrom(from: Meters, places: readonly Meters[]): number {
  return places.reduce(
    (best, place, index) => (distance(from, place) > distance(from, places[best]!) ? index : best),
    0,
  );
}

/** The numbers of the corners among the points of a ring. */
function cornersAmong(places: readonly Meters[]): number[] {
  const count = places.length;
  const turns = places.map((place, index) =>
    turnAt(places.at(index - 1)!, place, places[(index + 1) % count]!),
  );
  const chords = places.map((place, index) => distance(place, places[(index + 1) % count]!));
  /** Whether a curve may go on over this point: its sign is the way it turns. */
  const bends = turns.map((turn, index) => {
    const [before, after] = [chords.at(index - 1)!, chords[index]!];
    const isEven = Math.max(before, after) <= CHORD_RATIO_MAX * Math.min(before, after);
    const isBend = Math.abs(turn) >= CURVE_STEP_DEGREES && Math.abs(turn) < CORNER_DEGREES;
    return isEven && isBend ? Math.sign(turn) : 0;
  });
  const isCorner = turns.map((turn) => Math.abs(turn) >= BEND_DEGREES);
  for (const { from, length } of runsAround(bends)) {
    const within = Array.from({ length }, (_, step) => (from + step) % count);
    const total = within.reduce((sum, index) => sum + Math.abs(turns[index]!), 0);
    if (length + 1 < CURVE_CHORDS_MIN || total < CURVE_DEGREES) continue;
    for (const index of within) isCorner[index] = false;
    if (length === count) continue;
    isCorner[(from - 1 + count) % count] = true;
    isCorner[(from + length) % count] = true;
  }
  return isCorner.flatMap((is, index) => (is ? [index] : []));
}

/** Runs of equal values other than 0 in a closed chain. */
function runsAround(values: readonly number[]): { from: number; length: number }[] {
  const count = values.length;
  const begins = values.flatMap((value, index) =>
    value !== 0 && value !== values.at(index - 1) ? [index] : [],
  );
  if (begins.length === 0) return values[0] ? [{ from: 0, length: count }] : [];
  return begins.map((from) => {
    let length = 1;
    while (length < count && values[(from + length) % count] === values[from]) length++;
    return { from, length };
  });
}

/** To the right is positive: 0 to 180, or to -180. */
function turnAt(before: Meters, at: Meters, after: Meters): number {
  const [east, north] = [at.east - before.east, at.north - before.north];
  const [nextEast, nextNorth] = [after.east - at.east, after.north - at.north];
  const cross = north * nextEast - east * nextNorth;
  return (Math.atan2(cross, east * nextEast + north * nextNorth) * 180) / Math.PI;
}

/** Whether a path is more than its chord. */
function bendsAway(path: readonly Meters[]): boolean {
  const [from, to] = [path[0]!, path.at(-1)!];
  const chord = distance(from, to);
  const limit = Math.max(NOISE_METERS * 2, chord * STRAIGHT_RATIO);
  return path.some((place) => {
    if (chord === 0) return distance(place, from) > limit;
    const cross =
      (to.east - from.east) * (place.north - from.north) - (to.north - from.north) * (place.east - from.east);
    return Math.abs(cross) / chord > limit;
  });
}

const distance = (one: Meters, other: Meters) => Math.hypot(one.east - other.east, one.north - other.north);
