// What lies on a parcel, asked over HTTP of a layer of 100,000 areas, beside the same question in PostGIS, in one run.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { overlaysOnParcel } from '../../contract/overlays.ts';
import type { AreaGeometry, PolygonGeometry } from '../../geo/geometry.ts';
import { toEwkbHex } from '../../store/postgres/well-known-binary.ts';
import { openOverlays } from '../../store/sqlite/overlay-file-store.ts';
import { writeOverlayShapes } from '../../store/sqlite/overlay-writer.ts';
import { openAppUnderTest, testParcels } from '../../test/app-under-test.ts';
import { createDatabase, startPostgresCluster } from '../../test/postgres-cluster.ts';
import { parcelsNear, zones } from '../inputs/overlay-layer.ts';
import { ask } from '../measure/http.ts';
import { quantile } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import { missingPart } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const WARM_UP = 20;

type Kind = { name: string; where: 'among' | 'beside' };
const kinds: readonly Kind[] = [
  { name: 'what lies on a parcel', where: 'among' },
  { name: 'what lies nearest', where: 'beside' },
];

type Question = { pin: string; geometry: PolygonGeometry };

const questionsOf = ({ where }: Kind, zoneCount: number, count: number): Question[] =>
  parcelsNear(where, { zoneCount, count }).map((geometry, at) => ({ pin: `${where}-${at}`, geometry }));

/** The same layer in PostGIS, with its spatial index. */
async function loadPostgis(sql: postgres.Sql, zoneCount: number): Promise<void> {
  await sql`CREATE TABLE zone (value text NOT NULL, geometry geometry(Polygon, 4326) NOT NULL)`;
  function* rows() {
    for (const batch of zones(zoneCount)) {
      for (const { value, geometry } of batch) yield `${value}\t${toEwkbHex(geometry as AreaGeometry)}\n`;
    }
  }
  await pipeline(Readable.from(rows()), await sql`COPY zone FROM STDIN`.writable());
  await sql`CREATE INDEX ON zone USING gist (geometry)`;
  await sql`CREATE INDEX ON zone USING gist ((geometry::geography))`;
  await sql`ANALYZE zone`;
}

async function askPostgis(sql: postgres.Sql, { geometry }: Question, { where }: Kind): Promise<number> {
  const land = toEwkbHex(geometry);
  const start = performance.now();
  if (where === 'among')
    await sql`SELECT value, ST_Area(ST_Union(ST_Intersection(geometry, ${land}::geometry))::geography)
      FROM zone WHERE ST_Intersects(geometry, ${land}::geometry) GROUP BY value`;
  else
    await sql`SELECT value, ST_Distance(geometry::geography, ${land}::geography) FROM zone
      ORDER BY geometry::geography <-> ${land}::geography LIMIT 1`;
  return performance.now() - start;
}

async function askPlatbook(port: number, { pin }: Question, { where }: Kind): Promise<number> {
  const { status, body, ms } = await ask(port, { path: `/api/parcels/${pin}/overlays` });
  if (status !== 200) throw new Error(`A parcel was answered with ${status}: ${body}`);
  const [overlay] = overlaysOnParcel.parse(JSON.parse(body.toString())).overlays;
  const isFound = where === 'among' ? overlay!.parts.length > 0 : overlay!.nearest !== undefined;
  if (!isFound) throw new Error(`Nothing was found for ${pin}.`);
  return ms;
}

export const overlays: Part = {
  name: 'overlays',
  title: 'What lies on a parcel',
  isLeftOutOfQuick: true,
  async run({ size, say }) {
    const zoneCount = size === 'quick' ? 10_000 : 100_000;
    const count = size === 'quick' ? 100 : 400;
    const folder = await mkdtemp(join(scratch, 'overlays-'));
    const layer = { name: 'zoning', title: 'Zoning', path: join(folder, 'zoning.db') };
    say(`writing a layer of ${zoneCount.toLocaleString('en-US')} areas`);
    const start = performance.now();
    await writeOverlayShapes({ path: layer.path, shapes: zones(zoneCount) });
    const writeSeconds = (performance.now() - start) / 1000;
    const store = openOverlays([layer]);
    const asked = kinds.map((kind) => ({ kind, questions: questionsOf(kind, zoneCount, count) }));
    const records = asked.flatMap(({ questions }) =>
      questions.map((question) => ({ ...testParcels[0]!, ...question })),
    );
    const under = await openAppUnderTest({
      records,
      parcelAccess: 'public',
      ground: { overlays: () => store },
    });
    const missing = missingPart('PostgreSQL', 'PostGIS');
    const cluster = missing === undefined ? await startPostgresCluster() : undefined;
    const sql = cluster && postgres(await createDatabase(cluster.url, 'overlays'), { max: 1 });
    try {
      await under.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = under.app.server.address() as AddressInfo;
      if (sql) {
        say('the same layer in PostGIS');
        await loadPostgis(sql, zoneCount);
      }
      const figures: Figure[] = [];
      for (const { kind, questions } of asked) {
        say(kind.name);
        const ours: number[] = [];
        const theirs: number[] = [];
        // In turn, so that other load on the machine slows both.
        for (const question of questions) {
          ours.push(await askPlatbook(port, question, kind));
          if (sql) theirs.push(await askPostgis(sql, question, kind));
        }
        for (const [label, share] of [
          ['median', 0.5],
          ['p95', 0.95],
        ] as const) {
          const value = quantile(ours.slice(WARM_UP), share);
          const peer = sql && quantile(theirs.slice(WARM_UP), share);
          const name = `${kind.name}, ${label}`;
          figures.push(
            {
              name,
              unit: 'ms',
              value,
              ...(peer !== undefined && { ratio: value / peer, beside: 'PostGIS' }),
              ...(label === 'p95' && { goal: { of: 'value', atMost: 20 } as const }),
            },
            {
              name: `PostGIS: ${name}`,
              unit: 'ms',
              ...(peer === undefined ? { missing: missing! } : { value: peer }),
              isPeer: true,
            },
          );
        }
      }
      return {
        about: `A layer of ${zoneCount.toLocaleString('en-US')} areas, one in ten of 500 corners, and ${count} parcels each among them and up to 20 miles beside them; one in ten parcels is half a mile wide. One question at a time, over HTTP, and by a statement in PostGIS on the same machine, in turn.`,
        figures: [{ name: 'writing the layer', unit: 's', value: writeSeconds }, ...figures],
        plots: [
          {
            name: 'overlays',
            title: 'What lies on a parcel',
            unit: 'ms',
            isLogarithmic: true,
            bars: barsOf(figures),
          },
        ],
      };
    } finally {
      await under.close();
      await store.close();
      await sql?.end();
      cluster?.stop();
      await rm(folder, { recursive: true });
    }
  },
};
