import { expect, test } from 'vitest';
import { findNearestWall, wallsOf } from './walls.ts';

const CLOCKWISE = Float64Array.of(0, 0, 10, 0, 10, 6, 0, 6);
const COUNTER_CLOCKWISE = Float64Array.of(0, 6, 10, 6, 10, 0, 0, 0);

test.each([
  { ring: CLOCKWISE, turn: 'one way' },
  { ring: COUNTER_CLOCKWISE, turn: 'the other way' },
])('walls face outwards, whether the outline turns $turn', ({ ring }) => {
  const { walls, middle, squareMeters } = wallsOf(ring);
  expect(squareMeters).toBe(60);
  expect(middle).toEqual({ x: 5, y: 3 });
  const found = { wall: walls[0]!, depth: 0, along: 0 };

  findNearestWall(found, walls, 5, 1);
  expect(found.depth).toBeCloseTo(1);
  expect(found.wall.normalSouth).toBeCloseTo(-1);

  findNearestWall(found, walls, 12, 3);
  expect(found.depth).toBeCloseTo(-2);
  expect(found.wall.normalEast).toBeCloseTo(1);
});
