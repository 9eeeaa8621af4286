// The street grid of a town: rotated, slightly bent by noise, with smaller blocks near the center.

import type { TownPlan } from '../plan.ts';
import { add, direction, distance, left, type Point } from '../plane/point.ts';
import { randomStream } from '../random.ts';
import { fractalNoise } from '../terrain/noise.ts';
import type { Street } from './street.ts';

export type TownGrid = {
  streets: Street[];
  /** The ends of the two main streets: east, north, west and south as seen from the rotated grid. */
  gates: { east: Point; north: Point; west: Point; south: Point };
  /** Corners on the grid's edge, where later streets may join. */
  rim: Point[];
};

const REACH = 14;

/** Blocks near the middle are smaller. */
function lineOffset(index: number, block: number): number {
  const steps = Math.abs(index);
  const inner = Math.min(steps, 3);
  return Math.sign(index) * block * (inner * 0.84 + (steps - inner) * 1.04);
}

type Given = {
  seed: number;
  town: TownPlan;
  index: number;
  isUsable: (point: Point) => boolean;
};

export function layOutTown({ seed, town, index, isUsable }: Given): TownGrid {
  const random = randomStream(seed, `grid ${town.name}`);
  const bend = fractalNoise(seed + 31 * index + 5, 2);
  const along = direction(town.turn);
  const across = left(along);
  const corner = (i: number, j: number): Point => {
    const flat = add(
      add(town.at, along, lineOffset(i, town.blockLength)),
      across,
      lineOffset(j, town.blockDepth),
    );
    return {
      x: flat.x + 45 * bend(flat.x / 1400, flat.y / 1400),
      y: flat.y + 45 * bend(flat.x / 1400 + 50, flat.y / 1400),
    };
  };
  const isBlock = (i: number, j: number): boolean => {
    const corners = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
    const middle = { x: (corners[0]!.x + corners[2]!.x) / 2, y: (corners[0]!.y + corners[2]!.y) / 2 };
    const radius = town.gridRadius * (1 + 0.35 * bend(middle.x / 900 + 9, middle.y / 900));
    return distance(middle, town.at) < radius && corners.every(isUsable);
  };
  const blocks = new Set<number>();
  const key = (i: number, j: number): number => (i + 50) * 100 + j + 50;
  for (let i = -REACH; i < REACH; i++)
    for (let j = -REACH; j < REACH; j++) if (isBlock(i, j)) blocks.add(key(i, j));
  const has = (i: number, j: number): boolean => blocks.has(key(i, j));
  // Away from the main streets some neighboring blocks are merged: for a mill, a school, a ball ground.
  const isClosed = new Set<string>();
  for (let i = -REACH; i < REACH; i++) {
    for (let j = -REACH; j < REACH; j++) {
      if (Math.abs(i) > 2 && i !== 0 && has(i, j) && has(i - 1, j) && random.chance(0.1))
        isClosed.add(`${i} ${j}`);
    }
  }
  const streets: Street[] = [];
  const rim: Point[] = [];
  const lay = (isAlong: boolean, line: number): void => {
    let run: Point[] = [];
    const finish = (): void => {
      if (run.length >= 2) {
        const isMain = line === 0;
        streets.push({
          class: isMain ? 'arterial' : Math.abs(line) === 4 ? 'collector' : 'local',
          line: run,
          setting: { kind: 'grid', town: index, isAlong, index: line },
          hasBulb: false,
        });
      }
      run = [];
    };
    for (let step = -REACH; step < REACH; step++) {
      const [i, j] = isAlong ? [step, line] : [line, step];
      const hasSides = isAlong ? [has(i, j), has(i, j - 1)] : [has(i, j), has(i - 1, j)];
      const isOpen = (hasSides[0] || hasSides[1]) && !(!isAlong && isClosed.has(`${i} ${j}`));
      if (!isOpen) {
        finish();
        continue;
      }
      const from = corner(i, j);
      const to = isAlong ? corner(i + 1, j) : corner(i, j + 1);
      if (run.length === 0) run.push(from);
      run.push(to);
      if (hasSides[0] !== hasSides[1]) rim.push(from, to);
    }
    finish();
  };
  for (let line = -REACH; line <= REACH; line++) {
    lay(true, line);
    lay(false, line);
  }
  const main = (isAlong: boolean): Street =>
    streets
      .filter(({ setting }) => setting.kind === 'grid' && setting.isAlong === isAlong && setting.index === 0)
      .toSorted((a, b) => b.line.length - a.line.length)[0]!;
  const [eastWest, northSouth] = [main(true).line, main(false).line];
  return {
    streets,
    gates: { east: eastWest.at(-1)!, west: eastWest[0]!, north: northSouth.at(-1)!, south: northSouth[0]! },
    rim,
  };
}
