// Cut lines for rows of lots along a block's streets: side lines square to the street, back lines at lot depth or at
// half the depth of the block.
import { add, distance, left, minus, type Point, unit } from '../plane/point.ts';
import { pointAlong } from '../plane/polyline.ts';
import { SegmentIndex } from '../plane/segment-index.ts';
import type { Random } from '../random.ts';
import { type Block, COUNTY_EDGE, WATER_EDGE } from './cut-blocks.ts';
import { type Chain, type Frontage, frontageChains } from './frontage-chains.ts';

export type PlatRules = {
  /** Meters along the street. */
  width: number;
  depth: number;
  /** Lots reach to the water where it is no farther than this. */
  waterDepth: number;
  /** The share of a street's length that has lots; the rest belongs to the land behind. */
  coverage: number;
};

type SideLine = {
  from: Point;
  to: Point /** It ends on another line, so its lot is closed there. */;
  isClosed: boolean;
  heading: Point;
};

const LEAST_DEPTH_SHARE = 0.52;
/** A line that would stop this close to another is extended to it. */
const REACH_ON_METERS = 9;

type Given = {
  block: Block;
  /** The rules for lots on a street, at a place on it. */
  rulesAt: (street: number, place: Point) => PlatRules;
  random: Random;
  frontage: Frontage;
};

export function platRows({ block, rulesAt, random, frontage }: Given): Point[][] {
  const outline = new SegmentIndex(60);
  block.shape.forEach((ring, r) => {
    ring.forEach((point, i) => {
      outline.add({ a: point, b: ring[(i + 1) % ring.length]!, tag: block.borders[r]![i]! });
    });
  });
  const platted = new SegmentIndex(60);
  const cuts: Point[][] = [];
  const draw = (line: Point[]): void => {
    cuts.push(line);
    platted.addLine(line, 0);
  };

  const sideLineAt = (chain: Chain, meters: number, rules: PlatRules): SideLine | undefined => {
    const before = pointAlong(chain.points, Math.max(0, meters - 8)).at;
    const after = pointAlong(chain.points, Math.min(chain.length, meters + 8)).at;
    const heading = unit(minus(after, before));
    const along = left(heading);
    const from = pointAlong(chain.points, meters).at;
    const least = rules.depth * LEAST_DEPTH_SHARE;
    const across = outline.raycast({
      from,
      along,
      reach: Math.max(rules.waterDepth, rules.depth * 2.6),
      skip: 0.5,
    });
    let reach = rules.depth;
    let isClosed = false;
    if (across) {
      const { tag } = across.segment;
      const isStreet = frontage.isFrontage(tag);
      const most =
        tag === WATER_EDGE
          ? rules.waterDepth
          : tag === COUNTY_EDGE || !isStreet
            ? rules.depth * 1.6
            : rules.depth * 1.3;
      if (across.distance <= most) {
        reach = across.distance;
        isClosed = true;
      } else if (isStreet && across.distance < rules.depth * 2.5) {
        reach = across.distance / 2;
      }
    }
    const met = platted.raycast({ from, along, reach: reach + REACH_ON_METERS, skip: 0.05 });
    if (met) {
      reach = met.distance;
      isClosed = true;
    }
    if (reach < least) return undefined;
    return { from, to: add(from, along, reach), isClosed, heading };
  };

  /** Extends the back line beyond a row's outermost side line, up to the first line it meets. */
  const extendBackLine = (side: SideLine, away: Point, rules: PlatRules): void => {
    if (side.isClosed) return;
    const reach = rules.width * 2.4 + 15;
    const near = platted.raycast({ from: side.to, along: away, reach, skip: 0.3 });
    const rim = outline.raycast({ from: side.to, along: away, reach, skip: 0.3 });
    const stop = Math.min(near?.distance ?? Infinity, rim?.distance ?? Infinity);
    if (stop < Infinity) draw([side.to, add(side.to, away, stop)]);
  };

  const platRun = (chain: Chain, start: number, end: number, rules: PlatRules): void => {
    const count = Math.max(1, Math.round((end - start) / rules.width));
    const step = (end - start) / count;
    const isWhole = start === 0 && end === chain.length;
    const sides: (SideLine | undefined)[] = [];
    for (let i = isWhole ? 1 : 0; i <= (isWhole ? count - 1 : count); i++) {
      const jitter = i === 0 || i === count ? 0 : random.between(-0.09, 0.09) * step;
      const meters = Math.max(0.5, Math.min(chain.length - 0.5, start + i * step + jitter));
      sides.push(sideLineAt(chain, meters, rules));
    }
    for (const side of sides) if (side) draw([side.from, side.to]);
    let previous: SideLine | undefined;
    sides.forEach((side, i) => {
      if (side && previous && !(side.isClosed && previous.isClosed)) draw([previous.to, side.to]);
      if (side && !previous) {
        const following = sides[i + 1];
        extendBackLine(
          side,
          following ? unit(minus(side.to, following.to)) : add({ x: 0, y: 0 }, side.heading, -1),
          rules,
        );
      }
      const isLast = side && !sides[i + 1];
      if (isLast) extendBackLine(side, previous ? unit(minus(side.to, previous.to)) : side.heading, rules);
      previous = side;
    });
  };

  for (const chain of frontageChains(block, frontage)) {
    const whole = rulesAt(chain.street, chain.points[Math.floor(chain.points.length / 2)]!);
    if (whole.coverage >= 1) {
      platRun(chain, 0, chain.length, whole);
      continue;
    }
    let meters = random.between(0, 120);
    while (meters < chain.length - 25) {
      const rules = rulesAt(chain.street, pointAlong(chain.points, meters).at);
      const run = Math.min(chain.length - meters - 15, rules.width * random.integer(1, 7));
      if (run >= rules.width * 0.8) platRun(chain, meters, meters + run, rules);
      meters +=
        run +
        (run * random.between(0.5, 1.5) * (1 - rules.coverage)) / rules.coverage +
        25 * (1 - rules.coverage);
      if (run < 1) break;
    }
  }
  return cuts.filter((line) => distance(line[0]!, line.at(-1)!) > 0.3);
}
