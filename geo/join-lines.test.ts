// Tests that joined lines show the same as before, and that streets in blocks become one line.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeTile } from '../test/geo/decode-tile.ts';
import { joinLines, type TileLine } from './join-lines.ts';
import { mapTiles } from './map-tiles.ts';

type Point = readonly [x: number, y: number];

const lineOf = (points: readonly Point[], o: Partial<TileLine> = {}): TileLine => ({
  points: Int16Array.from(points.flat()),
  group: 0,
  isDirected: false,
  ...o,
});
const pointsOf = (line: ArrayLike<number>): Point[] =>
  Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i]!, line[2 * i + 1]!]);

/** Each segment as text, with its direction only where that counts. */
function segmentsOf(line: ArrayLike<number>, isDirected: boolean): string[] {
  const points = pointsOf(line).map(String);
  return points.slice(1).map((point, i) => {
    const ends = [points[i]!, point];
    return (isDirected ? ends : ends.sort()).join(' ');
  });
}

/** On a coarse grid, so that many ends meet. */
const anyPoint = fc
  .tuple(fc.integer({ min: -1, max: 65 }), fc.integer({ min: -1, max: 3 }))
  .map(([x, y]): Point => [x * 64, y * 64]);
const anyLine = fc
  .tuple(fc.array(anyPoint, { minLength: 2, maxLength: 4 }), fc.integer({ min: 0, max: 2 }))
  .map(([points, group]) => {
    const distinct = points.filter((point, i) => i === 0 || String(point) !== String(points[i - 1]));
    return lineOf(distinct, { group, isDirected: group === 2 });
  })
  .filter(({ points }) => points.length > 2);

describe('[LAY-3] joined lines', () => {
  test('have the segments of the lines that they were, each in its group and in its direction', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 60 }), (lines) => {
        const joined = joinLines(lines);
        for (const group of [0, 1, 2]) {
          const isDirected = group === 2;
          const before = lines.filter((line) => line.group === group).map(({ points }) => points);
          const after = joined.filter(({ first }) => lines[first]!.group === group).map(({ line }) => line);
          const all = (some: readonly ArrayLike<number>[]) =>
            some.flatMap((line) => segmentsOf(line, isDirected)).sort();
          expect(all(after)).toEqual(all(before));
        }
        expect(joined.map(({ first }) => first)).toEqual(
          joined.map(({ first }) => first).toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('the blocks of a street become one line, whichever way each was drawn', () => {
    const blocks = [
      lineOf([
        [200, 0],
        [100, 0],
      ]),
      lineOf([
        [200, 0],
        [300, 10],
      ]),
      lineOf([
        [0, 0],
        [100, 0],
      ]),
    ];
    expect(joinLines(blocks).map(({ line }) => pointsOf(line))).toEqual([
      [
        [300, 10],
        [200, 0],
        [100, 0],
        [0, 0],
      ],
    ]);
  });

  test('one-way blocks are joined from end to start alone', () => {
    const isDirected = true;
    const against = [
      lineOf(
        [
          [0, 0],
          [100, 0],
        ],
        { isDirected },
      ),
      lineOf(
        [
          [200, 0],
          [100, 0],
        ],
        { isDirected },
      ),
    ];
    expect(joinLines(against)).toHaveLength(2);
    const along = [
      lineOf(
        [
          [100, 0],
          [200, 0],
        ],
        { isDirected },
      ),
      lineOf(
        [
          [0, 0],
          [100, 0],
        ],
        { isDirected },
      ),
    ];
    expect(joinLines(along).map(({ line }) => pointsOf(line))).toEqual([
      [
        [0, 0],
        [100, 0],
        [200, 0],
      ],
    ]);
  });

  test('at a fork the straightest two go on, and nothing turns back', () => {
    const fork = [
      lineOf([
        [0, 0],
        [100, 0],
      ]),
      lineOf([
        [100, 0],
        [100, 90],
      ]),
      lineOf([
        [100, 0],
        [200, 5],
      ]),
    ];
    expect(joinLines(fork).map(({ line }) => pointsOf(line))).toEqual([
      [
        [0, 0],
        [100, 0],
        [200, 5],
      ],
      [
        [100, 0],
        [100, 90],
      ],
    ]);
    expect(
      joinLines([
        lineOf([
          [0, 0],
          [100, 0],
        ]),
        lineOf([
          [100, 0],
          [0, 1],
        ]),
      ]),
    ).toHaveLength(2);
  });

  test('a block that goes around is one closed line', () => {
    const loop = [
      lineOf([
        [0, 0],
        [100, 0],
      ]),
      lineOf([
        [100, 0],
        [100, 100],
        [0, 100],
      ]),
      lineOf([
        [0, 100],
        [0, 0],
      ]),
    ];
    expect(joinLines(loop).map(({ line }) => pointsOf(line))).toEqual([
      [
        [0, 0],
        [100, 0],
        [100, 100],
        [0, 100],
        [0, 0],
      ],
    ]);
  });

  test('a place where very many lines end keeps them all', () => {
    const star = Array.from({ length: 20_000 }, (_, i) =>
      lineOf([
        [2000, 2000],
        [i % 4096, i >> 12],
      ]),
    );
    const segments = joinLines(star).flatMap(({ line }) => segmentsOf(line, false));
    expect(segments).toHaveLength(20_000);
  });

  test('in a tile: equal streets are one, others and areas stay as they are, in their order', () => {
    const line = (from: number, to: number) => ({
      type: 'LineString' as const,
      coordinates: [
        [from, 50],
        [to, 50],
      ] as const,
    });
    const area = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [10, 50],
          [10.05, 50],
          [10.05, 50.05],
          [10, 50],
        ],
      ] as const,
    };
    const road = (name: string, from: number, to: number) => ({
      layer: 'roads',
      geometry: line(from, to),
      properties: { name },
    });
    const features = [
      road('Elm', 10, 10.01),
      { layer: 'roads', geometry: area, properties: { name: 'Square' } },
      road('Oak', 10.01, 10.02),
      road('Elm', 10.02, 10.03),
      road('Elm', 10.01, 10.02),
    ];
    const [tile] = mapTiles({ z: 8, features, tolerance: 0, smallestArea: 0 });
    const drawn = decodeTile(tile!.bytes)[0]!.features.map(({ properties, closedRings }) => [
      properties.name,
      closedRings.map((points) => points.length),
    ]);
    expect(drawn).toEqual([
      ['Elm', [4]],
      ['Square', [4]],
      ['Oak', [2]],
    ]);
  });
});
