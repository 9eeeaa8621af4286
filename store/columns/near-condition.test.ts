import { expect, test } from 'vitest';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import { areaContains } from '../../geo/area-contains.ts';
import { metersBetween } from '../../geo/area-distance.ts';
import { AreaEdges } from '../../geo/area-edges.ts';
import { FlatArea, flattenInto } from '../../geo/flat-area.ts';
import type { AreaGeometry, PolygonGeometry, Position } from '../../geo/geometry.ts';
import { localPlane, METERS_PER_FOOT } from '../../geo/local-plane.ts';
import { type PlainRow, plainSegments } from '../../test/plain-segments.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { createSetEngine, QueryStopped } from './set-engine.ts';

const never = () => false;
const HOME = { lng: -80.8, lat: 35.5 };
const { sin, cos, PI } = Math;
/** Around HOME, good enough to draw with. */
const FEET_PER_LAT = 110_960 / METERS_PER_FOOT;
const FEET_PER_LNG = (111_320 * cos((HOME.lat * PI) / 180)) / METERS_PER_FOOT;

const at = (x: number, y: number): Position => [
  Math.round((HOME.lng + x / FEET_PER_LNG) * 1e7) / 1e7,
  Math.round((HOME.lat + y / FEET_PER_LAT) * 1e7) / 1e7,
];

/** In feet east and north of HOME. */
function boxOf(west: number, south: number, east: number, north: number): PolygonGeometry {
  const ring = [at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)];
  return { type: 'Polygon', coordinates: [ring] };
}

const row = (pin: string, geometry: AreaGeometry, fields: PlainRow['fields'] = {}): PlainRow => ({
  fields: { pin, ...fields },
  geometry,
});

// Two blocks of lots of 100 feet, with a street of 60 feet between them:
//   B1 B2 B3   row of the north, from y = 260 to 360
//   ── street ──
//   A4 A5 A6
//   A1 A2 A3   from y = 0
const plat: PlainRow[] = [
  ...[1, 2, 3].map((n) => row(`A${n}`, boxOf(100 * n - 100, 0, 100 * n, 100))),
  ...[1, 2, 3].map((n) => row(`A${n + 3}`, boxOf(100 * n - 100, 100, 100 * n, 200))),
  ...[1, 2, 3].map((n) => row(`B${n}`, boxOf(100 * n - 100, 260, 100 * n, 360))),
];

const engineOf = (rows: readonly PlainRow[], rowsEach = 4) =>
  createSetEngine({ version: 'v', segments: plainSegments(rows, { rowsEach }) });
const pin = (value: string): ParcelFilter => ({ op: 'compare', field: 'pin', is: '=', value });
const parcelsOf = (rows: readonly PlainRow[], filter: ParcelFilter) =>
  engineOf(rows).select({ filter, sort: [], limit: 1000, offset: 0 }, never).parcels;
const listed = (rows: readonly PlainRow[], filter: ParcelFilter) =>
  parcelsOf(rows, filter).map(({ pin, feet, touches }) => `${pin} ${feet!.toFixed(0)} ${touches}`);

test('neighbors at a side and at a corner are told apart; the parcel itself is left out', () => {
  expect(listed(plat, { op: 'near', of: pin('A1'), feet: 0 })).toEqual([
    'A2 0 side',
    'A4 0 side',
    'A5 0 corner',
  ]);
});

test('within a distance, the nearest first, across the street or only in the same block', () => {
  const near = { op: 'near', of: pin('A5'), feet: 60.5 } as const;
  const own = ['A1 0 corner', 'A2 0 side', 'A3 0 corner', 'A4 0 side', 'A6 0 side'];
  const across = listed(plat, near);
  expect(across.slice(0, 5)).toEqual(own);
  expect(across.slice(5).sort()).toEqual(['B1 60 null', 'B2 60 null', 'B3 60 null']);
  expect(listed(plat, { ...near, feet: 59.5 })).toEqual(own);
  expect(listed(plat, { ...near, sameBlock: true })).toEqual(own);
});

test('the block is reached over any number of lots, but not over what is too far away', () => {
  const row6 = [1, 2, 3, 4, 5, 6].map((n) => row(`C${n}`, boxOf(100 * n, 0, 100 * n + 100, 100)));
  const near = { op: 'near', of: pin('C1'), feet: 250, sameBlock: true } as const;
  expect(listed(row6, near)).toEqual(['C2 0 side', 'C3 100 null', 'C4 200 null']);
  // Without C2 and C3 nothing leads to C4.
  expect(listed([row6[0]!, ...row6.slice(3)], near)).toEqual([]);
});

test('units share their lot: they are at 0 feet of each other, and all of them of the neighbor', () => {
  const lot = boxOf(300, 0, 400, 100);
  const rows = [
    ...plat,
    row('L', lot, { summary: 1 }),
    row('U1', lot, { lot: 'L' }),
    row('U2', lot, { lot: 'L' }),
  ];
  expect(listed(rows, { op: 'near', of: pin('A3'), feet: 0 })).toEqual([
    'A2 0 side',
    'A5 0 corner',
    'A6 0 side',
    'U1 0 side',
    'U2 0 side',
  ]);
  expect(listed(rows, { op: 'near', of: pin('U1'), feet: 0 })).toEqual([
    'A3 0 side',
    'A6 0 corner',
    'U2 0 side',
  ]);
  // The lot itself is no parcel, but has neighbors.
  expect(listed(rows, { op: 'near', of: pin('L'), feet: 0 })).toEqual([
    'A3 0 side',
    'A6 0 corner',
    'U1 0 side',
    'U2 0 side',
  ]);
});

test('a lot that only holds its units is none of those that a filter finds', () => {
  const lot = boxOf(300, 0, 400, 100);
  const rows = [
    ...plat.map((parcel) => ({ ...parcel, fields: { ...parcel.fields, zoning: 'RA' } })),
    row('L', lot, { summary: 1 }),
    row('U1', lot, { lot: 'L', zoning: 'RA' }),
    row('U2', lot, { lot: 'L', zoning: 'RA' }),
  ];
  const unzoned: ParcelFilter = { op: 'is-null', field: 'zoning' };
  expect(listed(rows, { op: 'near', of: unzoned, feet: 0 })).toEqual([]);
  expect(listed(rows, { op: 'near', of: { op: 'and', of: [unzoned, pin('L')] }, feet: 0 })).toHaveLength(4);
});

test('NOT, AND and OR of distances, and an inner filter that finds nothing', () => {
  const near: ParcelFilter = { op: 'near', of: pin('A5'), feet: 0 };
  const pins = (filter: ParcelFilter) => engineOf(plat).pins(filter, never).pins.sort();
  expect(pins({ op: 'not', of: near })).toEqual(['A5', 'B1', 'B2', 'B3']);
  expect(pins({ op: 'or', of: [near, pin('B1')] })).toEqual(['A1', 'A2', 'A3', 'A4', 'A6', 'B1']);
  expect(pins({ op: 'and', of: [near, { op: 'like', field: 'pin', pattern: '%4' }] })).toEqual(['A4']);
  expect(pins({ op: 'near', of: pin('Z'), feet: 1000 })).toEqual([]);
  const nested = { op: 'near', of: { op: 'near', of: pin('A1'), feet: 0 }, feet: 0 } as const;
  // A1 touches its own neighbors.
  expect(pins(nested)).toEqual(['A1', 'A3', 'A6']);
});

test('a sort by a field keeps the distances', () => {
  const filter: ParcelFilter = { op: 'and', of: [{ op: 'near', of: pin('A1'), feet: 0 }, { op: 'all' }] };
  const sort = [{ field: 'pin', isDescending: true }] as const;
  const { parcels } = engineOf(plat).select({ filter, sort, limit: 9, offset: 0 }, never);
  expect(parcels.map(({ pin, touches }) => `${pin} ${touches}`)).toEqual(['A5 corner', 'A4 side', 'A2 side']);
});

test('distance from a drawn area: 0 inside, no word of touching', () => {
  const area = boxOf(50, 50, 150, 80);
  const parcels = parcelsOf(plat, { op: 'within-feet', area, feet: 130 });
  expect(parcels.map(({ pin, feet }) => `${pin} ${feet!.toFixed(0)}`)).toEqual([
    'A1 0',
    'A2 0',
    'A4 20',
    'A5 20',
    'A3 50',
    'A6 54',
  ]);
  expect(parcels[0]).not.toHaveProperty('touches');
});

/** Lots with bays, holes and second parts, some far apart. */
function randomShape(random: () => number, spread: number): AreaGeometry {
  const [x, y] = [(random() - 0.5) * spread, (random() - 0.5) * spread];
  const ring = (radius: number, x0: number, y0: number): Position[] => {
    const corners = 3 + Math.floor(random() * (random() < 0.1 ? 80 : 9));
    const points = Array.from({ length: corners }, (_, i): Position => {
      const angle = (2 * PI * i) / corners;
      const distance = radius * (0.4 + 0.6 * random());
      return at(x0 + distance * cos(angle), y0 + distance * sin(angle));
    });
    return [...points, points[0]!];
  };
  const size = 20 + random() * 150;
  const one = [ring(size, x, y), ...(random() < 0.2 ? [ring(size / 5, x, y).reverse()] : [])];
  if (random() < 0.8) return { type: 'Polygon', coordinates: one };
  return { type: 'MultiPolygon', coordinates: [one, [ring(40, x + 400, y)]] };
}

const homePlane = localPlane(HOME);
const placed = new WeakMap<AreaGeometry, AreaEdges>();

function edgesOf(geometry: AreaGeometry): AreaEdges {
  const area = new FlatArea();
  flattenInto(area, geometry);
  const edges = placed.get(geometry) ?? new AreaEdges().fill(area, homePlane);
  placed.set(geometry, edges);
  return edges;
}

const naiveFeet = (one: AreaGeometry, other: AreaGeometry): number =>
  metersBetween(edgesOf(one), edgesOf(other), Infinity) / METERS_PER_FOOT;

test('distances from many parcels are those of a comparison of all with all', () => {
  const { random } = seededRandom();
  for (let round = 0; round < 6; round++) {
    const spread = round % 2 === 0 ? 4000 : 400_000;
    const feet = [0, 120, 700, 264_000][Math.floor(random() * 4)]!;
    const rows = Array.from({ length: 120 }, (_, n) =>
      row(`P${String(n).padStart(3, '0')}`, randomShape(random, spread), {
        taxacres: n % (round + 2) === 0 ? 1 : 2,
      }),
    );
    const inner: ParcelFilter = { op: 'compare', field: 'taxacres', is: '=', value: 1 };
    const subjects = rows.filter(({ fields }) => fields.taxacres === 1);
    const expected = rows
      .filter(({ fields }) => fields.taxacres === 2)
      .map(({ fields, geometry }) => ({
        pin: fields.pin as string,
        feet: Math.min(...subjects.map((subject) => naiveFeet(subject.geometry, geometry))),
      }));
    const found = new Map(
      engineOf(rows, 40)
        .select({ filter: { op: 'near', of: inner, feet }, sort: [], limit: 500, offset: 0 }, never)
        .parcels.map(({ pin, feet }, place) => [pin, { feet: feet!, place }]),
    );
    // Planes around different middles differ in the fourth digit.
    for (const { pin, feet: exact } of expected) {
      const own = found.get(pin);
      if (exact < feet * 0.999) expect(own, pin).toBeDefined();
      if (exact > Math.max(feet, 0.2) * 1.001) expect(own, pin).toBeUndefined();
      if (own) expect(Math.abs(own.feet - exact), pin).toBeLessThan(0.2 + exact * 0.0007);
    }
    const inOrder = [...found.values()].map(({ feet }) => feet);
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
  }
});

test('the first pages by distance are those of the whole order', () => {
  const { random } = seededRandom();
  const rows = Array.from({ length: 300 }, (_, n) => row(`P${n}`, randomShape(random, 5000)));
  const filter: ParcelFilter = { op: 'near', of: pin('P0'), feet: 264_000 };
  const page = (limit: number, offset: number) =>
    engineOf(rows, 70)
      .select({ filter, sort: [], limit, offset }, never)
      .parcels.map(({ pin }) => pin);
  const all = page(2000, 0);
  expect(all).toHaveLength(299);
  expect(page(10, 0)).toEqual(all.slice(0, 10));
  expect(page(10, 35)).toEqual(all.slice(35, 45));
});

test('an area finds what it touches, as a look at each shape does', () => {
  const { random } = seededRandom();
  for (let round = 0; round < 8; round++) {
    const rows = Array.from({ length: 200 }, (_, n) => row(`P${n}`, randomShape(random, 3000)));
    const area = round === 0 ? boxOf(-700, -900, 800, 600) : randomShape(random, 500 * round);
    const found = new Set(engineOf(rows, 70).pins({ op: 'intersects', area }, never).pins);
    for (const { fields, geometry } of rows) {
      // Exact enough where they are not within a hair of each other.
      const feet = naiveFeet(area, geometry);
      if (feet > 0.001) expect(found.has(fields.pin as string)).toBe(false);
      const [first] = (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates[0]!)[0]!;
      if (feet === 0 || areaContains(area, { lng: first![0], lat: first![1] })) {
        expect(found.has(fields.pin as string)).toBe(true);
      }
    }
  }
});

test('neighboring rows that are decided as one are what each of them alone would be', () => {
  // Rows of lots in their order, so that blocks of them lie wholly in, wholly out and across.
  const rows = Array.from({ length: 400 }, (_, n) => {
    const [x, y] = [100 * (n % 20) - 1000, 100 * Math.floor(n / 20) - 1000];
    return row(`P${String(n).padStart(4, '0')}`, boxOf(x, y, x + 90, y + 90));
  });
  const drawn = randomShape(seededRandom().random, 1);
  const filters: ParcelFilter[] = [
    { op: 'intersects', area: boxOf(-634, -377, 511, 499) },
    { op: 'intersects', area: drawn },
    { op: 'within-feet', area: boxOf(-634, -377, 511, 499), feet: 321 },
    { op: 'within-feet', area: drawn, feet: 500 },
    { op: 'near', of: pin('P0210'), feet: 654 },
    { op: 'near', of: { op: 'in', field: 'pin', values: ['P0210', 'P0003', 'P0005', 'P0399'] }, feet: 277 },
  ];
  for (const filter of filters) {
    const answer = (rowsEach: number) =>
      engineOf(rows, rowsEach).select({ filter, sort: [], limit: 300, offset: 0 }, never);
    const { count, bounds, parcels } = answer(400);
    expect(count).toBeGreaterThan(0);
    const alone = answer(1);
    expect({ count, bounds }).toEqual({ count: alone.count, bounds: alone.bounds });
    expect(parcels.map(({ pin, feet }) => [pin, feet])).toEqual(
      alone.parcels.map(({ pin, feet }) => [pin, feet]),
    );
  }
});

test('a comparison of two shapes of many points can be stopped, and so can a look at the parts of one', () => {
  /** A comb whose teeth stand up, or hang down into those of the other. */
  const comb = (teeth: number, from: number, to: number): PolygonGeometry => {
    const points = Array.from({ length: teeth }, (_, tooth) => [
      at(tooth, from),
      at(tooth + 0.3, to),
      at(tooth + 0.6, from),
    ]).flat();
    return { type: 'Polygon', coordinates: [[...points, points[0]!]] };
  };
  const engine = engineOf([row('P', comb(3000, 1000, 501))]);
  const query = { sort: [], limit: 1, offset: 0 };
  const area = comb(3000, 0, 500);
  for (const filter of [
    { op: 'within-feet', area, feet: 0.5 },
    { op: 'intersects', area },
  ] satisfies ParcelFilter[]) {
    let asked = 0;
    expect(() => engine.select({ filter, ...query }, () => ++asked > 30)).toThrow(QueryStopped);
    expect(engine.select({ filter, ...query }, never).count).toBe(0);
  }
});

test('a comparison of many shapes can be stopped', () => {
  const { random } = seededRandom();
  const rows = Array.from({ length: 700 }, (_, n) => row(`P${n}`, randomShape(random, 20_000)));
  const filter: ParcelFilter = { op: 'near', of: pin('P0'), feet: 264_000 };
  const engine = engineOf(rows, 700);
  let asked = 0;
  const query = { filter, sort: [], limit: 700, offset: 0 };
  expect(() => engine.select(query, () => ++asked > 3)).toThrow(QueryStopped);
  expect(engine.select(query, never).parcels).toHaveLength(699);
});
