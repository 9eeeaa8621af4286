// Boolean operations (Clipper2) for rings that cross, overlap or touch: the land that they mean, as orderly rings.
import { area, Clipper64, ClipType, FillRule, type Path64, type Paths64, PathType } from 'clipper2-ts';
import { type FlatRing, signedArea } from '../../geo/flat-ring.ts';
import { findContacts, hasTooManyCrossings } from './find-contacts.ts';
import { tidyRing } from './grid-ring.ts';
import { nestByContainment } from './nest-by-containment.ts';
import { TRACED_STEPS_MAX, traceLoops } from './trace-loops.ts';

/** Rings of an area in the order of the source, relative to its southwest corner. */
export type RingSet = {
  rings: FlatRing[];
  /** For each ring: its polygon, and whether it is a hole there. Undefined where the source does not say. */
  roles: { polygon: number; isHole: boolean }[] | undefined;
};

/** So much of the land may depend on how a boundary that crosses itself is understood. */
const DOUBTFUL_SHARE_MAX = 0.1;
/** Rounding a crossing to the grid can make a new one beside it. */
const ROUNDS_MAX = 4;

/** Outer rings with positive area, holes with negative. Undefined where no reading of the boundary is safe. */
export function untangle(set: RingSet): { rings: FlatRing[]; hadCrossing: boolean } | undefined {
  if (hasTooManyCrossings(set.rings)) return undefined;
  const parts: Part[] = [];
  for (const ring of set.rings) {
    const part = readPart(ring);
    if (!part) return undefined;
    parts.push(part);
  }
  let land = set.roles ? landOfPolygons(parts, set.roles) : landOfRings(parts, set.rings);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const rings = orderly(land);
    const contact = findContacts(rings);
    // Several touches between rings are right here: Clipper has made the rings, and they pass through no other.
    if (contact === 'apart' || contact === 'touching') {
      return { rings, hadCrossing: parts.some(({ wasCrossing }) => wasCrossing) };
    }
    // In the last round without straight-through corners, which are what stands in the way now and then.
    land = combine({
      type: ClipType.Union,
      subject: rings.map(toPath),
      rule: FillRule.NonZero,
      keepsStraight: round < ROUNDS_MAX - 2,
    });
  }
  return undefined;
}

/** The land that one ring encloses, outer rings positive. */
type Part = { paths: Paths64; wasCrossing: boolean };

function readPart(ring: FlatRing): Part | undefined {
  const path = toPath(ring);
  const contact = findContacts([ring]);
  if (contact === 'too many' || ring.some((value) => value > TRACED_STEPS_MAX)) return undefined;
  if (contact === 'apart')
    return { paths: [signedArea(ring) < 0 ? path.reverse() : path], wasCrossing: false };
  const enclosed = unionOf([path], FillRule.NonZero);
  const enclosedOnce = areaOf(unionOf([path], FillRule.EvenOdd));
  const all = areaOf(enclosed);
  const isDoubled = Math.abs(Math.abs(signedArea(ring)) / all - 2) < DOUBTFUL_SHARE_MAX;
  if (!isDoubled && all - enclosedOnce > all * DOUBTFUL_SHARE_MAX) return undefined;
  return { paths: enclosed, wasCrossing: true };
}

function landOfPolygons(parts: readonly Part[], roles: NonNullable<RingSet['roles']>): Paths64 {
  const outers = new Map<number, Paths64>();
  const holes = new Map<number, Paths64>();
  for (const [index, { polygon, isHole }] of roles.entries()) {
    const group = isHole ? holes : outers;
    group.set(polygon, [...(group.get(polygon) ?? []), ...parts[index]!.paths]);
  }
  const land: Paths64 = [];
  for (const [polygon, subject] of outers) {
    const clip = holes.get(polygon);
    land.push(
      ...(clip ? combine({ type: ClipType.Difference, subject, clip, rule: FillRule.NonZero }) : subject),
    );
  }
  return unionOf(land, FillRule.NonZero);
}

/** Rings wound like the largest one are land, the others holes. Where all are wound alike, containment tells. */
function landOfRings(parts: readonly Part[], rings: readonly FlatRing[]): Paths64 {
  const areas = rings.map(signedArea);
  const largest = areas.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  const isMixed = areas.some((value) => value * largest < 0);
  const { depth } = nestByContainment(rings, areas);
  const paths = parts.flatMap((part, index) => {
    const isHole = isMixed ? areas[index]! * largest < 0 : depth[index]! % 2 === 1;
    return isHole ? part.paths.map((path) => path.toReversed()) : part.paths;
  });
  return unionOf(paths, FillRule.Positive);
}

/** Splits rings where they touch themselves. */
function orderly(land: Paths64): FlatRing[] {
  const rings = land.map((path) => path.flatMap(({ x, y }) => [x, y]));
  for (const ring of rings) tidyRing(ring);
  const loops = traceLoops(rings.filter((ring) => ring.length > 0));
  for (const loop of loops) tidyRing(loop);
  return loops.filter((loop) => loop.length > 0);
}

const unionOf = (subject: Paths64, rule: FillRule): Paths64 =>
  combine({ type: ClipType.Union, subject, rule });

type Operation = {
  type: ClipType;
  subject: Paths64;
  clip?: Paths64;
  rule: FillRule;
  keepsStraight?: boolean;
};

function combine({ type, subject, clip, rule, keepsStraight = true }: Operation): Paths64 {
  const clipper = new Clipper64();
  clipper.preserveCollinear = keepsStraight;
  clipper.addPaths(subject, PathType.Subject);
  if (clip) clipper.addPaths(clip, PathType.Clip);
  const solution: Paths64 = [];
  clipper.execute(type, rule, solution);
  return solution;
}

const areaOf = (paths: Paths64): number => Math.abs(paths.reduce((sum, path) => sum + area(path), 0));

function toPath(ring: FlatRing): Path64 {
  const path: Path64 = [];
  for (let i = 0; i < ring.length; i += 2) path.push({ x: ring[i]!, y: ring[i + 1]! });
  return path;
}
