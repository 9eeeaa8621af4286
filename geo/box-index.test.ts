import { expect, test } from 'vitest';
import { seededRandom } from '../test/seeded-random.ts';
import { BoxIndex } from './box-index.ts';

test('an index of boxes finds all within a distance, and the nearest', () => {
  const { random } = seededRandom();
  for (const count of [0, 1, 2, 15, 16, 17, 300, 1000]) {
    const boxes = Float64Array.from({ length: 4 * count });
    for (let at = 0; at < 4 * count; at += 4) {
      boxes.set([random() * 100, random() * 100], at);
      boxes.set([boxes[at]! + random() * 3, boxes[at + 1]! + random() * 3], at + 2);
    }
    const index = new BoxIndex(boxes, count);
    for (let round = 0; round < 20; round++) {
      const at = [random() * 100, random() * 100];
      const from = [at[0]!, at[1]!, at[0]! + 2, at[1]! + 1];
      const distances = Array.from({ length: count }, (_, item) =>
        Math.hypot(
          2 * Math.max(boxes[4 * item]! - from[2]!, from[0]! - boxes[4 * item + 2]!, 0),
          Math.max(boxes[4 * item + 1]! - from[3]!, from[1]! - boxes[4 * item + 3]!, 0),
        ),
      );
      const query = { box: from, scaleX: 2, scaleY: 1 };
      const found: number[] = [];
      index.search(query, 12, (item) => {
        found.push(item);
        return 12;
      });
      const expected = distances.flatMap((distance, item) => (distance <= 12 ? [item] : []));
      expect(found.sort((a, b) => a - b)).toEqual(expected);
      let nearest = Infinity;
      index.search(query, Infinity, (_, distance) => {
        nearest = Math.min(nearest, distance);
        return nearest;
      });
      expect(nearest).toBeCloseTo(Math.min(Infinity, ...distances), 9);
    }
  }
});

test('a county of more than two million lots has its neighbors found, and none missed', () => {
  const { random } = seededRandom();
  // More than 2 ** 21.
  const count = 2_200_000;
  const boxes = new Int32Array(4 * count);
  for (let at = 0; at < 4 * count; at += 4) {
    const west = Math.floor(random() * 1e8);
    const south = Math.floor(random() * 1e8);
    boxes.set([west, south, west + random() * 5000, south + random() * 5000], at);
  }
  const index = new BoxIndex(boxes, count);
  const [limit, rounds] = [50_000, 5];
  let visits = 0;
  for (let round = 0; round < rounds; round++) {
    const own = Math.floor(random() * count);
    const [west, south, east, north] = boxes.subarray(4 * own) as unknown as number[];
    const expected: number[] = [];
    for (let item = 0; item < count; item++) {
      const x = Math.max(boxes[4 * item]! - east!, west! - boxes[4 * item + 2]!, 0);
      const y = Math.max(boxes[4 * item + 1]! - north!, south! - boxes[4 * item + 3]!, 0);
      if (Math.hypot(x, y) <= limit) expected.push(item);
    }
    const found: number[] = [];
    index.search({ box: boxes, at: 4 * own, scaleX: 1, scaleY: 1 }, limit, (item) => {
      found.push(item);
      visits++;
      return limit;
    });
    expect(found.sort((a, b) => a - b)).toEqual(expected);
  }
  expect(visits).toBeGreaterThan(rounds);
});
