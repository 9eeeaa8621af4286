// KML as GDAL, Google Earth and ArcGIS write it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallCounty } from '../../test/county-files.ts';
import { countyKml } from '../../test/county-files-more.ts';
import { featuresOf } from '../../test/read-layer.ts';
import { testFolder } from '../../test/test-folder.ts';
import { zipBytes } from '../../test/zip-bytes.ts';
import { openWithGdal } from './gdal.ts';

const folder = testFolder();

async function read(content: string | Buffer, name = 'parcels.kml') {
  const path = join(folder, name);
  await writeFile(path, content);
  const source = await openWithGdal({ path, workFolder: join(folder, 'work') });
  try {
    const [layer] = source.layers;
    return { layer: layer!, features: await featuresOf(layer!) };
  } finally {
    await source.close();
  }
}

const POLYGON =
  '<Polygon><outerBoundaryIs><LinearRing><coordinates>-80,35,0 -79,35,0 -79,36,0 -80,35,0</coordinates></LinearRing></outerBoundaryIs></Polygon>';
const kml = (inside: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;
const ring = new Float64Array([-80, 35, -79, 35, -79, 36, -80, 35]);

test('every field of the county is there, in KML and in KMZ', async () => {
  const expected = smallCounty.features.map(({ properties }) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => [name, String(value).trim()]),
    ),
  );
  const packed = zipBytes([{ name: 'doc.kml', bytes: Buffer.from(countyKml()) }]);
  for (const { layer, features } of [await read(countyKml()), await read(packed, 'parcels.kmz')]) {
    expect(layer).toMatchObject({ name: 'parcels', geometry: 'area', crs: { kind: 'epsg', code: 4326 } });
    expect(layer.fields.map(({ name }) => name)).toEqual(smallCounty.fields.map(({ name }) => name));
    expect(features.map(({ properties }) => ({ ...properties }))).toMatchObject(expected);
  }
});

test('fields that Google Earth names one by one', async () => {
  const data =
    '<ExtendedData><Data name="PIN"><displayName>Pin</displayName><value>A &amp; 1</value></Data></ExtendedData>';
  const { features } = await read(kml(`<Placemark id="1"><name>Lot 7</name>${data}${POLYGON}</Placemark>`));
  expect(features).toEqual([
    {
      row: 1,
      properties: { PIN: 'A & 1', Name: 'Lot 7' },
      geometry: { kind: 'polygons', polygons: [[ring]] },
    },
  ]);
});

test('fields in the balloon of ArcGIS', async () => {
  const balloon =
    '<html><table><tr><td>Lot 7</td></tr><tr><td><table><tr><td>PIN</td><td>12-3</td></tr><tr bgcolor="#D4E4F3"><td>OWNER</td><td>SMITH &amp; SON</td></tr></table></td></tr></table></html>';
  const { layer, features } = await read(
    kml(`<Placemark><name>7</name><description><![CDATA[${balloon}]]></description>${POLYGON}</Placemark>`),
  );
  expect(features[0]?.properties).toMatchObject({ PIN: '12-3', OWNER: 'SMITH & SON' });
  expect(layer.fields.map(({ name }) => name)).toContain('OWNER');
});

test('holes, several polygons, and what is not an area', async () => {
  const hole = POLYGON.replaceAll('outer', 'inner').replace(/<\/?Polygon>/g, '');
  const withHole = POLYGON.replace('</Polygon>', `${hole}</Polygon>`);
  const { features } = await read(
    kml(
      `<Placemark><MultiGeometry>${withHole}${POLYGON}</MultiGeometry></Placemark><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark><Placemark>${POLYGON.replace('-79,36,0', '-79,north')}</Placemark><Placemark/>`,
    ),
  );
  expect(features.map(({ geometry }) => geometry)).toEqual([
    { kind: 'polygons', polygons: [[ring, ring], [ring]] },
    { kind: 'points', points: new Float64Array([1, 2]) },
    { kind: 'unreadable', reason: 'has coordinates that are not pairs of numbers' },
  ]);
});

test('[LAY-3] lines, and points that are labels of lines and areas', async () => {
  const line = '<LineString><coordinates>1,2,3 4,5,6</coordinates></LineString>';
  const label = '<Point><coordinates>7,8</coordinates></Point>';
  const loop = '<LinearRing><coordinates>1,2 3,4 1,2</coordinates></LinearRing>';
  const marks = [
    `${label}${line}${line}`,
    `${label}${POLYGON}`,
    `${label}${label}`,
    loop,
    '<Model/>',
    '<Point/>',
  ];
  const { layer, features } = await read(
    kml(marks.map((inside) => `<Placemark><MultiGeometry>${inside}</MultiGeometry></Placemark>`).join('')),
  );
  const two = Float64Array.of(1, 2, 4, 5);
  expect(features.map(({ geometry }) => geometry)).toEqual([
    { kind: 'lines', lines: [two, two] },
    { kind: 'polygons', polygons: [[ring]] },
    { kind: 'points', points: Float64Array.of(7, 8, 7, 8) },
    { kind: 'lines', lines: [Float64Array.of(1, 2, 3, 4, 1, 2)] },
    { kind: 'other', type: 'Model' },
    null,
  ]);
  expect(layer.geometry).toBe('area');
});

test.each([
  ['a cut file', countyKml().slice(0, -300), /^parcels\.kml ends in the middle: download or export it again/],
  ['a file without a Placemark', kml(''), /^parcels\.kml has no Placemark: check that it is the right file/],
  ['a tangle of tags', '<kml <Placemark <', /^parcels\.kml /],
])('%s is refused in one sentence', async (_, content, sentence) => {
  const error = await read(content).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: 'OperatorError', message: expect.stringMatching(sentence) });
});

test('letters of the encoding that the file names, and entities that are none', async () => {
  const inside = `<Placemark><name>Núñez &constructor;</name>${POLYGON}</Placemark>`;
  const text = kml(inside).replace('version="1.0"', 'version="1.0" encoding="ISO-8859-1"');
  const { features } = await read(Buffer.from(text, 'latin1'));
  expect(features[0]!.properties.Name).toBe('Núñez &constructor;');
});
