// Shapefiles as counties hand them out: every spelling of their parts, moved shapes, and broken ones.
import { appendFile, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { box, type County, smallCounty, WGS84_WKT } from '../../test/county-files.ts';
import { writeShapefile } from '../../test/county-shapefile.ts';
import { batchesOf, featuresOf } from '../../test/read-layer.ts';
import { emptyFolder } from '../../test/test-folder.ts';
import { FEATURES_PER_BATCH, type Layer } from '../layer.ts';
import { openShapefile } from './shapefile.ts';

const folder = emptyFolder();

async function onlyLayer(path: string, encoding?: string): Promise<Layer> {
  return (await openShapefile({ path, encoding })).layers[0]!;
}

const expectedRings = smallCounty.features.map(
  ({ polygons }) =>
    polygons && { kind: 'rings', rings: polygons.flat().map((ring) => Float64Array.from(ring.flat())) },
);

describe('openShapefile', () => {
  test('gives fields, coordinate system, count and all features with their values', async () => {
    const layer = await onlyLayer(await writeShapefile({ folder, name: 'TaxParcels' }));
    expect(layer).toMatchObject({
      name: 'TaxParcels',
      geometry: 'area',
      fields: smallCounty.fields.map(({ name, type }) => ({ name, type })),
      crs: { kind: 'wkt', text: WGS84_WKT },
      count: 4,
    });
    const features = await featuresOf(layer);
    expect(features.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
    expect(features.map(({ properties }) => properties)).toEqual(
      smallCounty.features.map((f) => f.properties),
    );
    expect(features.map(({ geometry }) => geometry)).toEqual(expectedRings);
  });

  test.each([15, 25])('shapes of type %i lose their Z and M and are the same', async (shapeType) => {
    const layer = await onlyLayer(await writeShapefile({ folder, shapeType }));
    expect(layer.geometry).toBe('area');
    expect((await featuresOf(layer)).map(({ geometry }) => geometry)).toEqual(expectedRings);
  });

  test('its parts are found whatever the case of their names', async () => {
    const path = await writeShapefile({ folder });
    await rename(join(folder, 'parcels.dbf'), join(folder, 'PARCELS.DBF'));
    await rename(join(folder, 'parcels.prj'), join(folder, 'parcels.Prj'));
    await rename(path, join(folder, 'Parcels.SHP'));
    const layer = await onlyLayer(join(folder, 'Parcels.SHP'));
    expect(layer.name).toBe('Parcels');
    expect(layer.crs?.kind).toBe('wkt');
    expect(await featuresOf(layer)).toHaveLength(4);
  });

  test('it reads without .shx, .prj and .cpg; the coordinate system is then unknown', async () => {
    const path = await writeShapefile({ folder, projection: null, codePage: null });
    await rm(join(folder, 'parcels.shx'));
    const layer = await onlyLayer(path);
    expect(layer.crs).toBeUndefined();
    const features = await featuresOf(layer);
    expect(features.map(({ geometry }) => geometry)).toEqual(expectedRings);
    expect(features[0]!.properties.OWNNAME).toBe('NÚÑEZ, ZOË');
  });

  test('a .prj and a .cpg of gigabytes are not read to their end', async () => {
    const path = await writeShapefile({ folder });
    await truncate(join(folder, 'parcels.prj'), 1.5e9);
    await truncate(join(folder, 'parcels.cpg'), 1.5e9);
    const layer = await onlyLayer(path);
    expect((await featuresOf(layer))[0]!.properties.OWNNAME).toBe('NÚÑEZ, ZOË');
  });

  test('a table without columns, as of shapes alone, has its rows', async () => {
    const path = await writeShapefile({ folder });
    const dbf = Buffer.alloc(33 + 4, ' ');
    dbf.set([3, 124, 1, 1, 4, 0, 0, 0, 33, 0, 1, 0], 0);
    dbf.fill(0, 12, 32)[32] = 0x0d;
    await writeFile(join(folder, 'parcels.dbf'), dbf);
    const layer = await onlyLayer(path);
    expect(layer.fields).toEqual([]);
    expect((await featuresOf(layer)).map(({ geometry }) => geometry)).toEqual(expectedRings);
  });

  test('a shape that an editor moved to the end of the file stays with its row', async () => {
    const path = await writeShapefile({ folder });
    const [shp, shx] = [await readFile(path), await readFile(join(folder, 'parcels.shx'))];
    const start = shx.readInt32BE(100) * 2;
    const length = 8 + shx.readInt32BE(104) * 2;
    const moved = Buffer.from(shp.subarray(start, start + length));
    shp.fill(0, start + 8, start + length);
    shx.writeInt32BE(shp.length / 2, 100);
    const grown = Buffer.concat([shp, moved]);
    grown.writeInt32BE(grown.length / 2, 24);
    await writeFile(path, grown);
    await writeFile(join(folder, 'parcels.shx'), shx);
    expect((await featuresOf(await onlyLayer(path))).map(({ geometry }) => geometry)).toEqual(expectedRings);
  });

  test('an index of other data is not believed', async () => {
    const path = await writeShapefile({ folder });
    const shx = await readFile(join(folder, 'parcels.shx'));
    shx.writeInt32BE(77, 100);
    await writeFile(join(folder, 'parcels.shx'), shx);
    expect((await featuresOf(await onlyLayer(path))).map(({ geometry }) => geometry)).toEqual(expectedRings);
  });

  test('a row that is marked as deleted is left out, and the others keep their numbers', async () => {
    const path = await writeShapefile({ folder });
    const dbf = await readFile(join(folder, 'parcels.dbf'));
    dbf.write('*', dbf.readUInt16LE(8) + dbf.readUInt16LE(10));
    await writeFile(join(folder, 'parcels.dbf'), dbf);
    const features = await featuresOf(await onlyLayer(path));
    expect(features.map(({ row, properties }) => [row, properties.PIN])).toEqual([
      [1, '4744-01-0001'],
      [3, '4744-01-0003'],
      [4, '4744-01-0004'],
    ]);
    expect(features[1]!.geometry).toEqual(expectedRings[2]);
  });

  test('thousands of rows come in batches, in order; a limit ends them early; reading can begin again', async () => {
    const county: County = {
      ...smallCounty,
      features: Array.from({ length: 2_345 }, (_, index) => ({
        properties: { ...smallCounty.features[0]!.properties, PIN: `P${index + 1}` },
        polygons: [[box(index, 0, 1, 1)]],
      })),
    };
    const layer = await onlyLayer(await writeShapefile({ folder, county }));
    const batches = await batchesOf(layer);
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 500, 500, 345]);
    const features = batches.flat();
    for (const { row, properties, geometry } of features) {
      expect(properties.PIN).toBe(`P${row}`);
      expect(geometry).toMatchObject({ rings: [{ 0: row - 1 }] });
    }
    expect((await featuresOf(layer, { limit: 3 })).map(({ row }) => row)).toEqual([1, 2, 3]);
    expect(FEATURES_PER_BATCH).toBe(500);
  });

  test('an aborted reading ends with the reason', async () => {
    const layer = await onlyLayer(await writeShapefile({ folder }));
    const signal = AbortSignal.abort(new Error('stopped by the operator'));
    await expect(batchesOf(layer, { signal })).rejects.toThrow('stopped by the operator');
  });
});

describe('the encoding', () => {
  const owner = async (path: string, encoding?: string) =>
    (await featuresOf(await onlyLayer(path, encoding)))[0]!.properties.OWNNAME;

  test.each([
    ['windows-1252 that the .cpg names', { encoding: 'windows-1252', codePage: 'ANSI 1252' }],
    ['ISO 8859-1 that the .cpg names', { encoding: 'windows-1252', codePage: '88591' }],
    ['windows-1252 without a .cpg', { encoding: 'windows-1252', codePage: null }],
    ['windows-1252 under a .cpg that says UTF-8', { encoding: 'windows-1252', codePage: 'UTF-8' }],
    ['UTF-8 without a .cpg', { encoding: 'utf-8', codePage: null }],
    ['UTF-8 under a .cpg that says 1252', { encoding: 'utf-8', codePage: '1252' }],
    ['UTF-8 under a .cpg of nonsense', { encoding: 'utf-8', codePage: 'system default' }],
  ] as const)('%s is read right', async (_, options) => {
    expect(await owner(await writeShapefile({ folder, ...options }))).toBe('NÚÑEZ, ZOË');
  });

  test('CP437 is read right where the language byte of the .dbf says so', async () => {
    const county: County = {
      ...smallCounty,
      features: [{ ...smallCounty.features[0]!, properties: { OWNNAME: 'PEÑA & Söhne' } }],
    };
    const path = await writeShapefile({
      folder,
      county,
      encoding: 'cp437',
      codePage: null,
      languageDriver: 1,
    });
    expect(await owner(path)).toBe('PEÑA & Söhne');
  });

  test('the one that the operator names wins over everything', async () => {
    const path = await writeShapefile({ folder, encoding: 'cp850', codePage: 'UTF-8', languageDriver: 3 });
    expect(await owner(path)).not.toBe('NÚÑEZ, ZOË');
    expect(await owner(path, 'CP850')).toBe('NÚÑEZ, ZOË');
    await expect(openShapefile({ path, encoding: 'klingon' })).rejects.toThrow(
      'There is no encoding "klingon"',
    );
  });

  test('a letter that the width of the column cuts in two is dropped, and the others stay', async () => {
    const county: County = {
      ...smallCounty,
      fields: [{ name: 'OWNNAME', type: 'text', width: 5 }],
      features: [{ properties: { OWNNAME: 'ÑAÑÑ' }, polygons: null }],
    };
    expect(await owner(await writeShapefile({ folder, county, codePage: null }))).toBe('ÑAÑ');
  });
});

describe('a broken Shapefile is refused in a sentence', () => {
  test('a .shp without .dbf', async () => {
    const path = await writeShapefile({ folder });
    await rm(join(folder, 'parcels.dbf'));
    await expect(openShapefile({ path })).rejects.toThrow('parcels.shp has no parcels.dbf beside it');
  });

  test('a .shp that is cut off names the row that it reaches', async () => {
    const path = await writeShapefile({ folder });
    await truncate(path, (await readFile(path)).length - 100);
    await expect(openShapefile({ path })).rejects.toThrow('parcels.shp is cut off: it ends after row 2.');
  });

  test('a .shp that is cut off where its head does not tell', async () => {
    const path = await writeShapefile({ folder });
    const shp = (await readFile(path)).subarray(0, -100);
    shp.writeInt32BE(shp.length / 2, 24);
    await writeFile(path, shp);
    const layer = await onlyLayer(path);
    await expect(featuresOf(layer)).rejects.toThrow('parcels.shp is cut off: it ends after row 2 of 4.');
  });

  test('an index that is damaged further on is to blame, and not the shapes', async () => {
    const path = await writeShapefile({ folder });
    const shx = await readFile(join(folder, 'parcels.shx'));
    shx.writeUInt32BE(0x7fffffff, 100 + 2 * 8);
    await writeFile(join(folder, 'parcels.shx'), shx);
    await expect(featuresOf(await onlyLayer(path))).rejects.toThrow(
      /^parcels\.shx is damaged or belongs to another file: .* row 3 .* take parcels\.shx away and try again\.$/,
    );
  });

  test('fewer shapes than rows, without an index that would tell', async () => {
    const path = await writeShapefile({ folder });
    const all = await readFile(join(folder, 'parcels.dbf'));
    await writeShapefile({ folder, county: { ...smallCounty, features: smallCounty.features.slice(0, 3) } });
    await writeFile(join(folder, 'parcels.dbf'), all);
    await expect(featuresOf(await onlyLayer(path))).rejects.toThrow('it ends after row 3 of 4');
  });

  test('a .dbf that is cut off names the row that it reaches', async () => {
    const path = await writeShapefile({ folder });
    const dbf = join(folder, 'parcels.dbf');
    await truncate(dbf, (await readFile(dbf)).length - 140);
    await expect(openShapefile({ path })).rejects.toThrow(
      'parcels.dbf is cut off: it ends after row 2 of 4.',
    );
  });

  test('an empty .shp, an empty .dbf, and files that are something else', async () => {
    const path = await writeShapefile({ folder });
    await writeFile(join(folder, 'parcels.dbf'), '');
    await expect(openShapefile({ path })).rejects.toThrow('parcels.dbf is empty');
    await writeFile(join(folder, 'parcels.dbf'), 'this is not a table at all, only some words in a file');
    await expect(openShapefile({ path })).rejects.toThrow('parcels.dbf is not a DBF table');
    await writeFile(path, 'hello');
    await expect(openShapefile({ path })).rejects.toThrow('parcels.shp is not a Shapefile');
    await writeFile(path, '');
    await expect(openShapefile({ path })).rejects.toThrow('parcels.shp is empty');
  });
});

describe('odd shapes', () => {
  async function layerWith(record: Buffer, shapeType: number): Promise<Layer> {
    const county = { ...smallCounty, features: smallCounty.features.slice(3) };
    const path = await writeShapefile({ folder, county, shapeType });
    await rm(join(folder, 'parcels.shx'));
    const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]);
    head.writeInt32BE(record.length / 2, 4);
    await truncate(path, 100);
    await appendFile(path, Buffer.concat([head, record]));
    const shp = await readFile(path);
    shp.writeInt32BE(shp.length / 2, 24);
    await writeFile(path, shp);
    return onlyLayer(path);
  }

  test('points are points, and the layer is known to have no areas', async () => {
    const record = Buffer.alloc(20);
    record.writeInt32LE(1, 0);
    const layer = await layerWith(record, 1);
    expect(layer.geometry).toBe('point');
    expect((await featuresOf(layer))[0]!.geometry).toEqual({ kind: 'points', points: Float64Array.of(0, 0) });
  });

  test.each([1, 3, 8, 11, 13, 28])('a record of type %i that is cut is damage', async (shapeType) => {
    const record = Buffer.alloc(12);
    record.writeInt32LE(shapeType, 0);
    expect((await featuresOf(await layerWith(record, shapeType)))[0]!.geometry).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining('damaged'),
    });
  });

  test('a MultiPatch cannot be read, with the reason', async () => {
    const record = Buffer.alloc(20);
    record.writeInt32LE(31, 0);
    expect((await featuresOf(await layerWith(record, 31)))[0]!.geometry).toMatchObject({
      kind: 'unreadable',
    });
  });

  test('counts that do not fit the size are damage, and cost no memory', async () => {
    const record = Buffer.alloc(60);
    record.writeInt32LE(5, 0);
    record.writeInt32LE(2 ** 30, 36);
    record.writeInt32LE(2 ** 30, 40);
    expect((await featuresOf(await layerWith(record, 5)))[0]!.geometry).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining('damaged'),
    });
  });
});
