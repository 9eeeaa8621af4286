// What lies on a parcel, compared with PostGIS, and what happens to files that fail or are damaged.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { OverlayOnParcel, OverlayPart } from '../../contract/overlays.ts';
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import { boundsOf, ringOfBounds } from '../../geo/bounds-of.ts';
import type { AreaGeometry, Bounds, MapGeometry, PolygonGeometry, Position } from '../../geo/geometry.ts';
import { METERS_PER_FOOT } from '../../geo/local-plane.ts';
import { createDatabase } from '../../test/postgres-cluster.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import type { OverlayShape, OverlayStore } from '../overlay-store.ts';
import { AreaProbe } from '../overlays/area-probe.ts';
import { openOverlays } from './overlay-file-store.ts';
import { OverlayReader } from './overlay-reader.ts';
import { writeOverlayShapes } from './overlay-writer.ts';

const ACCURACY = 0.001;
/** PostGIS's own figures of smaller areas and lengths are rounding errors. */
const SQUARE_METERS_MIN = 0.01;
const METERS_MIN = 0.01;

let folder: string;
let store: OverlayStore | undefined;
let sql: postgres.Sql;

beforeAll(async () => {
  sql = postgres(await createDatabase(inject('postgresUrl'), `overlays_${randomUUID()}`), {
    max: 1,
    onnotice: () => {},
  });
  await sql`CREATE TABLE shape (value text NOT NULL, geometry geometry NOT NULL)`;
});
afterAll(() => sql.end());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-overlays-'));
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  await rm(folder, { recursive: true });
});

const path = () => join(folder, 'zoning.db');
const zoning = () => ({ name: 'zoning', title: 'Zoning', path: path() });

async function write(shapes: readonly OverlayShape[]): Promise<OverlayStore> {
  await writeOverlayShapes({ path: path(), shapes: [shapes] });
  store = openOverlays([zoning()]);
  return store;
}

async function onParcel(shapes: readonly OverlayShape[], parcel: AreaGeometry): Promise<OverlayOnParcel> {
  const [answer] = await (await write(shapes)).on(parcel);
  return answer!;
}

const onGrid = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
const { lng: LNG, lat: LAT } = { lng: -80.86, lat: 35.62 };

function box(west: number, south: number, east: number, north: number): PolygonGeometry {
  const bounds = {
    west: onGrid(LNG + west),
    south: onGrid(LAT + south),
    east: onGrid(LNG + east),
    north: onGrid(LAT + north),
  };
  return { type: 'Polygon', coordinates: [ringOfBounds(bounds)] };
}

type Star = { at: Position; radius: number; corners: number; random: () => number };

/** A ring without crossings, with bays as deep as half of its radius. */
function star({ at: [lng, lat], radius, corners, random }: Star): Position[] {
  const ring = Array.from({ length: corners }, (_, corner): Position => {
    const angle = (2 * Math.PI * (corner + 0.6 * random())) / corners;
    const reach = radius * (0.5 + 0.5 * random());
    return [onGrid(lng + reach * Math.cos(angle)), onGrid(lat + reach * Math.sin(angle))];
  });
  return [...ring, ring[0]!];
}

/** A star, often with a hole, sometimes with a second part beside it. */
function randomArea(options: Star): AreaGeometry {
  const { at, radius, random } = options;
  const outer = star(options);
  const hole = star({ ...options, radius: 0.35 * radius, corners: 3 + Math.floor(random() * 12) });
  const polygon = options.corners > 16 && random() < 0.5 ? [outer, hole.toReversed()] : [outer];
  if (random() < 0.7) return { type: 'Polygon', coordinates: polygon };
  const aside = star({ ...options, at: [at[0] + 2.5 * radius, at[1]], corners: 12 });
  return { type: 'MultiPolygon', coordinates: [polygon, [aside]] };
}

type Known = { value: string; square_meters: number; meters: number; count: number };

/** The same question, asked in PostGIS. */
async function inPostgis(shapes: readonly OverlayShape[], parcel: AreaGeometry) {
  await sql`TRUNCATE shape`;
  const rows = shapes.map(({ value, geometry }) => ({
    value: value ?? '',
    geometry: JSON.stringify(geometry),
  }));
  await sql`INSERT INTO shape SELECT value, ST_SetSRID(ST_GeomFromGeoJSON(geometry), 4326)
    FROM jsonb_to_recordset(${sql.json(rows)}) AS given (value text, geometry text)`;
  const parcelIs = sql`SELECT ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(parcel)}), 4326) AS land`;
  const [{ valid } = {}] = await sql<{ valid: boolean }[]>`WITH parcel AS (${parcelIs})
    SELECT ST_IsValid(land) AND (SELECT bool_and(ST_IsValid(geometry)) FROM shape) AS valid FROM parcel`;
  if (!valid) return undefined;
  const parts = await sql<Known[]>`WITH parcel AS (${parcelIs}), cut AS (
      SELECT value, ST_Dimension(geometry) AS dimension, ST_Intersection(geometry, land) AS part
      FROM shape, parcel WHERE ST_Intersects(geometry, land))
    SELECT value,
      coalesce(ST_Area(ST_CollectionExtract(ST_Union(part) FILTER (WHERE dimension = 2), 3)::geography), 0) AS square_meters,
      coalesce(sum(ST_Length(ST_CollectionExtract(part, 2)::geography)) FILTER (WHERE dimension = 1), 0) AS meters,
      (count(*) FILTER (WHERE dimension = 0))::int AS count
    FROM cut GROUP BY value`;
  const [nearest] = await sql<{ value: string; meters: number }[]>`WITH parcel AS (${parcelIs})
    SELECT value, ST_Distance(geometry::geography, land::geography) AS meters FROM shape, parcel ORDER BY 2 LIMIT 1`;
  const [{ square_meters = 0 } = {}] = await sql<{ square_meters: number }[]>`WITH parcel AS (${parcelIs})
    SELECT ST_Area(land::geography) AS square_meters FROM parcel`;
  return { parts, nearest: nearest!, squareMeters: square_meters };
}

/** The same by value, areas and lines in meters. */
function sumsOf(parts: readonly OverlayPart[]): Map<string, Omit<Known, 'value'>> {
  const sums = new Map<string, Omit<Known, 'value'>>();
  for (const part of parts) {
    const sum = sums.get(part.value) ?? { square_meters: 0, meters: 0, count: 0 };
    if ('acres' in part) sum.square_meters = part.acres * SQUARE_METERS_PER_ACRE;
    else if ('feet' in part) sum.meters = part.feet * METERS_PER_FOOT;
    else sum.count = part.count;
    sums.set(part.value, sum);
  }
  return sums;
}

function expectNear(ours: number, theirs: number, least: number, what: string): void {
  if (theirs < least && ours < least) return;
  expect(Math.abs(ours / theirs - 1), `${what}: ${ours} beside ${theirs}`).toBeLessThan(ACCURACY);
}

/** False where PostGIS finds a shape invalid: such a case is left out. */
async function expectLikePostgis(shapes: readonly OverlayShape[], parcel: AreaGeometry): Promise<boolean> {
  const known = await inPostgis(shapes, parcel);
  if (!known) return false;
  // Without a thread: starting one for each of a hundred questions takes a minute.
  await writeOverlayShapes({ path: path(), shapes: [shapes] });
  const reader = new OverlayReader(path());
  const answer = reader.on(new AreaProbe(parcel));
  reader.close();
  const sums = sumsOf(answer.parts);
  for (const part of answer.parts) {
    const theirs = known.parts.find(({ value }) => value === part.value);
    if ('share' in part)
      expectNear(part.share, theirs!.square_meters / known.squareMeters, 1e-6, `share of ${part.value}`);
  }
  for (const { value, ...theirs } of known.parts) {
    const ours = sums.get(value) ?? { square_meters: 0, meters: 0, count: 0 };
    const isSliver = theirs.square_meters < 1 && theirs.square_meters < 0.0001 * known.squareMeters;
    if (!isSliver)
      expectNear(ours.square_meters, theirs.square_meters, SQUARE_METERS_MIN, `areas of ${value}`);
    expectNear(ours.meters, theirs.meters, METERS_MIN, `lines of ${value}`);
    expect(ours.count, `points of ${value}`).toBe(theirs.count);
    sums.delete(value);
  }
  expect([...sums.keys()]).toEqual([]);
  if (answer.parts.length === 0) {
    expectNear(answer.nearest!.feet * METERS_PER_FOOT, known.nearest.meters, 0.05, 'the nearest');
    if (known.nearest.meters > 0.05) expect(answer.nearest!.value).toBe(known.nearest.value);
  }
  return true;
}

describe('[LAY-5] as PostGIS computes it, within 0.1%', () => {
  test('areas with holes and several parts, of up to 900 corners, that overlap each other', async () => {
    const { random } = seededRandom();
    let compared = 0;
    for (let round = 0; round < 30; round++) {
      const at = (): Position => [LNG + 0.02 * (random() - 0.5), LAT + 0.02 * (random() - 0.5)];
      const corners = () => 3 + Math.floor(random() ** 4 * 900);
      const radius = () => 0.0005 * 40 ** random();
      const area = () => randomArea({ at: at(), radius: radius(), corners: corners(), random });
      const shapes = Array.from({ length: 8 }, (_, index) => ({
        value: 'ABC'[index % 3]!,
        geometry: area(),
      }));
      if (await expectLikePostgis(shapes, area())) compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });

  test('lines and points', async () => {
    const { random } = seededRandom();
    let compared = 0;
    for (let round = 0; round < 15; round++) {
      const at = (): Position => [
        onGrid(LNG + 0.02 * (random() - 0.5)),
        onGrid(LAT + 0.02 * (random() - 0.5)),
      ];
      const line = (corners: number) => Array.from({ length: corners }, at);
      const shapes: OverlayShape[] = [
        ...Array.from(
          { length: 60 },
          () => ({ value: 'hydrant', geometry: { type: 'Point', coordinates: at() } }) as const,
        ),
        { value: 'sewer', geometry: { type: 'LineString', coordinates: line(2) } },
        { value: 'sewer', geometry: { type: 'MultiLineString', coordinates: [line(5), line(3)] } },
        { value: 'fence', geometry: { type: 'LineString', coordinates: line(300) } },
      ];
      const parcel = randomArea({ at: at(), radius: 0.004, corners: 40, random });
      if (await expectLikePostgis(shapes, parcel)) compared++;
    }
    expect(compared).toBeGreaterThan(8);
  });

  test('what lies nearest, from meters to 50 miles away, in the north and in the south', async () => {
    const { random } = seededRandom();
    let compared = 0;
    for (let round = 0; round < 40; round++) {
      const lat = -50 + 115 * random();
      const away = 0.0004 * 1500 ** random();
      const turn = 2 * Math.PI * random();
      const radius = Math.min(0.02, away / 3);
      const near = (share: number): Position => [
        LNG + (share * away * Math.cos(turn)) / Math.cos((lat * Math.PI) / 180),
        lat + share * away * Math.sin(turn),
      ];
      const kinds: (() => MapGeometry)[] = [
        () => randomArea({ at: near(1), radius, corners: 300, random }),
        () => ({ type: 'LineString', coordinates: star({ at: near(1), radius, corners: 9, random }) }),
        () => ({ type: 'Point', coordinates: near(1).map(onGrid) as [number, number] }),
      ];
      const far = randomArea({ at: near(1.9), radius, corners: 20, random });
      const shapes = [
        { value: 'far', geometry: far },
        { value: 'near', geometry: kinds[round % 3]!() },
      ];
      const parcel = randomArea({ at: [LNG, lat], radius: 0.0003, corners: 7, random });
      if (await expectLikePostgis(shapes, parcel)) compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });
});

const parcel = box(0, 0, 0.001, 0.001);
const acresOf = (share: number) => expect.closeTo(share * 2.485, 2);

describe('[LAY-5] what lies on a parcel', () => {
  test('neighbors that share its border are not on it, and the nearest is at its edge', async () => {
    const around = [box(0.001, 0, 0.002, 0.001), box(-0.001, 0, 0, 0.001), box(0.001, 0.001, 0.002, 0.002)];
    const shapes = around.map((geometry, index) => ({ value: `R-${index}`, geometry }));
    const { parts, nearest } = await onParcel(shapes, parcel);
    expect(parts).toEqual([]);
    expect(nearest).toEqual({ value: expect.stringMatching(/^R-/), feet: expect.closeTo(0, 3) });
  });

  test('a share is of the parcel, acres are on the ground, and the largest comes first', async () => {
    const shapes = [
      { value: 'X', geometry: box(0, 0, 0.00034, 0.001) },
      { value: 'AE', geometry: box(0.00034, 0, 0.01, 0.001) },
    ];
    expect(await onParcel(shapes, parcel)).toEqual({
      name: 'zoning',
      title: 'Zoning',
      parts: [
        { value: 'AE', share: expect.closeTo(0.66, 6), acres: acresOf(0.66) },
        { value: 'X', share: expect.closeTo(0.34, 6), acres: acresOf(0.34) },
      ],
    });
  });

  test('areas of one value that overlap count once, those of two values both', async () => {
    const half = box(0, 0, 0.0005, 0.001);
    const shapes = [
      { value: 'A', geometry: half },
      { value: 'A', geometry: half },
      { value: 'A', geometry: box(0.0001, 0, 0.0004, 0.002) },
      { value: 'B', geometry: box(-1, -1, 1, 1) },
    ];
    const { parts } = await onParcel(shapes, parcel);
    expect(parts).toMatchObject([
      { value: 'B', share: expect.closeTo(1, 6) },
      { value: 'A', share: expect.closeTo(0.5, 6) },
    ]);
  });

  test('hundreds of areas one on the other, and hundreds side by side, are added up', async () => {
    const piles = Array.from({ length: 400 }, () => ({ value: 'pile', geometry: box(0, 0, 0.0005, 0.001) }));
    const cells = Array.from({ length: 30 * 30 }, (_, at) => {
      const [x, y] = [(at % 30) / 30_000, Math.floor(at / 30) / 30_000];
      return { value: at % 2 === 0 ? 'even' : 'odd', geometry: box(x, y, x + 1 / 30_000, y + 1 / 30_000) };
    });
    const { parts } = await onParcel([...piles, ...cells], parcel);
    expect(parts.map(({ value }) => value).toSorted()).toEqual(['even', 'odd', 'pile']);
    for (const part of parts) expect(part).toMatchObject({ share: expect.closeTo(0.5, 4) });
  });

  test('a parcel in the hole of an area has nothing of it, and the edge of the hole is near', async () => {
    const outer = ringOfBounds(boundsOf(box(-0.01, -0.01, 0.01, 0.01)));
    const hole = ringOfBounds(boundsOf(box(-0.001, -0.001, 0.002, 0.002))).toReversed();
    const { parts, nearest } = await onParcel(
      [{ value: 'AE', geometry: { type: 'Polygon', coordinates: [outer, hole] } }],
      parcel,
    );
    expect(parts).toEqual([]);
    expect(nearest!.feet).toBeCloseTo(297.1, 0);
  });

  test('areas, lines and points of one layer stand side by side, and no value is an empty one', async () => {
    const point = (x: number, y: number): MapGeometry => ({
      type: 'Point',
      coordinates: [onGrid(LNG + x), onGrid(LAT + y)],
    });
    const shapes: OverlayShape[] = [
      { value: null, geometry: point(0.0005, 0.0005) },
      // On the edge, on a corner, and outside.
      { value: null, geometry: point(0.0005, 0.001) },
      { value: null, geometry: point(0, 0) },
      { value: null, geometry: point(0.0005, 0.0010001) },
      { value: '<b>x</b>', geometry: box(0, 0, 0.01, 0.0005) },
      // Along the edge, half of it, and back.
      {
        value: 'line',
        geometry: {
          type: 'LineString',
          coordinates: [
            [LNG, LAT],
            [onGrid(LNG + 0.0005), LAT],
            [LNG, LAT],
          ],
        },
      },
    ];
    const { parts } = await onParcel(shapes, parcel);
    expect(parts).toEqual([
      { value: '<b>x</b>', share: expect.closeTo(0.5, 5), acres: acresOf(0.5) },
      { value: 'line', feet: expect.closeTo(297.1, 0) },
      { value: '', count: 3 },
    ]);
  });

  test('slivers of digitizing are left out, but not small things', async () => {
    const sliver = { value: 'sliver', geometry: box(-0.001, 0, 0.0000001, 0.0005) };
    const shed = { value: 'shed', geometry: box(0.0005, 0.0005, 0.00052, 0.00052) };
    const both = await onParcel([sliver, shed], parcel);
    expect(both.parts).toMatchObject([{ value: 'shed' }]);
    await store!.close();
    const alone = await onParcel([{ ...sliver, geometry: box(-0.001, 0, 0.0000000001, 0.001) }], parcel);
    expect(alone).toMatchObject({ parts: [], nearest: { value: 'sliver', feet: expect.closeTo(0, 2) } });
  });

  test('nothing is near beyond 50 miles', async () => {
    const answer = await onParcel([{ value: 'A', geometry: box(1, 0, 1.1, 0.1) }], parcel);
    expect(answer).toEqual({ name: 'zoning', title: 'Zoning', parts: [] });
  });

  test('large areas and long lines are stored in parts of at most 256 corners', async () => {
    const { random } = seededRandom();
    const ring = star({ at: [LNG, LAT], radius: 0.05, corners: 20_000, random });
    const shapes: OverlayShape[] = [
      { value: 'A', geometry: { type: 'Polygon', coordinates: [ring] } },
      { value: 'B', geometry: { type: 'LineString', coordinates: ring } },
    ];
    const written = await writeOverlayShapes({ path: path(), shapes: [shapes] });
    expect(written).toEqual({
      count: 2,
      bounds: boundsOf({ type: 'Polygon', coordinates: [ring] }) satisfies Bounds,
    });
    const db = new DatabaseSync(path(), { readOnly: true });
    const { parts, largest } = db
      .prepare('SELECT count(*) AS parts, max(length(shape)) AS largest FROM part')
      .get() as {
      parts: number;
      largest: number;
    };
    db.close();
    expect(parts).toBeGreaterThan(160);
    expect(largest).toBeLessThan(256 * 10);
  });
});

describe('[LAY-bad] the file of an overlay', () => {
  const shapes: OverlayShape[] = [{ value: 'A', geometry: box(0, 0, 0.0005, 0.001) }];

  test('a source that fails, an abort and a layer without shapes leave nothing behind', async () => {
    async function* broken() {
      yield shapes;
      throw new Error('The source ended early.');
    }
    await expect(writeOverlayShapes({ path: path(), shapes: broken() })).rejects.toThrow('ended early');
    const signal = AbortSignal.abort();
    await expect(writeOverlayShapes({ path: path(), shapes: [shapes], signal })).rejects.toThrow('aborted');
    await expect(writeOverlayShapes({ path: path(), shapes: [] })).rejects.toThrow(
      'The layer has no shapes.',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['garbage', (file: string) => writeFile(file, 'no overlay at all '.repeat(999)), 'is not a database'],
    ['cut off', async (file: string) => truncate(file, (await stat(file)).size - 4096), 'bytes'],
    ['missing', (file: string) => rm(file), 'is missing'],
    [
      'another database',
      (file: string) => new DatabaseSync(file).exec('PRAGMA user_version = 999'),
      'format 999',
    ],
  ])(
    'one that is %s is left out of the answer with a sentence, and the others answer',
    async (_how, damage, why) => {
      await writeOverlayShapes({ path: path(), shapes: [shapes] });
      const soils = { name: 'soils', title: 'Soils', path: join(folder, 'soils.db') };
      await writeOverlayShapes({ path: soils.path, shapes: [shapes] });
      await damage(path());
      store = openOverlays([zoning(), soils]);
      const warnings: string[] = [];
      const answer = await store.on(parcel, (sentence) => warnings.push(sentence));
      expect(answer.map(({ name }) => name)).toEqual(['soils']);
      expect(warnings).toEqual([expect.stringMatching(`^The overlay zoning is left out: .*${why}.*\\.$`)]);
    },
  );

  test('damaged while it is open, it is left out, too', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({
      value: `${at}`,
      geometry: box(0, 0, 0.0005, at / 1e5),
    }));
    await writeOverlayShapes({ path: path(), shapes: [many.slice(1)] });
    store = openOverlays([zoning()]);
    expect((await store.on(box(1, 1, 1.1, 1.1)))[0]!.parts).toEqual([]);
    await truncate(path(), 8192);
    const warnings: string[] = [];
    expect(await store.on(parcel, (sentence) => warnings.push(sentence))).toEqual([]);
    expect(warnings).toHaveLength(1);
  });
});

test('[LAY-5] closing waits for the questions that were asked before', async () => {
  const overlays = await write([{ value: 'A', geometry: parcel }]);
  const asked = overlays.on(parcel);
  await overlays.close();
  expect(await asked).toMatchObject([{ parts: [{ value: 'A' }] }]);
  await expect(overlays.on(parcel)).rejects.toThrow('closed');
});
