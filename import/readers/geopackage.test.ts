// GeoPackages: layers, coordinate systems and values; tables without shapes; broken files.
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addGeoPackageLayer,
  box,
  type County,
  smallCounty,
  wkbOf,
  writeGeoPackage,
} from '../../test/county-files.ts';
import { batchesOf, featuresOf } from '../../test/read-layer.ts';
import { emptyFolder } from '../../test/test-folder.ts';
import { chooseLayer } from '../choose-layer.ts';
import { openGeoPackage } from './geopackage.ts';
import { parseGeoPackageGeometry } from './geopackage-geometry.ts';

const folder = emptyFolder();
const path = join(folder, 'county.gpkg');

/** Changes the file with SQL, as another program would have written it. */
function change(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

const polygonsOf = ({ features }: County) =>
  features.map(
    ({ polygons }) =>
      polygons && {
        kind: 'polygons',
        polygons: polygons.map((rings) => rings.map((ring) => Float64Array.from(ring.flat()))),
      },
  );

describe('openGeoPackage', () => {
  test('gives fields, coordinate system, count and all features with their values', async () => {
    await writeGeoPackage({ path, name: "Tax 'Parcels'" });
    const [layer] = (await openGeoPackage({ path })).layers;
    expect(layer).toMatchObject({
      name: "Tax 'Parcels'",
      geometry: 'area',
      fields: smallCounty.fields.map(({ name, type }) => ({ name, type })),
      crs: { kind: 'epsg', code: 4326 },
      count: 4,
    });
    const features = await featuresOf(layer!);
    expect(features.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
    expect(features.map(({ properties }) => properties)).toEqual(
      smallCounty.features.map((f) => f.properties),
    );
    expect(features.map(({ geometry }) => geometry)).toEqual(polygonsOf(smallCounty));
    expect(await readdir(folder)).toEqual(['county.gpkg']);
  });

  test('several layers and a table of attributes are all listed', async () => {
    await writeGeoPackage({ path });
    const database = new DatabaseSync(path);
    addGeoPackageLayer({ database, name: 'zoning', county: smallCounty });
    database.exec(`
      CREATE TABLE assessor (PIN TEXT, OWNER TEXT);
      INSERT INTO assessor VALUES ('1', 'SMITH'), ('1', 'JONES');
      INSERT INTO gpkg_contents (table_name, data_type) VALUES ('assessor', 'attributes'), ('lost', 'features'), ('hills', 'tiles');
      UPDATE gpkg_geometry_columns SET geometry_type_name = 'POINT' WHERE table_name = 'zoning';
    `);
    database.close();
    const { layers } = await openGeoPackage({ path });
    expect(layers.map(({ name, geometry, count }) => [name, geometry, count])).toEqual([
      ['parcels', 'area', 4],
      ['zoning', 'point', 4],
      ['assessor', 'none', 2],
    ]);
    expect(await featuresOf(layers[2]!)).toEqual([
      { row: 1, properties: { PIN: '1', OWNER: 'SMITH' }, geometry: null },
      { row: 2, properties: { PIN: '1', OWNER: 'JONES' }, geometry: null },
    ]);
  });

  test('a system that is not from EPSG is given as its text; an undefined one is unknown', async () => {
    await writeGeoPackage({ path });
    change("UPDATE gpkg_spatial_ref_sys SET organization = 'ESRI', organization_coordsys_id = 102719");
    expect((await openGeoPackage({ path })).layers[0]!.crs).toEqual({ kind: 'wkt', text: smallCounty.wkt });
    change('UPDATE gpkg_geometry_columns SET srs_id = -1');
    expect((await openGeoPackage({ path })).layers[0]!.crs).toBeUndefined();
  });

  test('times lose their hours, large numbers keep their digits, blanks are none, pictures are left out', async () => {
    await writeGeoPackage({ path, county: { ...smallCounty, features: [] } });
    change(`
      ALTER TABLE parcels ADD COLUMN EDITED DATETIME;
      ALTER TABLE parcels ADD COLUMN BIGPIN INTEGER;
      ALTER TABLE parcels ADD COLUMN TAXED BOOLEAN;
      ALTER TABLE parcels ADD COLUMN PHOTO BLOB;
      INSERT INTO parcels (EDITED, BIGPIN, TAXED, PHOTO, SITEADD) VALUES ('2020-10-06T12:30:00.000Z', 37119000123456789, 1, x'FF', '');
    `);
    const [layer] = (await openGeoPackage({ path })).layers;
    const { properties } = (await featuresOf(layer!))[0]!;
    expect(properties).toMatchObject({
      EDITED: '2020-10-06',
      BIGPIN: '37119000123456789',
      TAXED: true,
      SITEADD: null,
    });
    expect(layer!.fields.map(({ name }) => name)).not.toContain('PHOTO');
  });

  test('thousands of rows come in batches; a limit and an abort end them early', async () => {
    const features = Array.from({ length: 1_234 }, (_, index) => ({
      properties: { PIN: `P${index + 1}` },
      polygons: [[box(index, 0, 1, 1)]],
    }));
    await writeGeoPackage({ path, county: { ...smallCounty, features } });
    const layer = (await openGeoPackage({ path })).layers[0]!;
    const batches = await batchesOf(layer);
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 234]);
    for (const { row, properties } of batches.flat()) expect(properties.PIN).toBe(`P${row}`);
    expect(await featuresOf(layer, { limit: 7 })).toHaveLength(7);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(featuresOf(layer, { signal })).rejects.toThrow('stopped');
  });

  test('rows that another program has written but not yet merged are read, too', async () => {
    await writeGeoPackage({ path });
    const writer = new DatabaseSync(path);
    try {
      writer.exec("PRAGMA journal_mode = WAL; INSERT INTO parcels (PIN) VALUES ('new')");
      expect(await featuresOf((await openGeoPackage({ path })).layers[0]!)).toHaveLength(5);
    } finally {
      writer.close();
    }
  });
});

describe('a broken GeoPackage is refused in a sentence', () => {
  test('one that is cut off', async () => {
    const features = Array.from({ length: 500 }, () => smallCounty.features[0]!);
    await writeGeoPackage({ path, county: { ...smallCounty, features } });
    await truncate(path, Math.floor((await readFile(path)).length / 2));
    const reading = async () => {
      for (const layer of (await openGeoPackage({ path })).layers) await featuresOf(layer);
    };
    await expect(reading()).rejects.toThrow(
      /^county\.gpkg is cut off or damaged \(.*\)\. Get a complete copy of it\.$/,
    );
  });

  test('one that is another database, or none', async () => {
    change('CREATE TABLE songs (title TEXT)');
    await expect(openGeoPackage({ path })).rejects.toThrow('an SQLite database, but not a GeoPackage');
    await writeFile(path, 'SQLite format 3, or so it says');
    await expect(openGeoPackage({ path })).rejects.toThrow('cut off or damaged');
  });
});

describe('a GeoPackage that lies', () => {
  const only = async () => (await openGeoPackage({ path })).layers[0]!;
  beforeEach(() => writeGeoPackage({ path }));

  test('about the column of its shapes is told so; another case of letters is not a lie', async () => {
    change('UPDATE gpkg_geometry_columns SET column_name = upper(column_name)');
    expect((await featuresOf(await only())).map(({ geometry }) => geometry)).toEqual(polygonsOf(smallCounty));
    change("UPDATE gpkg_geometry_columns SET column_name = 'nowhere'");
    const layer = await only();
    expect(() => chooseLayer([layer], undefined)).toThrow(
      /of county\.gpkg should have its shapes in the column nowhere, which does not exist: export it again\.$/,
    );
  });

  test('about its count, or has none of its layers, is read or told', async () => {
    change(
      "CREATE TABLE gpkg_ogr_contents (table_name TEXT, feature_count); INSERT INTO gpkg_ogr_contents SELECT table_name, 'many' FROM gpkg_contents",
    );
    expect((await only()).count).toBe(4);
    change('DELETE FROM gpkg_contents');
    const { layers } = await openGeoPackage({ path });
    expect(() => chooseLayer(layers, undefined)).toThrow(/^There is no layer in it: check/);
  });

  test.each(["'1\nplatbook: Imported as good'", '1.5'])(
    'about the number of its system is read by its text: %s',
    async (code) => {
      change(`UPDATE gpkg_spatial_ref_sys SET organization_coordsys_id = ${code}`);
      expect((await only()).crs).toEqual({ kind: 'wkt', text: smallCounty.wkt });
    },
  );

  test('with a view that has no end is refused', async () => {
    const { name } = await only();
    change(
      `ALTER TABLE "${name}" RENAME TO old; CREATE VIEW "${name}" AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n AS fid, 'x' AS PIN, NULL AS geom FROM t ORDER BY n DESC`,
    );
    const reading = async () => featuresOf(await only());
    await expect(reading()).rejects.toThrow(/has a view that is a recursive query, which is not run/);
  });

  test('numbers beyond what JavaScript holds keep their digits in a column without a type', async () => {
    const { name } = await only();
    change(`ALTER TABLE "${name}" ADD COLUMN BIG; UPDATE "${name}" SET BIG = 9223372036854775807`);
    expect((await featuresOf(await only()))[0]!.properties.BIG).toBe('9223372036854775807');
  });

  test('its words come without control characters', async () => {
    const bytes = await readFile(path);
    const at = bytes.indexOf('CREATE TABLE gpkg_contents');
    bytes.write('\u000e', at + 'CREATE TABLE '.length, 'latin1');
    await writeFile(path, bytes);
    const message = await openGeoPackage({ path }).catch((error: Error) => error.message);
    expect(message).toMatch(/^county\.gpkg is cut off or damaged/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal must not get them
    expect(message).not.toMatch(/[\u0000-\u001f]/);
  });
});

describe('parseGeoPackageGeometry', () => {
  const wkb = wkbOf([[box(0, 0, 1, 1)]]);
  const withFlags = (flags: number, envelopeBytes: number) =>
    Buffer.concat([Buffer.from([0x47, 0x50, 0, flags, 0, 0, 0, 0]), Buffer.alloc(envelopeBytes), wkb]);

  test.each([
    [0b0001, 0],
    [0b0011, 32],
    [0b0101, 48],
    [0b0111, 48],
    [0b1001, 64],
    [0b1000, 64],
  ])('an envelope by the flags %i is stepped over', (flags, envelopeBytes) => {
    expect(parseGeoPackageGeometry(withFlags(flags, envelopeBytes))).toMatchObject({ kind: 'polygons' });
  });

  test('empty ones are none; extended ones and nonsense have a reason', () => {
    expect(parseGeoPackageGeometry(withFlags(0b10001, 0))).toBeNull();
    expect(parseGeoPackageGeometry(new Uint8Array())).toBeNull();
    expect(parseGeoPackageGeometry(withFlags(0b100001, 0))).toMatchObject({ kind: 'unreadable' });
    expect(parseGeoPackageGeometry(wkb)).toMatchObject({ reason: 'is not a GeoPackage geometry' });
  });
});
