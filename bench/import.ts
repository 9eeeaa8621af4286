// Benchmark of the import: the same synthetic county as a GeoPackage in State Plane feet, through the whole import, into
// the store alone, and beside ogr2ogr where GDAL is installed. Ratios in one run, at two sizes, with the peak memory.
//
//   npm run bench -- import [parcels]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSource } from '../import/open-source.ts';
import { runImport } from '../import/run-import.ts';
import { openSqliteParcels } from '../store/sqlite/open-sqlite-stores.ts';
import { writeSyntheticGeoPackage } from '../test/synthetic-geopackage.ts';
import { syntheticParcels } from '../test/synthetic-parcels.ts';

const largest = Number(process.argv[2] ?? 100_000);
const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;

type Measured = { seconds: number; cpuSeconds: number; peakMegabytes: number };

/** In this process: the import has threads, and their CPU time counts, too. */
async function measure(run: () => Promise<unknown>): Promise<Measured> {
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  await run();
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watch);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds, cpuSeconds: (user + system) / 1e6, peakMegabytes: peak / 1e6 };
}

function shapeOf(count: number) {
  const columns = Math.max(20, Math.round(Math.sqrt(count) / 20) * 20);
  return { columns, rows: Math.ceil(count / columns) };
}

function print(name: string, ratio: number, figures: readonly string[]): void {
  console.log(`  ${name.padEnd(38)} ${figures.join(', ')}, ${ratio.toFixed(2)} of the store alone`);
}

async function benchmark(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'platbook-bench-'));
  try {
    const path = join(folder, 'county.gpkg');
    const parcels = () => syntheticParcels(shapeOf(count));
    await writeSyntheticGeoPackage(path, parcels());
    const about = {
      name: 'bench',
      title: 'bench',
      attribution: null,
      kind: 'imported',
      dataDate: null,
    } as const;

    const store = await openSqliteParcels({ dataDir: join(folder, 'alone') });
    const alone = await measure(() =>
      store.replaceSource({ ...about, recipe: null, parcels: parcels(), expectedCount: count }),
    );
    await store.close();

    const target = await openSqliteParcels({ dataDir: join(folder, 'whole') });
    const whole = await measure(async () => {
      const source = await openSource({ source: path, workFolder: join(folder, 'work') });
      await runImport({
        source,
        join: undefined,
        options: {},
        about,
        recipeOf: () => null,
        store: target,
        workFolder: join(folder, 'work'),
        dryRun: false,
        say: () => {},
      });
      await source.close();
    });
    await target.close();

    const rows: [string, Measured][] = [
      ['store alone', alone],
      ['whole import', whole],
    ];
    console.log(`${count.toLocaleString('en-US')} parcels`);
    for (const [name, { seconds, cpuSeconds, peakMegabytes }] of rows) {
      print(name, seconds / alone.seconds, [
        `${seconds.toFixed(1)} s`,
        `${cpuSeconds.toFixed(1)} CPU-s`,
        `${peakMegabytes.toFixed(0)} MB at the peak`,
      ]);
    }
    if (hasGdal) {
      // A process of its own, so that its CPU time and memory are not measured here.
      const { seconds } = await measure(async () => {
        execFileSync('ogr2ogr', ['-t_srs', 'EPSG:4326', '-makevalid', join(folder, 'out.gpkg'), path]);
      });
      print('ogr2ogr -makevalid into a GeoPackage', seconds / alone.seconds, [`${seconds.toFixed(1)} s`]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

for (const count of [largest / 10, largest]) await benchmark(count);
if (!hasGdal) console.log('ogr2ogr is not installed, so there is no comparison with it.');
