// Distances and intersections beside those of PostGIS, on random shapes.
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { AreaGeometry, Position } from '../../geo/geometry.ts';
import { type PlainRow, plainSegments } from '../../test/plain-segments.ts';
import { createDatabase } from '../../test/postgres-cluster.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { toEwkbHex } from '../postgres/well-known-binary.ts';
import { createSetEngine } from './set-engine.ts';

const METERS_PER_FOOT = 0.3048;
const REACH_FEET = 264_000;

let sql: postgres.Sql;
beforeAll(async () => {
  sql = postgres(await createDatabase(inject('postgresUrl'), 'near_postgis'), { max: 1 });
});
afterAll(() => sql.end());

type Random = () => number;

/** In whole steps of the storage grid. In degrees, a corner on a slanted border misses it by what a float rounds. */
const inGridSteps = ({ type, coordinates }: AreaGeometry): AreaGeometry => {
  const steps = <Nested>(of: Nested): Nested =>
    (Array.isArray(of) ? of.map(steps) : Math.round((of as number) * 1e7)) as Nested;
  return { type, coordinates: steps(coordinates) } as AreaGeometry;
};

/** A star of so many degrees, with a hole now and then, on the storage grid. */
function randomShape(random: Random, middle: { lng: number; lat: number }, degrees: number): AreaGeometry {
  const stretch = 1 / Math.cos((middle.lat * Math.PI) / 180);
  const ring = (size: number): Position[] => {
    const corners = 3 + Math.floor(random() * 12);
    const points = Array.from({ length: corners }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / corners;
      const radius = size * (0.5 + 0.5 * random());
      return [
        Math.round((middle.lng + radius * stretch * Math.cos(angle)) * 1e7) / 1e7,
        Math.round((middle.lat + radius * Math.sin(angle)) * 1e7) / 1e7,
      ];
    });
    return [...points, points[0]!];
  };
  const hole = random() < 0.3 ? [ring(degrees * 0.2).reverse()] : [];
  return { type: 'Polygon', coordinates: [ring(degrees), ...hole] };
}

/**
 * From each corner of one area to each side of the other. PostGIS looks for the nearest two points of areas on a sphere, and may take a pair
 * in the north for a nearer one in the east: at the equator its distance is up to 0.7% too large.
 */
async function metersOfSides(one: AreaGeometry, other: AreaGeometry): Promise<number> {
  const [row] = await sql<{ meters: number }[]>`
    WITH areas AS (SELECT ${toEwkbHex(one)}::geometry AS a, ${toEwkbHex(other)}::geometry AS b),
      both_ways AS (SELECT a AS from_area, b AS to_area FROM areas UNION ALL SELECT b, a FROM areas)
    SELECT min(ST_Distance(corner.geom::geography, side.geom::geography)) AS meters
    FROM both_ways, ST_DumpPoints(from_area) AS corner, ST_DumpSegments(to_area) AS side`;
  return row!.meters;
}

test.each([0.5, 35.5, 47, 64.8, 71])(
  'at latitude %f distances are those of PostGIS geography within a thousandth',
  async (lat) => {
    const { random } = seededRandom();
    const home = { lng: -80.8, lat };
    const rows = Array.from({ length: 250 }, (_, n): PlainRow => {
      // Near ones and far ones alike.
      const spread = 10 ** (-4 + 4 * random());
      const middle = {
        lng: home.lng + ((random() - 0.5) * spread) / Math.cos((lat * Math.PI) / 180),
        lat: lat + (random() - 0.5) * spread,
      };
      return {
        fields: { pin: `P${n}` },
        geometry: randomShape(random, middle, 10 ** (-4.5 + 2.5 * random())),
      };
    });
    const subject = rows[0]!.geometry;
    const engine = createSetEngine({ version: 'v', segments: plainSegments(rows, { rowsEach: 60 }) });
    const inner = { op: 'compare', field: 'pin', is: '=', value: 'P0' } as const;
    const { parcels } = engine.select(
      { filter: { op: 'near', of: inner, feet: REACH_FEET }, sort: [], limit: 1000, offset: 0 },
      () => false,
    );
    const found = new Map(parcels.map(({ pin, feet }) => [pin, feet!]));
    const shapes = rows.map(({ geometry }) => toEwkbHex(geometry));
    // As geographies, PostGIS takes areas with holes in each other for apart that overlap between those.
    const own = toEwkbHex(subject);
    const answers = await sql<{ pin: string; meters: number }[]>`
    SELECT 'P' || (n - 1) AS pin, CASE WHEN ST_Intersects(${own}::geometry, shape::geometry) THEN 0
      ELSE ST_Distance(${own}::geography, shape::geography) END AS meters
    FROM unnest(${shapes}::text[]) WITH ORDINALITY AS shapes (shape, n) WHERE n > 1`;
    expect(answers).toHaveLength(rows.length - 1);
    let compared = 0;
    for (const { pin, meters } of answers) {
      const feet = meters / METERS_PER_FOOT;
      const ours = found.get(pin);
      if (ours === undefined) {
        expect(feet, pin).toBeGreaterThan(REACH_FEET * 0.999);
        continue;
      }
      // What touches is 0; PostGIS knows no tolerance.
      const tolerance = feet <= 0.17 ? 0.17 : 0.001 * feet;
      let difference = Math.abs(ours - feet);
      if (difference > tolerance) {
        const other = rows[Number(pin.slice(1))]!.geometry;
        difference = Math.abs(ours - (await metersOfSides(subject, other)) / METERS_PER_FOOT);
      }
      expect(difference, pin).toBeLessThanOrEqual(tolerance);
      expect(ours, pin).toBeLessThanOrEqual(REACH_FEET);
      if (feet > 0.17) compared++;
    }
    expect(compared).toBeGreaterThan(50);
  },
);

test('an area intersects the parcels that it intersects in PostGIS, common borders and corners included', async () => {
  const { random } = seededRandom();
  const home = { lng: -80.8, lat: 35.5 };
  const onGrid = (steps: number, from: number) => Math.round(from * 1e7 + steps) / 1e7;
  // Squares of a coarse grid, which touch the area at corners and along sides, and others.
  const rows = Array.from({ length: 400 }, (_, n): PlainRow => {
    if (n % 2 === 0) {
      const middle = { lng: home.lng + (random() - 0.5) * 0.004, lat: home.lat + (random() - 0.5) * 0.004 };
      return { fields: { pin: `P${n}` }, geometry: randomShape(random, middle, 0.0004) };
    }
    const [x, y] = [Math.floor((random() - 0.5) * 40) * 1000, Math.floor((random() - 0.5) * 40) * 1000];
    const at = (east: number, north: number): Position => [
      onGrid(x + east, home.lng),
      onGrid(y + north, home.lat),
    ];
    const ring = [at(0, 0), at(1000, 0), at(1000, 1000), at(0, 1000), at(0, 0)];
    return { fields: { pin: `P${n}` }, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  const engine = createSetEngine({ version: 'v', segments: plainSegments(rows, { rowsEach: 150 }) });
  const shapes = rows.map(({ geometry }) => toEwkbHex(inGridSteps(geometry)));
  const corner = (x: number, y: number): Position => [onGrid(x, home.lng), onGrid(y, home.lat)];
  const areas: AreaGeometry[] = [
    {
      type: 'Polygon',
      coordinates: [
        [
          corner(-5000, -5000),
          corner(5000, -5000),
          corner(5000, 5000),
          corner(-5000, 5000),
          corner(-5000, -5000),
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [[corner(-9000, 0), corner(0, -9000), corner(9000, 0), corner(0, 9000), corner(-9000, 0)]],
    },
    ...Array.from({ length: 10 }, () => randomShape(random, home, 0.002)),
  ];
  for (const area of areas) {
    const answers = await sql<{ pin: string }[]>`
      SELECT 'P' || (n - 1) AS pin FROM unnest(${shapes}::text[]) WITH ORDINALITY AS shapes (shape, n)
      WHERE ST_Intersects(shape::geometry, ${toEwkbHex(inGridSteps(area))}::geometry)`;
    const found = engine.pins({ op: 'intersects', area }, () => false).pins;
    expect(found.sort()).toEqual(answers.map(({ pin }) => pin).sort());
    expect(found.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThan(rows.length);
  }
});
