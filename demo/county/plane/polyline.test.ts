import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance, nearestOnSegment, type Point } from './point.ts';
import {
  chaikinLine,
  lineLength,
  offsetLine,
  pointAlong,
  projectOnto,
  resample,
  simplifyLine,
  sliceLine,
  smoothLine,
} from './polyline.ts';

const at = (x: number, y: number): Point => ({ x, y });
/** 10 meters east, then 10 north. */
const corner = [at(0, 0), at(10, 0), at(10, 10)];

const anyPoint = fc.record({
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -500, max: 500 }),
});
const anyLine = fc.array(anyPoint, { minLength: 2, maxLength: 20 });

describe('measuring along a line', () => {
  test('the length of a point or of nothing is 0', () => {
    expect([lineLength([]), lineLength([at(3, 3)]), lineLength(corner)]).toEqual([0, 0, 20]);
  });

  test('a point along the line comes with the heading there, and stops at the ends', () => {
    expect(pointAlong(corner, 15)).toEqual({ at: at(10, 5), heading: at(0, 1) });
    expect(pointAlong(corner, -5).at).toEqual(at(0, 0));
    expect(pointAlong(corner, 99).at).toEqual(at(10, 10));
    expect(pointAlong([at(7, 7)], 5).at).toEqual(at(7, 7));
  });

  test('duplicate points do not stop the walk', () => {
    expect(pointAlong([at(0, 0), at(0, 0), at(10, 0)], 4).at).toEqual(at(4, 0));
  });

  test('projecting a point of the line finds it again', () => {
    fc.assert(
      fc.property(anyLine, fc.double({ min: 0, max: 1, noNaN: true }), (line, share) => {
        const point = pointAlong(line, lineLength(line) * share).at;
        const { distance: away, metersAlong, at: nearest } = projectOnto(line, point);
        expect(away).toBeLessThan(1e-6);
        expect(distance(nearest, pointAlong(line, metersAlong).at)).toBeLessThan(1e-6);
      }),
    );
  });

  test('a projection knows its side', () => {
    expect(projectOnto(corner, at(5, 3))).toMatchObject({ metersAlong: 5, distance: 3, isLeft: true });
    expect(projectOnto(corner, at(5, -3))).toMatchObject({ metersAlong: 5, distance: 3, isLeft: false });
  });

  test('slices end to end have the length of the whole', () => {
    fc.assert(
      fc.property(anyLine, fc.double({ min: 0, max: 1, noNaN: true }), (line, share) => {
        const length = lineLength(line);
        const [one, other] = [sliceLine(line, 0, length * share), sliceLine(line, length * share, length)];
        expect(distance(one.at(-1)!, other[0]!)).toBeLessThan(1e-6);
        expect(lineLength(one) + lineLength(other)).toBeCloseTo(length, 3);
      }),
    );
  });
});

describe('resampling', () => {
  test('keeps the ends and steps evenly', () => {
    expect(resample(corner, 5)).toEqual([at(0, 0), at(5, 0), at(10, 0), at(10, 5), at(10, 10)]);
  });

  test('a line shorter than the spacing keeps its ends only', () => {
    expect(resample([at(0, 0), at(1, 0), at(2, 0)], 50)).toEqual([at(0, 0), at(2, 0)]);
  });

  test('every sample lies on the line', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 50, max: 300 }), (line, spacing) => {
        const distances = resample(line, spacing).map((point) => projectOnto(line, point).distance);
        expect(Math.max(...distances)).toBeLessThan(1e-6);
      }),
    );
  });
});

describe('smoothing', () => {
  test.each([
    ['Chaikin', chaikinLine],
    ['averaging', smoothLine],
  ])('%s keeps the ends, and a line of two points as it is', (_, smooth) => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 0, max: 3 }), (line, rounds) => {
        const smoothed = smooth(line, rounds);
        expect([smoothed[0], smoothed.at(-1)]).toEqual([line[0], line.at(-1)]);
        if (line.length === 2) expect(smoothed).toEqual(line);
      }),
    );
  });

  test('Chaikin cuts a corner at a quarter of its edges', () => {
    expect(chaikinLine(corner, 1)).toEqual([at(0, 0), at(7.5, 0), at(10, 2.5), at(10, 10)]);
  });

  test('averaging moves a corner half-way to the middle of its neighbors', () => {
    expect(smoothLine(corner, 1)).toEqual([at(0, 0), at(7.5, 2.5), at(10, 10)]);
  });
});

describe('Douglas-Peucker simplification', () => {
  test('drops collinear and duplicate points at any tolerance', () => {
    expect(simplifyLine([at(0, 0), at(3, 0), at(3, 0), at(7, 0), at(10, 0)], 0)).toEqual([
      at(0, 0),
      at(10, 0),
    ]);
  });

  test('keeps every point of the original within the tolerance', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 0, max: 200 }), (line, tolerance) => {
        const simple = simplifyLine(line, tolerance);
        expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)]);
        for (const point of line) {
          const away = Math.min(
            ...simple.slice(1).map((end, i) => distance(point, nearestOnSegment(point, simple[i]!, end))),
          );
          expect(away).toBeLessThanOrEqual(tolerance + 1e-9);
        }
      }),
    );
  });

  test('leaves short lines alone', () => {
    expect(simplifyLine([], 5)).toEqual([]);
    expect(simplifyLine([at(1, 1)], 5)).toEqual([at(1, 1)]);
  });
});

test('an offset line runs parallel, to the left or the right', () => {
  const east = [at(0, 0), at(10, 0)];
  expect(offsetLine(east, 3)).toEqual([at(0, 3), at(10, 3)]);
  expect(offsetLine(east, -3)).toEqual([at(0, -3), at(10, -3)]);
});
