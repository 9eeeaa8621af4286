// Files of every format an import reads, damaged in every way: read right, or refused in words.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { openSource } from '../../../import/open-source.ts';
import { UNPACK_LIMITS } from '../../../import/unpack-archive.ts';
import { openWorker } from '../../../runtime/worker-call.ts';
import { csvText, smallCounty, wkbOf, writeGeoPackage } from '../../county-files.ts';
import { writeEsriJson, writeGeoJson, writeGeoParquet } from '../../county-files-more.ts';
import { writeShapefile } from '../../county-shapefile.ts';
import { testFolder } from '../../test-folder.ts';
import { zipBytes } from '../../zip-bytes.ts';
import { FAULT_TIMEOUT_MS } from '../size.ts';
import { fuzz } from './fuzz.ts';
import { importWhole } from './import-whole.ts';
import { damage, damaged } from './mutate-bytes.ts';
import type { ReadCalls } from './read-worker.ts';

const folder = testFolder();

type ValidFile = { name: string; bytes: Buffer };

/** Files with a format's name; each case damages one of them, and the others stand beside it. */
const formats: Record<string, () => Promise<ValidFile[]>> = {
  Shapefile: async () => {
    const made = join(folder, 'shapefile');
    await writeShapefile({ folder: made, encoding: 'windows-1252', codePage: null, languageDriver: 0x57 });
    return filesOf(made);
  },
  'Shapefile with Z': async () => {
    const made = join(folder, 'shapefile-z');
    await writeShapefile({ folder: made, shapeType: 15 });
    return filesOf(made);
  },
  GeoJSON: async () => [await fileOf(await writeGeoJson({ folder: await newFolder('geojson') }))],
  'Esri JSON': async () => [await fileOf(await writeEsriJson({ folder: await newFolder('esri') }))],
  'GeoJSON lines': async () => [
    {
      name: 'lines.geojsonl',
      bytes: Buffer.from(
        (
          JSON.parse(String((await fileOf(await writeGeoJson({ folder: await newFolder('lines') }))).bytes))
            .features as unknown[]
        )
          .map((feature) => JSON.stringify(feature))
          .join('\n'),
      ),
    },
  ],
  GeoPackage: async () => [await fileOf(await writeGeoPackage({ path: join(folder, 'county.gpkg') }))],
  GeoParquet: async () => [await fileOf(await writeGeoParquet({ folder: await newFolder('parquet') }))],
  'CSV with WKT': async () => [{ name: 'county.csv', bytes: Buffer.from(csvText()) }],
  'CSV with WKB': async () => [
    {
      name: 'county.csv',
      bytes: Buffer.from(
        ['PIN,OWNER,the_geom']
          .concat(
            smallCounty.features.map(
              ({ properties, polygons }) =>
                `${properties.PIN},"${String(properties.OWNNAME).replaceAll('"', '""')}",${polygons ? wkbOf(polygons).toString('hex') : ''}`,
            ),
          )
          .join('\r\n'),
      ),
    },
  ],
  zip: async () => {
    const made = join(folder, 'zipped');
    await writeShapefile({ folder: made });
    const entries = await filesOf(made);
    return [{ name: 'county.zip', bytes: zipBytes(entries) }];
  },
  gzip: async () => [{ name: 'county.csv.gz', bytes: gzipSync(csvText()) }],
};

async function newFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}

async function fileOf(path: string): Promise<ValidFile> {
  return { name: basename(path), bytes: await readFile(path) };
}

async function filesOf(path: string): Promise<ValidFile[]> {
  return Promise.all((await readdir(path)).sort().map((name) => fileOf(join(path, name))));
}

/** A damaged file of this size is read in milliseconds. */
const READ_MS_MAX = 5000;
const reader = openWorker<ReadCalls>(new URL('./read-worker.ts', import.meta.url), {});
afterAll(() => reader.close());

/**
 * hyparquet reads on for ever where the header of a page lacks a field. A command is ended by its guard then (cli/run-guarded.ts), and here
 * the thread.
 */
async function neverEnds(path: string): Promise<boolean> {
  let isEnded = false;
  const watchdog = setTimeout(() => {
    isEnded = true;
    reader.end();
  }, READ_MS_MAX);
  await reader.call('read', path).catch(() => {});
  clearTimeout(watchdog);
  return isEnded;
}

let serial = 0;
let endless = 0;

/** Opens the first .shp, or the only file, as an operator would. */
async function importFiles(files: readonly ValidFile[]): Promise<number> {
  const path = join(folder, `case-${serial++}`);
  await mkdir(path);
  for (const { name, bytes } of files) await writeFile(join(path, name), bytes);
  const main = files.find(({ name }) => name.endsWith('.shp')) ?? files[0]!;
  try {
    if (main.name.endsWith('.parquet') && (await neverEnds(join(path, main.name)))) {
      endless++;
      return 0;
    }
    return await importWhole(() =>
      openSource({
        source: join(path, main.name),
        workFolder: join(path, 'work'),
        limits: { ...UNPACK_LIMITS, bytes: 50e6, entries: 100 },
      }),
    );
  } finally {
    await rm(path, { recursive: true });
  }
}

describe.each(Object.keys(formats))('%s', (format) => {
  test(
    'damaged files are read or refused in words',
    async () => {
      const valid = await formats[format]!();
      expect(await importFiles(valid)).toBeGreaterThan(2);
      const before = serial;
      endless = 0;
      await fuzz({
        what: `damaged ${format}`,
        cases: { short: 80, long: 4000 },
        input: fc.record({ which: fc.nat(99), edits: damage }),
        property: ({ which, edits }) =>
          importFiles(
            valid.map((file, at) =>
              at === which % valid.length ? { ...file, bytes: damaged(file.bytes, edits) } : file,
            ),
          ),
      });
      // Rare, or it is no longer the library alone.
      expect(endless).toBeLessThanOrEqual(Math.max(2, (serial - before) / 100));
    },
    FAULT_TIMEOUT_MS,
  );
});

const NAMES = ['a.shp', 'a.dbf', 'a.geojson', 'a.csv', 'a.parquet', 'a.gpkg', 'a.zip', 'a.gz', 'a.ndjson'];
const MAGIC = ['', 'PK\x03\x04', '\x1f\x8b\x08', 'SQLite format 3\0', 'PAR1', '{', '[', '\0\0\x27\x0a'];

test(
  'arbitrary bytes under any name are refused in words',
  async () => {
    await fuzz({
      what: 'arbitrary bytes as a file',
      cases: { short: 150, long: 8000 },
      input: fc.record({
        name: fc.constantFrom(...NAMES),
        magic: fc.constantFrom(...MAGIC),
        bytes: fc.uint8Array({ maxLength: 600 }),
      }),
      property: ({ name, magic, bytes }) =>
        importFiles([{ name, bytes: Buffer.concat([Buffer.from(magic, 'latin1'), bytes]) }]),
    });
  },
  FAULT_TIMEOUT_MS,
);

test(
  'arbitrary JSON is refused in words',
  async () => {
    const keys = [
      ...'type features geometry coordinates properties geometries rings attributes crs'.split(' '),
      ...'fields spatialReference name __proto__ constructor toString'.split(' '),
    ];
    const words = [
      ...'FeatureCollection Feature Polygon MultiPolygon GeometryCollection Point EPSG:2264'.split(' '),
      ...'PIN'.split(' '),
    ];
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 6 },
        fc.oneof(
          fc.constantFrom<unknown>(...words),
          fc.double(),
          fc.string({ maxLength: 8 }),
          fc.constantFrom(null, true),
        ),
        fc.array(tie('json'), { maxLength: 5 }),
        fc.dictionary(fc.constantFrom(...keys), tie('json'), { maxKeys: 5 }),
      ),
    }));
    await fuzz({
      what: 'arbitrary JSON as GeoJSON',
      cases: { short: 150, long: 8000 },
      input: fc.record({ value: json, isFeature: fc.boolean() }),
      property: ({ value, isFeature }) => {
        const text = JSON.stringify(
          isFeature
            ? {
                type: 'FeatureCollection',
                features: [{ type: 'Feature', properties: value, geometry: value }, value],
              }
            : value,
        );
        return importFiles([{ name: 'a.geojson', bytes: Buffer.from(text) }]);
      },
    });
  },
  FAULT_TIMEOUT_MS,
);
