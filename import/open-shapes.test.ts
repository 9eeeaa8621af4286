// Streets, hydrants and lots from every format: the same shapes, and reasons for what is none.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import proj4 from 'proj4';
import { describe, expect, test } from 'vitest';
import {
  type County,
  type CountyFeature,
  csvText,
  smallCounty,
  smallHydrants,
  smallStreets,
  writeGeoPackage,
} from '../test/county-files.ts';
import { countyKml, writeEsriJson, writeGeoJson, writeGeoParquet } from '../test/county-files-more.ts';
import { writeShapefile } from '../test/county-shapefile.ts';
import { testFolder } from '../test/test-folder.ts';
import { zipBytes } from '../test/zip-bytes.ts';
import { REFUSALS, REPAIRS } from './geometry/clean-words.ts';
import { openShapes, type Shape, type ShapeLayer } from './open-shapes.ts';
import { openSource } from './open-source.ts';

const folder = testFolder();

type Asked = { layer?: string; crs?: string };

async function withLayer<T>(
  path: string,
  use: (layer: ShapeLayer) => Promise<T>,
  asked: Asked = {},
): Promise<T> {
  const source = await openSource({ source: path, workFolder: join(folder, 'work') });
  try {
    return await use(await openShapes({ source, ...asked }));
  } finally {
    await source.close();
  }
}

type Read = Pick<ShapeLayer, 'geometry' | 'name' | 'count' | 'notes' | 'fields' | 'crsTitle'> & {
  shapes: Shape[];
  refused: Record<string, number>;
  repaired: Record<string, number>;
};

const read = (path: string, asked?: Asked): Promise<Read> =>
  withLayer(
    path,
    async (layer) => {
      expect([...layer.refused, ...layer.repaired]).toEqual([]);
      const shapes: Shape[] = [];
      for await (const batch of layer.read()) shapes.push(...batch);
      expect(layer.sample).toEqual(shapes);
      const { geometry, name, count, notes, fields, crsTitle, refused, repaired } = layer;
      const counts = { refused: Object.fromEntries(refused), repaired: Object.fromEntries(repaired) };
      return { geometry, name, count, notes, fields, crsTitle, shapes, ...counts };
    },
    asked,
  );

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const collection = (...geometries: unknown[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: geometries.map((geometry, at) => ({ type: 'Feature', properties: { ID: at + 1 }, geometry })),
  });

const readGeoJson = async (...geometries: unknown[]) =>
  read(await file('made.geojson', collection(...geometries)));

/** The county in feet, as proj4 projects it. */
function inFeet(county: County): County {
  const feet =
    '+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=36.1666666666667 +lat_2=34.3333333333333 +x_0=609601.219202438 +y_0=0 +datum=NAD83 +units=us-ft +no_defs';
  const move = ([x, y]: readonly [number, number]) =>
    proj4('WGS84', feet).forward([x, y]) as [number, number];
  return {
    ...county,
    epsg: 2264,
    wkt: 'EPSG:2264',
    features: county.features.map((feature) => ({
      ...feature,
      ...(feature.lines && { lines: feature.lines.map((line) => line.map(move)) }),
      ...(feature.points && { points: feature.points.map(move) }),
    })),
  };
}

/** What is expected of a county: a shape for each row with lines, and for each point. */
function shapesOf({ features }: County): { row: number; geometry: unknown }[] {
  return features.flatMap(({ lines, points = [] }: CountyFeature, at) => [
    ...(lines
      ? [
          lines.length === 1
            ? { row: at + 1, geometry: { type: 'LineString', coordinates: lines[0] } }
            : { row: at + 1, geometry: { type: 'MultiLineString', coordinates: lines } },
        ]
      : []),
    ...points.map((point) => ({ row: at + 1, geometry: { type: 'Point', coordinates: point } })),
  ]);
}

const layers = [
  {
    title: 'streets',
    county: smallStreets,
    geometry: 'line',
    shapeTypes: [3, 13, 23],
    type: 'MULTILINESTRING',
    types: ['LineString', 'MultiLineString'],
  },
  {
    title: 'hydrants',
    county: smallHydrants,
    geometry: 'point',
    shapeTypes: [8, 18, 28],
    type: 'POINT',
    types: ['Point', 'MultiPoint'],
  },
] as const;

describe.each(layers)('[LAY-3] $title are the same', ({ county, geometry, shapeTypes, type, types }) => {
  const writers: [string, (county: County) => Promise<string>][] = [
    ...shapeTypes.map((shapeType): [string, (county: County) => Promise<string>] => [
      `a Shapefile of type ${shapeType}`,
      (made) => writeShapefile({ folder, name: `type${shapeType}`, county: made, shapeType }),
    ]),
    ['a GeoPackage', (made) => writeGeoPackage({ path: join(folder, 'a.gpkg'), county: made, type })],
    [
      'a GeoPackage of any shapes',
      (made) => writeGeoPackage({ path: join(folder, 'b.gpkg'), county: made, type: 'GEOMETRY' }),
    ],
    ['GeoParquet', (made) => writeGeoParquet({ folder, county: made, types })],
    [
      'GeoParquet without types',
      (made) => writeGeoParquet({ folder, name: 'b.parquet', county: made, types: [] }),
    ],
    ['GeoJSON', (made) => writeGeoJson({ folder, county: made })],
    ['Esri JSON', (made) => writeEsriJson({ folder, county: made })],
  ];

  test.each(writers)('from %s, in degrees and in feet', async (_, write) => {
    for (const made of [county, inFeet(county)]) {
      const { shapes, refused, repaired, ...layer } = await read(await write(made));
      expect(shapes.map(({ row, geometry }) => ({ row, geometry }))).toEqual(shapesOf(county));
      expect(shapes[0]!.properties).toMatchObject(county.features[0]!.properties);
      expect({ refused, repaired }).toEqual({ refused: { [REFUSALS.none]: 1 }, repaired: {} });
      expect(layer).toMatchObject({ geometry, notes: [] });
      expect(layer.crsTitle).toContain(made.epsg === 4326 ? '84' : '2264');
    }
  });

  test('from CSV with well-known text', async () => {
    const { shapes, refused, geometry: found } = await read(await file('a.csv', csvText({ county })));
    expect(shapes.map(({ row, geometry }) => ({ row, geometry }))).toEqual(shapesOf(county));
    expect([found, refused]).toEqual([geometry, { [REFUSALS.none]: 1 }]);
    const feet = await read(await file('feet.csv', csvText({ county: inFeet(county) })), { crs: '2264' });
    expect(feet.shapes.map(({ geometry }) => geometry)).toEqual(shapes.map(({ geometry }) => geometry));
  });

  test('from KML and KMZ', async () => {
    const kml = countyKml(county);
    const kmz = zipBytes([{ name: 'doc.kml', bytes: Buffer.from(kml) }]);
    for (const path of [await file('a.kml', kml), await file('a.kmz', kmz)]) {
      const { shapes, refused, geometry: found } = await read(path);
      expect(shapes.map(({ row, geometry }) => ({ row, geometry }))).toEqual(shapesOf(county));
      expect([found, refused]).toEqual([geometry, { [REFUSALS.none]: 1 }]);
    }
  });
});

test.each([1, 11, 21])('[LAY-3] single points of a Shapefile of type %i', async (shapeType) => {
  const county = {
    ...smallHydrants,
    features: smallHydrants.features.filter(({ points }) => points?.length !== 2),
  };
  const { shapes, geometry } = await read(
    await writeShapefile({ folder, name: `p${shapeType}`, county, shapeType }),
  );
  expect(geometry).toBe('point');
  expect(shapes.map(({ row, geometry }) => ({ row, geometry }))).toEqual(shapesOf(county));
});

test('[LAY-3] lines and points of MapInfo, through GDAL', async () => {
  const features = [...smallStreets.features, ...smallHydrants.features];
  const list = (points: readonly (readonly [number, number])[]) =>
    points.map((point) => point.join(' ')).join('\n');
  const shapes = features.map(({ lines, points }) => {
    if (lines)
      return `Pline Multiple ${lines.length}\n${lines.map((line) => `${line.length}\n${list(line)}`).join('\n')}`;
    return points ? `Multipoint ${points.length}\n${list(points)}` : 'none';
  });
  const columns = 'Columns 1\n  NAME Char(20)\nData\n\n';
  const head = 'Version 450\nCharset "WindowsLatin1"\nDelimiter ","\nCoordSys Earth Projection 1, 104\n';
  await file('roads.mid', features.map((_, at) => `"${at}"\n`).join(''));
  const path = await file('roads.mif', `${head}${columns}${shapes.join('\n')}\n`);
  const { shapes: found, geometry, refused } = await read(path);
  const expected = [...shapesOf(smallStreets), ...shapesOf(smallHydrants)].map((shape) => shape.geometry);
  expect(found.map((shape) => shape.geometry)).toEqual(expected);
  expect([geometry, refused]).toEqual(['mixed', { [REFUSALS.none]: 2 }]);
});

test('[LAY-3] lots are cleaned as parcels are, and a layer of everything is mixed', async () => {
  const lots = await read(await writeGeoJson({ folder, name: 'lots.geojson', county: smallCounty }));
  expect(lots.shapes.map(({ geometry }) => geometry.type)).toEqual(['Polygon', 'Polygon', 'MultiPolygon']);
  const all = {
    ...smallStreets,
    features: [smallCounty, smallStreets, smallHydrants].flatMap((c) => c.features),
  };
  const mixed = await read(
    await writeGeoPackage({ path: join(folder, 'mix.gpkg'), county: all, type: 'GEOMETRY' }),
  );
  expect(mixed).toMatchObject({ geometry: 'mixed', refused: { [REFUSALS.none]: 3 } });
  expect(mixed.shapes.map(({ geometry }) => geometry.type)).toEqual([
    ...['Polygon', 'Polygon', 'MultiPolygon'],
    ...['LineString', 'MultiLineString'],
    ...['Point', 'Point', 'Point'],
  ]);
});

describe('[LAY-3] points in columns of a table', () => {
  test.each([
    ['Longitude,Latitude', 'LONGITUDE and LATITUDE'],
    ['X,Y', 'X and Y'],
    ['gps_lon,gps_lat', 'with a word before'],
    ['POINT_X,POINT_Y', 'as ArcGIS names them'],
    ['X_COORD,Y_COORD', 'with a word behind'],
    ['INTPTLON,INTPTLAT', 'as the Census Bureau names them'],
  ])('%s: %s', async (header) => {
    const path = await file(
      'table.csv',
      `NAME,${header}\nH-1,-80.9,35.5\nH-2, -80.8 ,+35.6\nH-3,,\nH-4,0,0\n`,
    );
    const { shapes, refused, geometry, fields } = await read(path);
    expect(shapes).toMatchObject([
      { row: 1, properties: { NAME: 'H-1' }, geometry: { type: 'Point', coordinates: [-80.9, 35.5] } },
      { row: 2, geometry: { coordinates: [-80.8, 35.6] } },
    ]);
    expect([geometry, refused]).toEqual(['point', { [REFUSALS.none]: 1, [REFUSALS.zero]: 1 }]);
    expect(fields).toHaveLength(3);
  });

  test('in feet they need --crs', async () => {
    const county = inFeet(smallHydrants);
    const [x, y] = county.features[0]!.points![0]!;
    const path = await file('table.csv', `NAME,EASTING,NORTHING\nH-1,${x},${y}\n`);
    await expect(read(path)).rejects.toThrow('it uses. Name them, for example --crs EPSG:2264');
    const { shapes } = await read(path, { crs: 'EPSG:2264' });
    expect(shapes[0]!.geometry).toEqual({ type: 'Point', coordinates: [-80.9, 35.5] });
  });

  test('[LAY-bad] a Shapefile without .prj is told that its coordinates look like degrees', async () => {
    const path = await writeShapefile({ folder, projection: null });
    await expect(read(path)).rejects.toThrow('They look like degrees: --crs EPSG:4326.');
  });

  test.each(['NAME,X\n1,2\n', 'LAT,EASTING\n35,-80\n', 'X,Y\nnorth,south\n'])(
    'a table without them is refused: %j',
    async (text) => {
      await expect(read(await file('table.csv', text))).rejects.toThrow(
        'The layer table is a table without shapes, and without columns of longitude and latitude.',
      );
    },
  );
});

describe('[LAY-3] which layer', () => {
  test('the only one with shapes; several are listed, areas not preferred; a named one is taken', async () => {
    const path = await writeGeoPackage({
      path: join(folder, 'one.gpkg'),
      name: 'streets',
      county: smallStreets,
      type: 'LINESTRING',
    });
    expect((await read(path)).name).toBe('streets');
    const county = join(folder, 'county');
    await writeShapefile({ folder: county, name: 'parcels' });
    await writeShapefile({ folder: county, name: 'streets', county: smallStreets, shapeType: 3 });
    await writeFile(join(county, 'owners.csv'), 'PIN,OWNER\n1,X\n');
    await expect(read(county)).rejects.toThrow(
      /^2 layers could be meant\. Name the right one with --layer:\n {2}parcels: 4 rows, areas .*\n {2}streets: 3 rows, lines/,
    );
    expect(await read(county, { layer: 'Streets' })).toMatchObject({ name: 'streets', geometry: 'line' });
    await expect(read(county, { layer: 'owners' })).rejects.toThrow('is a table without shapes');
    await expect(read(county, { layer: 'rails' })).rejects.toThrow('There is no layer "rails"');
  });
});

describe('[LAY-bad] what cannot be drawn is counted with its reason', () => {
  const good = {
    type: 'LineString',
    coordinates: [
      [-80.9, 35.5],
      [-80.8, 35.5],
    ],
  };
  const line = (...coordinates: unknown[]) => ({ type: 'LineString', coordinates });

  test('of lines', async () => {
    const { shapes, refused, repaired } = await readGeoJson(
      line(
        [-80.9, 35.5],
        [-80.9, 35.5],
        [-80.9, 35.50000000001],
        [-80.8, 35.5],
        [-80.8, 35.5],
        [-80.9, 35.5],
      ),
      line([-80.9, 35.5]),
      line([-80.9, 35.5], [-80.9, 35.5]),
      line([-80.9, 35.5], [-80.8, 95]),
      line([-80.9, 35.5], [null, 35]),
      line([-80.9, 35.5], [Number.MAX_VALUE, 35]),
      { type: 'LineString', coordinates: [] },
      { type: 'MultiLineString', coordinates: [good.coordinates, [[-80.9, 35.5]]] },
      null,
      { type: 'GeometryCollection', geometries: [good, { type: 'Point', coordinates: [-80, 35] }] },
      { type: 'GeometryCollection', geometries: [good, { ...good, type: 'LineString' }] },
      { type: 'Helix', coordinates: [1, 2] },
    );
    const [west, east] = good.coordinates;
    expect(shapes.map(({ row, geometry }) => [row, geometry])).toEqual([
      [1, { type: 'LineString', coordinates: [west, east, west] }],
      [8, good],
      [11, { type: 'MultiLineString', coordinates: [good.coordinates, good.coordinates] }],
    ]);
    expect(refused).toEqual({
      [REFUSALS.noLength]: 2,
      [REFUSALS.outsideWorld]: 1,
      'a geometry that has coordinates that are not pairs of numbers': 1,
      [REFUSALS.notNumbers]: 1,
      [REFUSALS.none]: 2,
      [REFUSALS.mixed]: 1,
      [REFUSALS.neither]: 1,
    });
    expect(repaired).toEqual({ [REPAIRS.noLengthLine]: 1 });
  });

  test('of points, one by one', async () => {
    const { shapes, refused } = await readGeoJson(
      {
        type: 'MultiPoint',
        coordinates: [
          [-80.9, 35.5],
          [0, 0],
          [-80, 89],
          [-80.8, 35.5, 7],
        ],
      },
      { type: 'Point', coordinates: [] },
      { type: 'Point', coordinates: ['a', 'b'] },
    );
    expect(shapes.map(({ row, geometry }) => [row, geometry.coordinates])).toEqual([
      [1, [-80.9, 35.5]],
      [1, [-80.8, 35.5]],
    ]);
    expect(refused).toEqual({
      [REFUSALS.zero]: 1,
      [REFUSALS.outsideWorld]: 1,
      [REFUSALS.none]: 1,
      'a geometry that has coordinates that are not pairs of numbers': 1,
    });
  });

  test('no number of a Shapefile is a place', async () => {
    const at = (NAME: string, x: number, y: number): CountyFeature => ({
      properties: { NAME },
      polygons: null,
      points: [[x, y]],
    });
    const features = [
      at('A', Number.NaN, Number.NaN),
      at('B', -Number.MAX_VALUE, 35),
      ...['C', 'D', 'E'].map((name) => at(name, -80.9, 35.5)),
    ];
    const path = await writeShapefile({
      folder,
      name: 'nan',
      county: { ...smallHydrants, features },
      shapeType: 1,
    });
    const { shapes, refused } = await read(path);
    expect([shapes.length, refused]).toEqual([3, { [REFUSALS.notNumbers]: 2 }]);
  });

  test('a line across the antimeridian is joined, and a point beyond it comes back', async () => {
    const { shapes, repaired } = await readGeoJson(
      line([179.9, 52], [-179.9, 52]),
      { type: 'Point', coordinates: [190, 52] },
      { type: 'Point', coordinates: [-179.5, 52] },
    );
    expect(shapes.map(({ geometry }) => geometry.coordinates)).toEqual([
      [
        [-180.1, 52],
        [-179.9, 52],
      ],
      [-170, 52],
      [-179.5, 52],
    ]);
    expect(repaired).toEqual({ [REPAIRS.antimeridian]: 1 });
  });

  test('where nothing is left, one sentence says why; a cut file is said by its reader', async () => {
    await expect(readGeoJson(line([-80.9, 35.5]), null, line([-80.9, 35.5]))).rejects.toThrow(
      'No row of the layer made has a shape that can be drawn: a line without length (2).',
    );
    const cut = collection(good, good).slice(0, -30);
    await expect(read(await file('cut.geojson', cut))).rejects.toThrow(/^cut\.geojson ends in the middle/);
    await expect(read(await file('made.geojson', collection(good)), { crs: 'EPSG:2264' })).rejects.toThrow(
      /are degrees, though the coordinate system is/,
    );
  });

  test('a reading can be aborted, and begins again with its counts', async () => {
    const path = await file('made.geojson', collection(good, line([-80.9, 35.5])));
    await withLayer(path, async (layer) => {
      for (let again = 0; again < 2; again++) {
        for await (const batch of layer.read()) expect(batch).toHaveLength(1);
        expect([...layer.refused]).toEqual([[REFUSALS.noLength, 1]]);
      }
      const signal = AbortSignal.abort(new Error('enough'));
      await expect(layer.read({ signal })[Symbol.asyncIterator]().next()).rejects.toThrow('enough');
    });
  });
});
