import { expect, test } from 'vitest';
import { seededRandom } from '../test/seeded-random.ts';
import { AreaEdges, turn } from './area-edges.ts';
import { AreaRaster } from './area-raster.ts';
import { areasMeet } from './areas-meet.ts';
import { FlatArea } from './flat-area.ts';

type Corners = readonly (readonly [number, number])[];

function edgesOf(...rings: Corners[]): AreaEdges {
  const area = new FlatArea();
  rings.forEach((ring, i) => {
    for (const [x, y] of ring) area.addPoint(x, y);
    area.endRing(i > 0);
  });
  return new AreaEdges().fill(area);
}

const box = (west: number, south: number, east: number, north: number): Corners => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

test('a common border or corner counts, a gap of one step does not', () => {
  const lot = edgesOf(box(0, 0, 3000, 3000));
  const meets = (other: AreaEdges) => {
    expect(areasMeet(other, lot)).toBe(areasMeet(lot, other));
    return areasMeet(lot, other);
  };
  expect(meets(edgesOf(box(3000, 0, 6000, 3000)))).toBe(true);
  expect(meets(edgesOf(box(3000, 3000, 6000, 6000)))).toBe(true);
  expect(meets(edgesOf(box(3001, 0, 6000, 3000)))).toBe(false);
  expect(meets(edgesOf(box(10, 10, 20, 20)))).toBe(true);
  expect(meets(edgesOf(box(-10, -10, 4000, 4000)))).toBe(true);
  expect(meets(edgesOf(box(-10, -10, 4000, 4000), box(-5, -5, 3500, 3500)))).toBe(false);
  expect(meets(edgesOf(box(-10, -10, 4000, 4000), box(0, 0, 3000, 3000)))).toBe(true);
  expect(meets(edgesOf(box(-10, 1000, 4000, 2000)))).toBe(true);
});

test('sides of a line are exact from one end of the world to the other', () => {
  const [west, east] = [-1_800_000_000, 1_800_000_000];
  // A line across the world, and points a step beside it.
  expect(turn(west, -900_000_000, east, 899_999_999, 1, 0)).toBe(1);
  expect(turn(west, -900_000_000, east, 900_000_000, 0, 0)).toBe(0);
  expect(turn(west, -900_000_000, east, 900_000_000, 0, 1)).toBeGreaterThan(0);
  expect(turn(west, -900_000_000, east, 900_000_000, 1_799_999_998, 899_999_999)).toBe(0);
  expect(turn(west, -900_000_000, east, 900_000_000, 1_799_999_999, 899_999_999)).toBeLessThan(0);
});

test('what a grid of cells says of a box is true of it', () => {
  const { random } = seededRandom();
  const counts = { inside: 0, outside: 0, unsure: 0 };
  for (let round = 0; round < 30; round++) {
    const corners = 5 + Math.floor(random() * 60);
    const star: Corners = Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      const radius = 20_000 * (0.3 + random());
      return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))] as const;
    });
    const area = edgesOf(star, box(-1000, -1000, 1500, 1700)).index();
    // Alone, among many, and among so many that the grid is as coarse as it gets.
    const raster = new AreaRaster(area, [1, 100, 20_000][round % 3]);
    for (let number = 0; number < 300; number++) {
      const west = Math.round((random() - 0.5) * 50_000);
      const south = Math.round((random() - 0.5) * 50_000);
      const other = [
        west,
        south,
        west + Math.round(random() * 2000),
        south + Math.round(random() * 2000),
      ] as const;
      const [w, s, e, n] = area.box as unknown as [number, number, number, number];
      if (other[0] > e || other[2] < w || other[1] > n || other[3] < s) continue;
      const place = raster.placeOf(other, 0);
      counts[place]++;
      const shape = edgesOf(box(...other));
      if (place === 'outside') expect(areasMeet(area, shape)).toBe(false);
      if (place === 'inside') {
        expect(areasMeet(area, shape)).toBe(true);
        for (const [x, y] of box(...other)) expect(area.contains(x, y)).toBe(true);
      }
    }
  }
  expect(counts.inside).toBeGreaterThan(100);
  expect(counts.outside).toBeGreaterThan(100);
});
