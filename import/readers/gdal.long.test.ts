// Formats that only GDAL reads, written by GDAL itself or by hand.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type County, smallCounty, smallHydrants, smallStreets } from '../../test/county-files.ts';
import { countyKml, writeGeoJson } from '../../test/county-files-more.ts';
import { featuresOf } from '../../test/read-layer.ts';
import { shapeOf } from '../../test/read-source.ts';
import { zipBytes } from '../../test/zip-bytes.ts';
import { chooseLayer } from '../choose-layer.ts';
import { openProjection } from '../coordinates/projection.ts';
import type { OpenSource } from '../layer.ts';
import { openShapes, type Shape } from '../open-shapes.ts';
import { openSource } from '../open-source.ts';
import { openWithGdal } from './gdal.ts';
import { unpackForGdal } from './gdal-archive.ts';
import { startGdal } from './gdal-child.ts';

let folder: string;
let workFolder: string;

/** The county in feet: a File Geodatabase rounds to a grid that is meant for them. */
const county: County = {
  ...smallCounty,
  epsg: 2264,
  features: smallCounty.features.map(({ properties, polygons }) => ({
    properties,
    polygons:
      polygons?.map((rings) =>
        rings.map((ring) =>
          ring.map(([x, y]) => [1_450_000 + (x + 81) * 3e5, 700_000 + (y - 35) * 3e5] as const),
        ),
      ) ?? null,
  })),
};

/** The county as GDAL writes it: a File Geodatabase, FlatGeobuf, MapInfo and GML. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-gdal-'));
  workFolder = join(folder, 'work');
  const made = join(folder, 'made');
  await mkdir(made);
  const path = await writeGeoJson({ folder, county });
  const gdal = startGdal();
  await gdal.call('start', { folder: made });
  await gdal.call('open', { path });
  await gdal.call('convert', { options: ['-f', 'OpenFileGDB', '-nlt', 'MULTIPOLYGON'], name: 'county' });
  // With an index, FlatGeobuf takes no rows without a shape.
  await gdal.call('convert', { options: ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO'], name: 'county' });
  await gdal.call('convert', { options: ['-f', 'MapInfo File'], name: 'county' });
  const meters = ['-a_srs', 'EPSG:32119', '-dsco', 'FORMAT=MIF'];
  await gdal.call('convert', { options: ['-f', 'MapInfo File', ...meters], name: 'meters' });
  await gdal.call('convert', { options: ['-f', 'GML'], name: 'county' });
  await gdal.call('convert', { options: ['-f', 'SQLite'], name: 'county' });
  await gdal.call('convert', { options: ['-f', 'GPKG'], name: 'county' });
  // The last one, as the condition stays with what GDAL has opened.
  const none = ['-nlt', 'MULTIPOLYGON', '-where', "PIN = 'none'"];
  await gdal.call('convert', { options: ['-f', 'OpenFileGDB', ...none], name: 'empty' });
  await gdal.kill();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function withSource<T>(path: string, use: (source: OpenSource) => Promise<T>): Promise<T> {
  const source = await openWithGdal({ path, workFolder });
  try {
    return await use(source);
  } finally {
    await source.close();
    // Whatever happens, nothing is left in the folder for temporary files.
    expect(await readdir(workFolder)).toEqual([]);
  }
}

const pins = smallCounty.features.map(({ properties }) => properties.PIN);

/** GDAL may begin a ring elsewhere or turn it around: the set of its corners stays. */
function corners(shape: unknown): string[][] | undefined {
  const rings = shape as [number, number][][] | null;
  return rings?.map((ring) => [...new Set(ring.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`))].sort());
}

const cornersOf = ({ features }: County) => features.map(({ polygons }) => corners(polygons?.flat() ?? null));

describe('streets and hydrants are read', () => {
  test.each([
    ['OpenFileGDB', 'gdb', smallStreets, 'line'],
    ['OpenFileGDB', 'gdb', smallHydrants, 'point'],
    ['FlatGeobuf', 'fgb', smallStreets, 'line'],
    ['FlatGeobuf', 'fgb', smallHydrants, 'point'],
    ['MapInfo File', 'tab', smallStreets, 'line'],
    ['GML', 'gml', smallStreets, 'line'],
    ['GML', 'gml', smallHydrants, 'point'],
  ] as const)('[LAY-3] from %s (.%s)', async (driver, ending, made, kind) => {
    const own = await mkdtemp(join(folder, 'made-'));
    const gdal = startGdal();
    await gdal.call('start', { folder: own });
    await gdal.call('open', { path: await writeGeoJson({ folder: own, county: made }) });
    const type = kind === 'line' ? 'MULTILINESTRING' : 'MULTIPOINT';
    const index = driver === 'FlatGeobuf' ? ['-lco', 'SPATIAL_INDEX=NO'] : [];
    await gdal.call('convert', { options: ['-f', driver, '-nlt', type, ...index], name: 'made' });
    await gdal.kill();
    await withSource(join(own, `made.${ending}`), async (source) => {
      const layer = await openShapes({ source });
      const read: Shape[] = [];
      for await (const batch of layer.read()) read.push(...batch);
      expect(layer.geometry).toBe(kind);
      const flat = (lists: readonly unknown[]) => lists.flat(3) as number[];
      const found = flat(read.map(({ geometry }) => geometry.coordinates));
      const expected = flat(made.features.map(({ lines, points }) => lines ?? points ?? []));
      expect(found).toHaveLength(expected.length);
      for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 6);
      expect([...layer.refused]).toEqual([['no geometry', 1]]);
    });
  });
});

describe('the same county is read', () => {
  test('from a File Geodatabase, in its own coordinates', async () => {
    await withSource(join(folder, 'made', 'county.gdb'), async ({ layers }) => {
      expect(layers).toMatchObject([{ geometry: 'area', count: 4, crs: { kind: 'epsg', code: 2264 } }]);
      expect((await featuresOf(layers[0]!, { limit: 2 })).length).toBe(2);
      const read = await featuresOf(layers[0]!);
      expect(read.map(({ properties }) => properties.PIN)).toEqual(pins);
      expect(read[0]!.properties).toMatchObject(smallCounty.features[0]!.properties);
      expect(read.map(shapeOf).map(corners)).toEqual(cornersOf(county));
    });
  });

  test('and an aborted reading ends GDAL, and a dead GDAL is said in words', async () => {
    await withSource(join(folder, 'made', 'county.gdb'), async ({ layers }) => {
      const controller = new AbortController();
      const reading = featuresOf(layers[0]!, { signal: controller.signal });
      controller.abort(new Error('enough'));
      await expect(reading).rejects.toThrow('enough');
      await expect(featuresOf(layers[0]!)).rejects.toThrow(
        /GDAL stopped while it read county\.gdb .*: export it as GeoPackage/,
      );
    });
  });

  test('from FlatGeobuf, in its own coordinates', async () => {
    await withSource(join(folder, 'made', 'county.fgb'), async ({ layers }) => {
      expect(layers).toMatchObject([{ count: 4, crs: { kind: 'epsg', code: 2264 } }]);
      const read = await featuresOf(layers[0]!);
      expect(read.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
      expect(read[0]!.properties).toEqual(smallCounty.features[0]!.properties);
      expect(read.map(shapeOf).map(corners)).toEqual(cornersOf(county));
    });
  });

  test('with fields whose names differ by case alone, or are names in a GeoPackage', async () => {
    const path = join(folder, 'cases.geojson');
    const properties = { PIN: 'capital', pin: 'small', fid: 'own', geom: 'own' };
    await writeFile(path, JSON.stringify({ type: 'Feature', properties, geometry: null }));
    await withSource(path, async ({ layers }) => {
      expect((await featuresOf(layers[0]!))[0]!.properties).toMatchObject(properties);
    });
  });

  test.each([
    ['MapInfo', 'county.tab'],
    ['GML', 'county.gml'],
  ])('from %s', async (_format, name) => {
    await withSource(join(folder, 'made', name), async ({ layers }) => {
      const read = await featuresOf(layers[0]!);
      expect(read.map(({ properties }) => properties.PIN)).toEqual(pins);
      expect(layers[0]!.fields.find((field) => field.name === 'GISACRES')?.type).toBe('number');
      expect(layers[0]!.crs).toBeDefined();
    });
  });

  test('from a MIF file in meters, whose zone GDAL would call the one in feet', async () => {
    await withSource(join(folder, 'made', 'meters.mif'), async ({ layers }) => {
      const read = await featuresOf(layers[0]!);
      expect(read.map(({ properties }) => properties.PIN)).toEqual(pins);
      const { toLngLat } = await openProjection(layers[0]!.crs!);
      // PROJ: echo "35.7416707778 -80.8535397818" | cs2cs -f %.3f EPSG:4269 EPSG:32119
      const ring = Float64Array.of(441960.885, 222504.445);
      toLngLat(ring);
      expect(ring[0]).toBeCloseTo(-80.8535397818, 7);
      expect(ring[1]).toBeCloseTo(35.7416707778, 7);
    });
  });

  test('from the files of a File Geodatabase, though the folder has lost its name', async () => {
    const files = join(folder, 'download');
    await cp(join(folder, 'made', 'county.gdb'), files, { recursive: true });
    await withSource(files, async ({ layers }) => {
      expect((await featuresOf(layers[0]!)).map(({ properties }) => properties.PIN)).toEqual(pins);
    });
  });

  test.each(['county.gpkg', 'county.fgb'])(
    'from %s that GDAL has written, by our own reader',
    async (name) => {
      const source = await openSource({ source: join(folder, 'made', name), workFolder });
      try {
        const read = await featuresOf(source.layers[0]!);
        expect(read.map(({ properties }) => properties.PIN)).toEqual(pins);
        expect(read.map(shapeOf).map(corners)).toEqual(cornersOf(county));
      } finally {
        await source.close();
      }
    },
  );

  test('from an SQLite file with shapes that is not a GeoPackage', async () => {
    const source = await openSource({ source: join(folder, 'made', 'county.sqlite'), workFolder });
    try {
      const [layer] = source.layers;
      expect(layer!.crs).toEqual({ kind: 'epsg', code: 2264 });
      // GDAL writes the names of the fields in small letters.
      expect((await featuresOf(layer!)).map(({ properties }) => properties.pin)).toEqual(pins);
    } finally {
      await source.close();
    }
  });

  test('from TopoJSON', async () => {
    const path = join(folder, 'county.json');
    const lot = { type: 'Polygon', arcs: [[0]], properties: { PIN: '4744-01-0001' } };
    const arc = [
      [-80.86, 35.62],
      [-80.85, 35.62],
      [-80.85, 35.63],
      [-80.86, 35.62],
    ];
    const objects = { lots: { type: 'GeometryCollection', geometries: [lot] } };
    await writeFile(path, JSON.stringify({ type: 'Topology', objects, arcs: [arc] }));
    const source = await openSource({ source: path, workFolder });
    try {
      const [layer] = source.layers;
      expect(layer!.crs).toEqual({ kind: 'epsg', code: 4326 });
      const [read] = await featuresOf(layer!);
      expect(read!.properties.PIN).toBe('4744-01-0001');
      expect(corners(shapeOf(read!))).toEqual(corners([arc]));
    } finally {
      await source.close();
    }
  });

  test('and an empty layer has no rows', async () => {
    await withSource(join(folder, 'made', 'empty.gdb'), async ({ layers }) => {
      expect(layers[0]!.count).toBe(0);
      expect(await featuresOf(layers[0]!)).toEqual([]);
    });
  });

  test('from KML', async () => {
    const path = join(folder, 'county.kml');
    await writeFile(path, countyKml());
    await withSource(path, async ({ layers }) => {
      const read = await featuresOf(layers[0]!);
      expect(layers[0]!.crs).toEqual({ kind: 'epsg', code: 4326 });
      expect(read.slice(0, 3).map(shapeOf).map(corners)).toEqual(cornersOf(smallCounty).slice(0, 3));
    });
  });
});

describe('what is packed is unpacked first', () => {
  const unpacked = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const target = await mkdtemp(join(folder, 'unpacked-'));
    return await unpackForGdal({ path, folder: target, workFolder });
  };

  test('the KML in a KMZ', async () => {
    const kml = countyKml();
    const path = await unpacked('county.kmz', zipBytes([{ name: 'doc.kml', bytes: Buffer.from(kml) }]));
    expect(await readFile(path, 'utf8')).toBe(kml);
  });

  test('the KML in a KMZ that another one refers to', async () => {
    const kml = Buffer.from(countyKml());
    const link = Buffer.from('<kml><Document><NetworkLink/></Document></kml>');
    const layers = { name: 'layers/county.kml', bytes: kml };
    const path = await unpacked('linked.kmz', zipBytes([{ name: 'doc.kml', bytes: link }, layers]));
    expect((await readFile(path)).equals(kml)).toBe(true);
    const several = zipBytes([layers, { name: 'layers/city.kml', bytes: kml }]);
    await expect(unpacked('several.kmz', several)).rejects.toThrow(/several KML files .*import the folder/);
  });
});

describe('one sentence says what is wrong and what to do', () => {
  const refusal = async (path: string) => {
    const error = await openWithGdal({ path, workFolder }).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'OperatorError' });
    expect(await readdir(workFolder)).toEqual([]);
    return (error as Error).message;
  };

  test('where GDAL cannot read it either, and what a killed run has left is removed', async () => {
    // A number that no process has.
    await mkdir(join(workFolder, 'unpacked', '99999999-letter.doc-x'), { recursive: true });
    const path = join(folder, 'letter.doc');
    await writeFile(path, 'Dear Sir or Madam');
    expect(await refusal(path)).toMatch(
      /^letter\.doc is damaged or in a format .*GeoPackage.*File Geodatabase/,
    );
  });

  test.each([
    ['county.tab', ['dat'], /^county\.tab has no county\.dat beside it\. Put all files of the MapInfo table/],
    ['county.tab', ['map'], /^county\.tab has no county\.map beside it\./],
    ['county.tab', ['id', 'dat'], /^county\.tab has no county\.dat and no county\.id beside it\./],
    ['county.dat', ['map'], /^county\.dat is a part of a MapInfo table\. Give county\.tab instead\.$/],
  ])('where of the MapInfo table %s the files %j are missing', async (name, missing, sentence) => {
    const part = await mkdtemp(join(folder, 'part-'));
    for (const ending of ['tab', 'dat', 'map', 'id'].filter((one) => !missing.includes(one))) {
      await cp(join(folder, 'made', `county.${ending}`), join(part, `county.${ending}`));
    }
    expect(await refusal(join(part, name))).toMatch(sentence);
  });

  test('where a MapInfo table without .map and .id, which may be joined, is taken for parcels', async () => {
    const part = await mkdtemp(join(folder, 'part-'));
    for (const ending of ['tab', 'dat']) {
      await cp(join(folder, 'made', `county.${ending}`), join(part, `county.${ending}`));
    }
    await withSource(join(part, 'county.tab'), async ({ layers }) => {
      expect(await featuresOf(layers[0]!)).toHaveLength(4);
      expect(() => chooseLayer(layers, undefined)).toThrow(
        /^county\.tab has no county\.map and no county\.id beside it, so it is a table without shapes\./,
      );
    });
  });

  test('where there is no such file', async () => {
    expect(await refusal(join(folder, 'nothing.gdb'))).toContain('There is no file');
  });

  test('where a File Geodatabase is cut, without the places in the code of GDAL', async () => {
    const path = join(folder, 'cut.gdb');
    await cp(join(folder, 'made', 'county.gdb'), path, { recursive: true });
    for (const name of await readdir(path)) {
      const { size } = await stat(join(path, name));
      // The system tables stay whole; the county's own is the last.
      if (name.endsWith('.gdbtable') && name > 'a00000009') await truncate(join(path, name), size - 60);
    }
    const run = async () => {
      const source = await openWithGdal({ path, workFolder });
      try {
        return await featuresOf(source.layers[0]!);
      } finally {
        await source.close();
      }
    };
    const error = await run().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'OperatorError' });
    expect((error as Error).message).toContain('cut.gdb');
    expect((error as Error).message).not.toMatch(/\.cpp|\n/);
  });

  test.each([
    ['between two features', 0],
    ['in the middle of one', 10],
  ])('where FlatGeobuf is cut %s', async (_where, more) => {
    const whole = await readFile(join(folder, 'made', 'county.fgb'));
    // A size stands before the header and before each feature.
    let last = 0;
    for (let at = 8; at < whole.length; at += 4 + whole.readUInt32LE(at)) last = at;
    const path = join(folder, 'cut.fgb');
    await writeFile(path, whole.subarray(0, last + more));
    await withSource(path, async ({ layers }) => {
      await expect(featuresOf(layers[0]!)).rejects.toThrow(
        /^(cut\.fgb is damaged|GDAL could not read cut\.fgb)/,
      );
    });
  });

  test('where a KMZ is damaged, has no layer or would fill the disk', async () => {
    const path = join(folder, 'bad.kmz');
    const kml = zipBytes([{ name: 'doc.kml', bytes: Buffer.from(countyKml()) }]);
    await writeFile(path, kml.subarray(0, kml.length / 2));
    expect(await refusal(path)).toMatch(/damaged archive.*complete copy/);
    await writeFile(path, zipBytes([{ name: 'readme.txt', bytes: Buffer.from('hello') }]));
    expect(await refusal(path)).toContain('holds no layer');
    await writeFile(path, zipBytes([{ name: 'doc.kml', bytes: Buffer.from('hello'), size: 2_000_000_000 }]));
    expect(await refusal(path)).toContain('far more than parcels need');
  });
});
