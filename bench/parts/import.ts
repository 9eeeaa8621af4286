// From a county's file to its map: the import with all tiles, beside ogr2ogr into PostGIS, which draws none, and
// tippecanoe, which does nothing else. And whether look-ups grow with the number of parcels.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { openSqliteParcels } from '../../store/sqlite/open-sqlite-stores.ts';
import { createDatabase, startPostgresCluster } from '../../test/postgres-cluster.ts';
import { askStore } from '../inputs/store-questions.ts';
import { countyFeatures, countyFile, importArgs, importedName } from '../inputs/synthetic-county.ts';
import { type Cost, costOf } from '../measure/processes.ts';
import { median, medianRatio, roundOrder } from '../measure/statistics.ts';
import type { Part, PartContext, Size } from '../part.ts';
import { findPeer, missingPart } from '../peers/programs.ts';
import { findTippecanoe, tippecanoeArgs } from '../peers/tippecanoe.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const sizes: Record<Size, number[]> = {
  quick: [10_000],
  normal: [100_000],
  full: [100_000, 1_000_000],
  state: [100_000, 1_000_000, 6_000_000],
};
/** Beyond this tippecanoe takes an hour and more. */
const TIPPECANOE_MAX = 1_000_000;

type Side = { name: 'Platbook' | 'ogr2ogr' | 'tippecanoe'; run(): Promise<Cost> };

/** An own PostgreSQL, empty, with PostGIS. */
async function openPostGis() {
  const cluster = await startPostgresCluster();
  const url = await createDatabase(cluster.url, 'bench');
  const sql = postgres(url, { max: 1 });
  await sql`CREATE EXTENSION postgis`;
  await sql.end();
  const { hostname, port, username } = new URL(url);
  return { cluster, connection: `PG:host=${hostname} port=${port} user=${username} dbname=bench` };
}

type PostGis = Awaited<ReturnType<typeof openPostGis>>;

async function sidesOf({
  count,
  postGis,
  tippecanoe,
}: {
  count: number;
  postGis: PostGis | undefined;
  tippecanoe: string | undefined;
}): Promise<Side[]> {
  const file = await countyFile(count);
  const dataDir = join(scratch, importedName(count));
  const sides: Side[] = [
    {
      name: 'Platbook',
      run: async () => {
        // Renamed when it is complete: other parts use it.
        const unfinished = `${dataDir}.new`;
        rmSync(unfinished, { recursive: true, force: true });
        const args = importArgs(file);
        const cost = await costOf({ program: process.execPath, args, env: { DATA_DIR: unfinished } });
        rmSync(dataDir, { recursive: true, force: true });
        renameSync(unfinished, dataDir);
        return cost;
      },
    },
  ];
  if (postGis) {
    const { connection, cluster } = postGis;
    const args = [
      ...['-f', 'PostgreSQL', connection, file, '-overwrite', '-nln', 'parcels', '-t_srs', 'EPSG:4326'],
      ...['-lco', 'SPATIAL_INDEX=GIST', '--config', 'PG_USE_COPY', 'YES'],
    ];
    sides.push({ name: 'ogr2ogr', run: () => costOf({ program: 'ogr2ogr', args }, [cluster.pid]) });
  }
  if (tippecanoe !== undefined && count <= TIPPECANOE_MAX) {
    const archive = join(scratch, `tippecanoe-${count}.mbtiles`);
    // The zooms that Platbook draws in advance.
    const args = tippecanoeArgs({ features: await countyFeatures(count), archive, zooms: [10, 16] });
    sides.push({ name: 'tippecanoe', run: () => costOf({ program: tippecanoe, args }) });
  }
  return sides;
}

type Peers = { postGis: PostGis | undefined; tippecanoe: string | undefined; missing: Map<string, string> };

async function measureLoads(count: number, peers: Peers, { size, say }: PartContext): Promise<Figure[]> {
  const rounds = size === 'quick' || count > 100_000 ? 1 : 3;
  const sides = await sidesOf({ count, ...peers });
  const costs = new Map<string, Cost[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of roundOrder(sides, round)) {
      say(`${count.toLocaleString('en-US')} parcels: ${name}`);
      costs.get(name)!.push(await run());
    }
  }
  const name = (what: string) => `${count.toLocaleString('en-US')} parcels: ${what}`;
  const all = (side: string, key: keyof Cost) => costs.get(side)?.map((cost) => cost[key]);
  const figures: Figure[] = [];
  const compare = (more: {
    key: 'seconds' | 'cpuSeconds';
    ours: string;
    peer: { side: string; name: string };
    ratioMax: number;
  }) => {
    const { key, ours, peer, ratioMax } = more;
    const unit = key === 'seconds' ? 's' : 'CPU-s';
    const own = all('Platbook', key)!;
    const other = all(peer.side, key);
    const missing = peers.missing.get(peer.side) ?? 'takes too long at this size';
    figures.push({
      name: name(peer.name),
      unit,
      isPeer: true,
      ...(other ? { value: median(other) } : { missing }),
    });
    figures.push({
      name: name(ours),
      unit,
      value: median(own),
      goal: { of: 'ratio', atMost: ratioMax },
      ...(other && { ratio: medianRatio(own, other), beside: peer.side }),
    });
  };
  compare({
    key: 'seconds',
    ours: 'import with tiles',
    peer: { side: 'ogr2ogr', name: 'ogr2ogr into PostGIS' },
    ratioMax: 3,
  });
  compare({
    key: 'cpuSeconds',
    ours: 'import with tiles, CPU',
    peer: { side: 'tippecanoe', name: 'tippecanoe, CPU' },
    ratioMax: 1 / 3,
  });
  figures.push({
    name: name('import, peak memory'),
    unit: 'MB',
    value: median(all('Platbook', 'peakMegabytes')!),
    goal: { of: 'value', atMost: 1000 },
  });
  return figures;
}

/** At the smallest size they are what the others are held against. */
async function measureLookUps(counts: readonly number[], say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  let smallest: Map<string, number> | undefined;
  for (const count of counts) {
    say(`${count.toLocaleString('en-US')} parcels: look-ups`);
    const store = await openSqliteParcels({ dataDir: join(scratch, importedName(count)) });
    const times = await askStore(store, count).finally(() => store.close());
    const words = (size: number) => `${size.toLocaleString('en-US')} parcels`;
    for (const [question, ms] of times) {
      const first = smallest?.get(question);
      figures.push({
        name: `${words(count)}: ${question}`,
        unit: 'ms',
        value: ms,
        ...(first !== undefined && {
          ratio: ms / first,
          beside: words(counts[0]!),
          // A search in sixty times as many parcels finds more, too.
          ...(!question.startsWith('search') && { goal: { of: 'ratio', atMost: 2 } as const }),
        }),
      });
    }
    smallest ??= times;
  }
  return figures;
}

async function findPeers(context: PartContext): Promise<Peers> {
  const missing = new Map<string, string>();
  const tippecanoe = await findTippecanoe(context);
  if (tippecanoe.missing !== undefined) missing.set('tippecanoe', tippecanoe.missing);
  const noPostGis = missingPart('PostgreSQL', 'PostGIS') ?? findPeer('ogr2ogr').missing;
  if (noPostGis !== undefined) missing.set('ogr2ogr', noPostGis);
  const postGis = noPostGis === undefined ? await openPostGis() : undefined;
  return { postGis, tippecanoe: tippecanoe.program, missing };
}

export const importing: Part = {
  name: 'import',
  title: 'From file to map',
  async run(context) {
    const counts = sizes[context.size];
    const peers = await findPeers(context);
    const loads: Figure[] = [];
    try {
      for (const count of counts) loads.push(...(await measureLoads(count, peers, context)));
    } finally {
      peers.postGis?.cluster.stop();
    }
    const lookUps = await measureLookUps(counts, context.say);
    return {
      about:
        'A synthetic county as a GeoPackage in State Plane feet. Platbook reads, projects, checks and groups it, writes its database with full-text and spatial indexes, and draws all tiles of zoom 10 to 16, with every safety of SQLite on. ogr2ogr projects the same file into PostGIS (COPY, a spatial index, fsync off) and draws nothing. tippecanoe only draws, zoom 10 to 16, from GeoJSON with the same properties; below zoom 13 it leaves out about twice as many parcels as Platbook. CPU time and peak memory of all processes; those of PostgreSQL count to the CPU time of ogr2ogr. Look-ups: the median of 500, one at a time, through the store and its worker thread.',
      figures: [...loads, ...lookUps],
      plots: [
        {
          name: 'import',
          title: 'From file to map: seconds, and CPU seconds',
          unit: 's',
          isLogarithmic: true,
          bars: barsOf(loads.filter(({ unit }) => unit !== 'MB')),
        },
        {
          name: 'look-ups',
          title: 'Look-ups by the number of parcels',
          unit: 'ms',
          isLogarithmic: true,
          bars: barsOf(lookUps),
        },
      ],
    };
  },
};
