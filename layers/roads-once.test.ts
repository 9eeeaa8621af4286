// The Census Bureau's roads: a row for each name becomes one road.
import { expect, test } from 'vitest';
import type { Shape, ShapeLayer } from '../import/open-shapes.ts';
import { drawGround } from './ground/ground-features.ts';
import { guessGroundFields } from './ground/ground-fields.ts';
import { roadsOnce } from './roads-once.ts';

type Name = [fullName: string | null, kind: string | null];

const road = (at: number, [FULLNAME, RTTYP]: Name): Shape => ({
  row: at + 1,
  properties: { LINEARID: `11${at}`, FULLNAME, RTTYP, MTFCC: 'S1200' },
  geometry: {
    type: 'LineString',
    coordinates: [
      [-81, 35.5 + at / 100],
      [-80.99, 35.5 + at / 100],
    ],
  },
});

function layerOf(shapes: Shape[], fields = ['LINEARID', 'FULLNAME', 'RTTYP', 'MTFCC']): ShapeLayer {
  return {
    name: 'tl_2025_37097_roads',
    geometry: 'line',
    fields: fields.map((name) => ({ name, type: 'text' })),
    count: shapes.length,
    crsTitle: '',
    notes: [],
    sample: shapes,
    // Two lines of one road may come in different batches.
    async *read() {
      for (const shape of shapes) yield [shape];
    },
    refused: new Map(),
    repaired: new Map(),
  };
}

async function read(layer: ShapeLayer): Promise<Shape[]> {
  const all: Shape[] = [];
  for await (const batch of layer.read()) all.push(...batch);
  return all;
}

test.each<[string, Name[], string | null, string | null]>([
  [
    'a common name and two routes',
    [
      ['State Hwy 16', 'S'],
      ['US Hwy 21', 'U'],
      ['Main St', 'M'],
    ],
    'Main St',
    'US Hwy 21',
  ],
  [
    'two routes',
    [
      ['State Hwy 16', 'S'],
      ['I- 77', 'I'],
    ],
    'I- 77',
    'I- 77',
  ],
  ['a common name alone', [['Oak Ln', 'M']], 'Oak Ln', null],
  [
    'the first of two common names',
    [
      ['Elm St', 'M'],
      ['Old Elm St', 'M'],
    ],
    'Elm St',
    null,
  ],
  [
    'a name of another kind before none',
    [
      [null, null],
      ['Oak Trl', null],
    ],
    'Oak Trl',
    null,
  ],
  ['no name', [[null, null]], null, null],
])('[LAY-2] %s: drawn once, with the best name and the best route', async (_, names, name, route) => {
  const others = [road(1, ['Other Rd', 'M'])];
  const rows = await read(roadsOnce(layerOf([...names.map((each) => road(0, each)), ...others])));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ row: 1, properties: { FULLNAME: name, ROUTE: route } });
  expect(rows[1]).toMatchObject({ properties: { FULLNAME: 'Other Rd', ROUTE: null } });
});

test('[LAY-2] the map letters it with the common name and puts the route on a shield', async () => {
  const layer = roadsOnce(layerOf([road(0, ['US Hwy 21', 'U']), road(0, ['Main St', 'M'])]));
  const mapping = guessGroundFields('roads', layer);
  expect(mapping).toMatchObject({ name: 'FULLNAME', route: 'ROUTE', class: 'MTFCC' });
  const drawing = drawGround({ ...layer, kind: 'roads', title: 'Streets', mapping });
  const [shape, ...rest] = await read(layer);
  expect(rest).toEqual([]);
  const [feature] = drawing.featuresOf(shape!) as { properties: Record<string, unknown> }[];
  expect(feature!.properties).toMatchObject({ name: 'Main Street', ref: 'US 21' });
});

test('[LAY-3] a county file without these columns stays as it is', () => {
  const layer = layerOf([road(0, ['Main St', 'M'])], ['FULLNAME', 'CLASS']);
  expect(roadsOnce(layer)).toBe(layer);
});
