// Places buildings on their lots: parallel to the street, set back from it, wholly inside the lot.
import type { BuildingKind, LotUse } from '../county.ts';
import { add, left, minus, type Point, snap } from '../plane/point.ts';
import { type PlaneRing, type Shape, shapeContains } from '../plane/ring.ts';
import { segmentsCross } from '../plane/segment-gap.ts';
import type { Random } from '../random.ts';

export type BuiltRing = { kind: BuildingKind; heightMeters: number; ring: Point[] };

export type BuildingSite = {
  shape: Shape;
  use: LotUse;
  isTown: boolean;
  area: number;
  /** The middle of the lot's front, and the street's direction there. */
  front: { middle: Point; heading: Point; meters: number };
  inside: Point;
};

type Box = { along: number; deep: number };
type Style = {
  kind: BuildingKind;
  along: [number, number];
  deep: [number, number];
  setback: [number, number];
  height: [number, number];
};

const CLEARANCE_METERS = 1.2;

const HOUSE: Style = { kind: 'house', along: [11, 18], deep: [9, 13], setback: [8, 13], height: [5, 8] };
const STYLES: Partial<Record<LotUse, Style>> = {
  house: HOUSE,
  lakefront: { kind: 'house', along: [14, 22], deep: [11, 16], setback: [18, 32], height: [6, 10] },
  townhouse: { kind: 'house', along: [7, 12], deep: [11, 14], setback: [4, 6], height: [7, 10] },
  apartments: { kind: 'house', along: [11, 26], deep: [13, 18], setback: [5, 8], height: [9, 14] },
  shop: { kind: 'shop', along: [13, 24], deep: [15, 26], setback: [1.6, 5], height: [5, 9] },
  office: { kind: 'office', along: [12, 22], deep: [13, 22], setback: [2, 7], height: [7, 16] },
  public: { kind: 'office', along: [14, 26], deep: [14, 22], setback: [4, 9], height: [7, 14] },
  industry: { kind: 'warehouse', along: [30, 60], deep: [38, 66], setback: [14, 24], height: [8, 12] },
  church: { kind: 'church', along: [12, 16], deep: [20, 28], setback: [7, 14], height: [9, 14] },
  school: { kind: 'school', along: [50, 80], deep: [22, 34], setback: [14, 26], height: [7, 10] },
  farm: { kind: 'house', along: [12, 17], deep: [9, 13], setback: [30, 60], height: [5, 8] },
  golf: { kind: 'office', along: [26, 36], deep: [16, 24], setback: [24, 40], height: [6, 9] },
};

function rectangle(middle: Point, heading: Point, { along, deep }: Box): Point[] {
  const across = left(heading);
  const corner = (u: number, v: number): Point =>
    add(add(middle, heading, (u * along) / 2), across, (v * deep) / 2);
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** An L-shaped house, with its wing toward the street. */
function angled(middle: Point, heading: Point, { along, deep }: Box): Point[] {
  const across = left(heading);
  const corner = (u: number, v: number): Point => add(add(middle, heading, u * along), across, v * deep);
  return [
    corner(-0.5, -0.5),
    corner(-0.05, -0.5),
    corner(-0.05, -0.15),
    corner(0.5, -0.15),
    corner(0.5, 0.5),
    corner(-0.5, 0.5),
  ];
}

function isInside(shape: Shape, ring: PlaneRing): boolean {
  if (!ring.every((point) => shapeContains(shape, point))) return false;
  return shape.every((part) =>
    part.every((a, i) => {
      const b = part[(i + 1) % part.length]!;
      return ring.every((c, k) => !segmentsCross({ a, b }, { a: c, b: ring[(k + 1) % ring.length]! }));
    }),
  );
}

const grown = (box: Box): Box => ({
  along: box.along + 2 * CLEARANCE_METERS,
  deep: box.deep + 2 * CLEARANCE_METERS,
});

export function placeBuildings(site: BuildingSite, random: Random): BuiltRing[] {
  const style = STYLES[site.use];
  if (!style || (site.use === 'farm' && !random.chance(0.55))) return [];
  const { middle, heading: street } = site.front;
  // Turn the heading so that the lot lies on its left.
  const toward = minus(site.inside, middle);
  const isLeft = toward.x * -street.y + toward.y * street.x > 0;
  const heading = isLeft ? street : { x: -street.x, y: -street.y };
  const inward = left(heading);
  const country = !site.isTown && site.use === 'house' ? 14 : 0;
  for (const scale of [1, 0.82, 0.64]) {
    const box = {
      along: Math.min(random.between(...style.along), site.front.meters * 0.84) * scale,
      deep: random.between(...style.deep) * scale,
    };
    const setback = random.between(...style.setback) * (scale < 1 ? 0.7 : 1) + country * random.next();
    const places = [
      add(add(middle, inward, setback + box.deep / 2), heading, random.between(-0.06, 0.06) * box.along),
      add(site.inside, inward, -1),
    ];
    for (const place of places) {
      if (!isInside(site.shape, rectangle(place, heading, grown(box)))) continue;
      const isAngled = style.kind === 'house' && box.along > 11 && random.chance(0.42);
      const mirrored = random.chance(0.5) ? heading : { x: -heading.x, y: -heading.y };
      const ring = isAngled ? angled(place, mirrored, box) : rectangle(place, heading, box);
      const main: BuiltRing = {
        kind: style.kind,
        heightMeters: Math.round(random.between(...style.height) * 10) / 10,
        ring: ring.map(snap),
      };
      return [main, ...outbuildings({ site, place, box, heading, random })];
    }
  }
  return [];
}

type Given = {
  site: BuildingSite;
  place: Point;
  box: Box;
  heading: Point;
  random: Random;
};

/** A garage behind the house, or a farm's barns. */
function outbuildings({ site, place, box, heading, random }: Given): BuiltRing[] {
  const inward = left(heading);
  const isFarm = site.use === 'farm' || (site.use === 'house' && site.area > 9000);
  if (!isFarm && !(site.use === 'house' && random.chance(0.3))) return [];
  const kind: BuildingKind = isFarm ? 'barn' : 'garage';
  const size: Box = isFarm
    ? { along: random.between(10, 16), deep: random.between(16, 30) }
    : { along: random.between(5.5, 7), deep: random.between(6, 8) };
  const side = random.chance(0.5) ? 1 : -1;
  const gap = isFarm ? random.between(14, 30) : random.between(2.5, 6);
  const behind = add(place, inward, box.deep / 2 + gap + size.deep / 2);
  const middle = add(behind, heading, side * (box.along / 2 - (isFarm ? -8 : size.along / 2)));
  if (!isInside(site.shape, rectangle(middle, heading, grown(size)))) return [];
  return [{ kind, heightMeters: isFarm ? 8.5 : 3.2, ring: rectangle(middle, heading, size).map(snap) }];
}
