import { expect, test, vi } from 'vitest';
import { GroundList, type NamedGround } from './named-grounds.ts';

function listed(grounds: readonly NamedGround[]): NamedGround[] {
  const list = new GroundList();
  for (const ground of grounds) list.add(ground);
  return [...list.list()];
}

const pond = (lng: number, lat = 35): NamedGround => ({ name: 'Mill Pond', kind: 'pond', at: { lng, lat } });

test('[LAY-3] parts of a water that are reached over other parts are one, in whatever order a map names them', () => {
  const parts = [pond(-80), pond(-79.984), pond(-79.988), pond(-79.9), pond(-79.996), pond(-79.992)];
  for (const inOrder of [parts, [...parts].reverse()]) {
    const found = listed(inOrder);
    expect(found).toHaveLength(2);
    expect(found.find(({ bounds }) => bounds)).toMatchObject({
      at: { lng: -79.992, lat: 35 },
      bounds: { west: -80, south: 35, east: -79.984, north: 35 },
    });
  }
});

test('[LAY-3] a county of four times as many ponds of one name takes four times as long, not sixteen times', () => {
  const looks = (count: number) => {
    const ponds = Array.from({ length: count }, (_, at) => pond(-81 + (at % 50) * 0.02, 35 + at * 0.0004));
    const max = vi.spyOn(Math, 'max');
    const found = listed(ponds);
    const { length } = max.mock.calls;
    max.mockRestore();
    expect(found).toHaveLength(count);
    return length;
  };
  expect(looks(1200)).toBeLessThan(6 * looks(300));
});

test('[LAY-3] the labels of a large lake that all have its extent are one ground', () => {
  const bounds = { west: -82, south: 34, east: -80, north: 36 };
  const labels = Array.from({ length: 5000 }, (_, at) => ({ ...pond(-82 + at / 2500), bounds }));
  expect(listed(labels)).toEqual([{ ...pond(-81), bounds }]);
});
