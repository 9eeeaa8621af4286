// The parts of a block's outline that lots can front on: along streets, from corner to corner.
import { cross, dot, minus, type Point, unit } from '../plane/point.ts';
import { lineLength } from '../plane/polyline.ts';
import type { Block } from './cut-blocks.ts';

export type Chain = {
  points: Point[];
  length: number;
  /** One of the streets along it. */
  street: number;
};

export type Frontage = {
  isFrontage: (border: number) => boolean;
  /** A chain ends where a town street turns into a country road. */
  isCountry: (border: number) => boolean;
};

/** A bend of more than about 50 degrees is a corner. */
const CORNER_COSINE = 0.64;

export function frontageChains(block: Block, frontage: Frontage): Chain[] {
  return block.shape
    .flatMap((ring, r) => chainsOfRing(ring, block.borders[r]!, frontage))
    .sort((a, b) => b.length - a.length);
}

function chainsOfRing(ring: readonly Point[], borders: readonly number[], frontage: Frontage): Chain[] {
  const count = ring.length;
  const at = (i: number): Point => ring[((i % count) + count) % count]!;
  const border = (i: number): number => borders[((i % count) + count) % count]!;
  const isOpen = (i: number): boolean => frontage.isFrontage(border(i));
  const isBreak = (i: number): boolean => {
    if (isOpen(i - 1) !== isOpen(i)) return true;
    if (frontage.isCountry(border(i - 1)) !== frontage.isCountry(border(i))) return true;
    const [before, after] = [unit(minus(at(i), at(i - 1))), unit(minus(at(i + 1), at(i)))];
    // Only convex corners count: around a cul-de-sac bulb the outline is concave.
    return dot(before, after) < CORNER_COSINE && cross(before, after) > 0;
  };
  let first = 0;
  while (first < count && !isBreak(first)) first++;
  const chains: Chain[] = [];
  let points: Point[] = [];
  let street = -1;
  const finish = (): void => {
    if (points.length > 1) chains.push({ points, length: lineLength(points), street });
    points = [];
  };
  for (let step = 0; step < count; step++) {
    const i = first + step;
    if (isBreak(i)) finish();
    if (!isOpen(i)) continue;
    if (points.length === 0) points.push(at(i));
    street = border(i);
    points.push(at(i + 1));
  }
  finish();
  return chains;
}
