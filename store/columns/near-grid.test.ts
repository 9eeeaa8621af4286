import { expect, test } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { NearGrid } from './near-grid.ts';

function wholeOf(boxes: Int32Array): Float64Array {
  const side = (from: number) => Array.from(boxes).filter((_, at) => at % 4 === from);
  return Float64Array.of(
    Math.min(...side(0)),
    Math.min(...side(1)),
    Math.max(...side(2)),
    Math.max(...side(3)),
  );
}

test('what has a box near is never told apart from it, and most of what has none is', () => {
  const { random } = seededRandom();
  const boxOf = (spread: number) => {
    const [x, y] = [random() * 1e6, random() * 1e6];
    return [x, y, x + random() * spread, y + random() * spread].map(Math.round);
  };
  const boxes = Int32Array.from(Array.from({ length: 30 }, () => boxOf(20_000)).flat());
  const around = { x: 9000, y: 7000 };
  const grid = new NearGrid({ boxes, count: 30, whole: wholeOf(boxes), around });
  let told = 0;
  let apart = 0;
  for (let round = 0; round < 3000; round++) {
    const other = Int32Array.from(boxOf(round % 2 ? 1000 : 400_000));
    const isNear = Array.from({ length: 30 }, (_, box) => boxes.subarray(4 * box, 4 * box + 4)).some(
      (box) =>
        box[0]! - around.x <= other[2]! &&
        box[2]! + around.x >= other[0]! &&
        box[1]! - around.y <= other[3]! &&
        box[3]! + around.y >= other[1]!,
    );
    const mayBe = grid.mayHaveNear(other, 0);
    if (isNear) expect(mayBe).toBe(true);
    else {
      apart++;
      if (!mayBe) told++;
    }
  }
  expect(told / apart).toBeGreaterThan(0.95);
});

test('a million boxes that reach everywhere cost no more than a million that reach nowhere', () => {
  const boxes = new Int32Array(4_000_000);
  for (let at = 0; at < boxes.length; at++) boxes[at] = at % 4 < 2 ? at / 4000 : at / 4000 + 5;
  // Each covers all cells: marked one by one, there would be a trillion marks.
  const grid = new NearGrid({
    boxes,
    count: 1_000_000,
    whole: Float64Array.of(0, 0, 1005, 1005),
    around: { x: 1e6, y: 1e6 },
  });
  expect(grid.mayHaveNear(Int32Array.of(500_000, 500_000, 500_001, 500_001), 0)).toBe(true);
});
