import { expect, test, vi } from 'vitest';
import { StreetSegments } from './street-crossings.ts';

/** Two streets that cross in rows and columns all over a county, as alleys and drives without names do. */
function crossingsOf(count: number) {
  const segments = new StreetSegments();
  const side = Math.ceil(Math.sqrt(count));
  for (let at = 0; at < count; at++) {
    const lng = -81 + (at % side) * 0.003;
    const lat = 35 + Math.floor(at / side) * 0.003;
    segments.add(1, [
      [lng, lat - 0.001],
      [lng, lat + 0.001],
    ]);
    // Two roadways, some 22 m apart.
    for (const north of [0, 0.0002]) {
      segments.add(2, [
        [lng - 0.001, lat + north],
        [lng + 0.001, lat + north],
      ]);
    }
  }
  const hypot = vi.spyOn(Math, 'hypot');
  const crossings = segments.crossings();
  const { length: compared } = hypot.mock.calls;
  hypot.mockRestore();
  return { crossings, compared };
}

test('[LAY-3] two streets that cross all over a county are compared where they cross, and each crossing is one', () => {
  const [few, many] = [crossingsOf(200), crossingsOf(800)];
  expect(few.crossings).toHaveLength(200);
  expect(many.crossings).toHaveLength(800);
  expect(many.compared).toBeLessThan(6 * few.compared);
});
