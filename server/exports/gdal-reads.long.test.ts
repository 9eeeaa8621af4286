// GDAL reads every export: as the importer has it, and the program of the machine.
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { type GdalChild, startGdal } from '../../import/readers/gdal-child.ts';
import { aboutExport, inBatches } from '../../test/exported-parcels.ts';
import { findProgram } from '../../test/find-program.ts';
import { oddParcels } from '../../test/odd-exports.ts';
import { testFolder } from '../../test/test-folder.ts';
import { type ExportFormat, exportWriters } from './export-writers.ts';

const folder = testFolder();
let gdal: GdalChild;
beforeAll(async () => {
  gdal = startGdal();
  const out = join(folder, 'out');
  await mkdir(out);
  await gdal.call('start', { folder: out });
});
afterAll(() => gdal.kill());

/** Answers the path that GDAL is to open. */
async function written(format: ExportFormat): Promise<string> {
  const writer = exportWriters[format];
  const own = join(folder, format);
  await mkdir(own, { recursive: true });
  const path = join(own, `export.${writer.ending}`);
  const countyFields = [...new Set(oddParcels.flatMap(({ more }) => more.map(([label]) => label)))];
  const about = aboutExport({ count: oddParcels.length, countyFields });
  const bytes = writer.write(inBatches(oddParcels, 2), about, new AbortController().signal);
  await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(path));
  if (format !== 'shp') return path;
  const zip = await openPromise(path, { autoClose: false });
  for await (const entry of zip.eachEntry())
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(join(own, entry.fileName)));
  zip.close();
  return join(own, 'iredell-parcels-2026-03-01.shp');
}

const ogrInfo = findProgram(['ogrinfo']);

const types = {
  geojson: { taxacres: 'Real', sale_date: 'Date', elsewhere: 'Integer', 'SNOW ZONE': 'String' },
  gpkg: { taxacres: 'Real', sale_date: 'Date', elsewhere: 'Integer', 'SNOW ZONE': 'String' },
  shp: { taxacres: 'Real', sale_date: 'Date', sales_pric: 'Integer', SNOW_ZONE: 'String' },
  // The importer's GDAL reads no fields of KML.
  kml: {},
};

describe.each(['geojson', 'kml', 'gpkg', 'shp'] as const)('%s', (format) => {
  test('[P15] GDAL finds every parcel, the types of fields and WGS 84', async () => {
    const path = await written(format);
    const { value: info, errors } = await gdal.call('open', { path });
    expect(errors).toEqual([]);
    const [layer] = info!.layers!;
    expect(layer!.featureCount).toBe(3);
    const found = Object.fromEntries(layer!.fields!.map(({ name, type }) => [name, type]));
    expect(found).toMatchObject(types[format]);
    expect(layer!.geometryFields![0]!.coordinateSystem!.wkt).toMatch(/^GEOGC(RS|S)\["WGS 84"/);
    const said = execFileSync(ogrInfo!, ['-ro', '-al', path], { encoding: 'utf8' });
    expect(said).toContain('Feature Count: 3');
    expect(said).toContain('SMITH, "BUD" & <script>alert(1)</script> ]]> O’HARA 🏡');
    expect(said).toContain('Extent: (-80.861234, 35.619876) - (-80.819000, 35.621000)');
    expect(said).toContain("the county's own");
    expect(said).toMatch(/MULTIPOLYGON \(\(\(-80\.84 35\.62,.*\),\(-80\.8398 35\.6202,/);
    // A GeoPackage that is not as it should be is told of.
    expect(said).not.toMatch(/Warning|ERROR/);
  });
});
