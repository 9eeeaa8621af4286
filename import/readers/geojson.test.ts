// GeoJSON in all the forms that counties and their tools write.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallCounty } from '../../test/county-files.ts';
import { countyCollection, writeEsriJson, writeGeoJson } from '../../test/county-files-more.ts';
import { featuresOf } from '../../test/read-layer.ts';
import { readOnly, shapeOf } from '../../test/read-source.ts';
import { openGeoJson } from './geojson.ts';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-geojson-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(content: string | Uint8Array, ending = '.geojson'): Promise<string> {
  const path = join(folder, `file-${++files}${ending}`);
  await writeFile(path, content);
  return path;
}

const open = async (content: string | Uint8Array) => await openGeoJson({ path: await file(content) });

async function only(content: string | Uint8Array) {
  const { layers } = await open(content);
  return layers[0]!;
}

async function refusal(content: string | Uint8Array): Promise<string> {
  const run = async () => await readOnly(open(content));
  const error = await run().catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: 'OperatorError' });
  const { message } = error as Error;
  expect(message).not.toContain('\n');
  return message;
}

const collection = JSON.stringify(countyCollection());
const features = countyCollection().features.map((feature) => JSON.stringify(feature));
const expectedShapes = smallCounty.features.map(({ polygons }) => polygons?.flat() ?? null);
const square = '{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[0,0]]]}';

function feature(properties: string, geometry = square): string {
  return `{"type":"Feature","properties":${properties},"geometry":${geometry}}`;
}

describe('the same county is read', () => {
  test.each<[string, string | Uint8Array]>([
    ['a collection', collection],
    ['a collection with a byte order mark', `\ufeff${collection}`],
    ['an indented collection', JSON.stringify(countyCollection(), null, 4)],
    ['a compressed collection', gzipSync(collection)],
    [
      'a compressed collection in two chunks',
      Buffer.concat([gzipSync(collection.slice(0, 300)), gzipSync(collection.slice(300))]),
    ],
    ['one feature a line', features.join('\n')],
    ['one feature a line, with Windows line ends and an empty last line', `${features.join('\r\n')}\r\n\r\n`],
    ['a text sequence with record separators', features.map((line) => `\u001e${line}\n`).join('')],
    ['compressed lines', gzipSync(features.join('\n'))],
    ['a bare list', `[${features.join(',')}]`],
    [
      'a collection a line',
      features.map((one) => `{"type":"FeatureCollection","features":[${one}]}`).join('\n'),
    ],
    [
      'several collections',
      `{"type":"FeatureCollection","features":[${features.slice(0, 2)}]}\n{"type":"FeatureCollection","features":[${features.slice(2)}]}`,
    ],
    [
      'features before all else',
      `{"features":[${features}],"type":"FeatureCollection","bbox":[1,2,3,4],"crs":null}`,
    ],
  ])('from %s', async (_form, content) => {
    const layer = await only(content);
    const read = await featuresOf(layer);
    expect(read.map(({ properties }) => properties)).toEqual(smallCounty.features.map((f) => f.properties));
    expect(read.map(shapeOf)).toEqual(expectedShapes);
    expect(read.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
    expect(layer).toMatchObject({ geometry: 'area', crs: { kind: 'epsg', code: 4326 }, count: 4 });
    expect(layer.fields.map(({ name }) => name)).toEqual(smallCounty.fields.map(({ name }) => name));
  });

  test('from Esri JSON, with its dates, its system and its rings in one list', async () => {
    const { layers } = await openGeoJson({ path: await writeEsriJson({ folder }) });
    const read = await featuresOf(layers[0]!);
    expect(read.map(({ properties }) => properties)).toEqual(smallCounty.features.map((f) => f.properties));
    expect(read.map(shapeOf)).toEqual(expectedShapes);
    expect(read[1]!.geometry?.kind).toBe('rings');
    expect(layers[0]).toMatchObject({ geometry: 'area', crs: { kind: 'epsg', code: 4326 } });
    expect(layers[0]!.fields.find(({ name }) => name === 'SALEDATE')?.type).toBe('date');
  });

  test('a second time, and its beginning alone where no more is wanted', async () => {
    const layer = await only(collection);
    expect((await featuresOf(layer, { limit: 2 })).length).toBe(2);
    expect((await featuresOf(layer)).length).toBe(4);
    expect((await featuresOf(layer)).length).toBe(4);
  });
});

test('a file of many chunks is read whole, whatever lies on the border of two', async () => {
  const name = 'Zoë \\"Quote\\" \\\\ {[]} 🏡';
  const many = Array.from({ length: 30_000 }, (_, i) =>
    feature(`{"PIN":"${i}","OWNER":"${name}","features":[1]}`),
  );
  const layer = await only(`{"type":"FeatureCollection","features":[\n${many.join(',\n')}\n]}`);
  const read = await featuresOf(layer);
  expect(read.length).toBe(30_000);
  expect(read.every((one, i) => one.properties.PIN === String(i))).toBe(true);
  expect(new Set(read.map(({ properties }) => properties.OWNER))).toEqual(
    new Set(['Zoë "Quote" \\ {[]} 🏡']),
  );
});

test('a feature larger than the window is read', async () => {
  const ring = Array.from({ length: 150_000 }, (_, i) => [i / 1000, -i / 1000]);
  const large = feature('{"PIN":"1"}', JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
  const read = await readOnly(
    open(`{"type":"FeatureCollection","features":[${large},${feature('{"PIN":"2"}')}]}`),
  );
  expect(read.map(({ properties }) => properties.PIN)).toEqual(['1', '2']);
  expect((shapeOf(read[0]!) as unknown[][])[0]!.length).toBe(150_000);
});

test('reading ends when it is aborted', async () => {
  const layer = await only(collection);
  await expect(featuresOf(layer, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  );
});

describe('values', () => {
  const values = async (properties: string) => (await readOnly(open(feature(properties))))[0]!.properties;

  test('lists and objects inside become their JSON', async () => {
    expect(await values('{"a":[1,{"b":2}],"c":{"features":[{}]}}')).toEqual({
      a: '[1,{"b":2}]',
      c: '{"features":[{}]}',
    });
  });

  test('a PIN of many digits without quotes keeps them all', async () => {
    expect(await values('{"PIN":12345678901234567891, "N":5,"T":": 12345678901234567891,"}')).toEqual({
      PIN: '12345678901234567891',
      N: 5,
      T: ': 12345678901234567891,',
    });
  });

  test('what Python and careless tools write is repaired: NaN, raw line breaks', async () => {
    expect(await values('{"a":NaN,"b":-Infinity,"c":"NaN","d":"one\ntwo\tthree"}')).toEqual({
      a: null,
      b: null,
      c: 'NaN',
      d: 'one two three',
    });
  });

  test('text in the code page of Windows is read', async () => {
    const bytes = Buffer.from(feature('{"OWNER":"NÚÑEZ"}'), 'latin1');
    expect((await readOnly(open(bytes)))[0]!.properties.OWNER).toBe('NÚÑEZ');
  });

  test('a text id of the feature is kept, a counter is not', async () => {
    const withId = (id: string) => feature('{"a":1}').replace('{', `{"id":${id},`);
    expect((await readOnly(open(withId('"4744-01"'))))[0]!.properties).toEqual({ a: 1, id: '4744-01' });
    expect((await readOnly(open(withId('17'))))[0]!.properties).toEqual({ a: 1 });
  });

  test('fields have the type of their values, and text where they differ', async () => {
    const layer = await only(
      `[${feature('{"n":1,"t":"a","b":true,"m":1,"e":null}')},${feature('{"n":null,"m":"x","late":2}')}]`,
    );
    expect(Object.fromEntries(layer.fields.map(({ name, type }) => [name, type]))).toEqual({
      n: 'number',
      t: 'text',
      b: 'boolean',
      m: 'text',
      e: 'text',
      late: 'number',
    });
  });

  test('coded values of Esri JSON are translated', async () => {
    const esri = {
      spatialReference: { wkid: 102719, latestWkid: 2264 },
      fields: [
        {
          name: 'USE',
          type: 'esriFieldTypeSmallInteger',
          alias: 'Land use',
          domain: { codedValues: [{ code: 1, name: 'Farm' }] },
        },
      ],
      features: [{ attributes: { USE: 1 } }, { attributes: { USE: 9 } }, { attributes: { USE: null } }],
    };
    const layer = await only(JSON.stringify(esri));
    expect((await featuresOf(layer)).map(({ properties }) => properties.USE)).toEqual(['Farm', 9, null]);
    expect(layer.fields).toEqual([{ name: 'USE', type: 'text', alias: 'Land use' }]);
    expect(layer.crs).toEqual({ kind: 'epsg', code: 2264 });
  });
});

describe('geometries', () => {
  const geometry = async (text: string) => (await readOnly(open(feature('{}', text))))[0]!.geometry;

  test('heights are dropped', async () => {
    const read = await readOnly(
      open(feature('{}', '{"type":"Polygon","coordinates":[[[0,0,9],[0,1,9],[1,1,9,7],[0,0,9]]]}')),
    );
    expect(shapeOf(read[0]!)).toEqual([
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0],
      ],
    ]);
  });

  test('polygons are taken out of a collection', async () => {
    const inside = `{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},${square}]}`;
    expect(await geometry(inside)).toMatchObject({ kind: 'polygons', polygons: { length: 1 } });
  });

  test('points and lines are told from areas, and empty ones from both', async () => {
    expect(await geometry('{"type":"Point","coordinates":[1,2]}')).toEqual({
      kind: 'points',
      points: Float64Array.of(1, 2),
    });
    expect(await geometry('{"type":"Polygon","coordinates":[]}')).toBeNull();
    expect((await only(feature('{}', '{"type":"Point","coordinates":[1,2]}'))).geometry).toBe('point');
    expect((await only(feature('{}', 'null'))).geometry).toBe('none');
  });

  test('coordinates are the same numbers, however they are written', async () => {
    const plain = ['1.5', '-0.25', '-80.8997', '1450000.123', '0', '700000', '-71.10987654321012', '7.0'];
    const odd = [...plain, '1e-3', '12.5E1'];
    const spaced = odd.map((number) => `[ ${number} ,\n${number}, 3.5 ]`);
    const tight = plain.map((number) => `[${number},${number}]`);
    const read = await readOnly(
      open(
        `[${feature('{}', `{"coordinates" : [ [${spaced}] ],"type":"Polygon"}`)},${feature('{}', `{"type":"MultiPolygon","coordinates":[[[${tight}]]]}`)}]`,
      ),
    );
    for (const [i, written] of [odd, plain].entries()) {
      const [ring] = shapeOf(read[i]!) as number[][][];
      expect(ring!.map(([x]) => x)).toEqual(ring!.map(([, y]) => y));
      expect(ring!.length).toBe(written.length);
      for (const [j, number] of written.entries()) expect(ring![j]![0]).toBeCloseTo(Number(number), 13);
    }
  });

  test('a property called coordinates, or lists that do not fit the type, are not a polygon', async () => {
    const read = await readOnly(open(feature('{"coordinates":[[[1,2],[3,4]]]}', 'null')));
    expect(read[0]).toMatchObject({ properties: { coordinates: '[[[1,2],[3,4]]]' }, geometry: null });
    const tooDeep = '{"type":"Polygon","coordinates":[[[[1,2],[3,4]]]]}';
    expect(await geometry(tooDeep)).toMatchObject({ kind: 'unreadable' });
    const lines = '{"type":"MultiLineString","coordinates":[[[1,2],[3,4]]]}';
    expect(await geometry(lines)).toEqual({ kind: 'lines', lines: [Float64Array.of(1, 2, 3, 4)] });
    const flat = '{"type":"MultiLineString","coordinates":[[1,2],[3,4]]}';
    expect(await geometry(flat)).toMatchObject({ kind: 'unreadable' });
  });

  test.each([
    '{"type":"Polygon","coordinates":[[["a",1]]]}',
    '{"type":"Polygon"}',
    '{"coordinates":[]}',
    '7',
  ])('one that cannot be read says so: %s', async (text) => {
    expect(await geometry(text)).toMatchObject({ kind: 'unreadable' });
  });
});

describe('the coordinate system', () => {
  const crs = async (text: string) => (await only(text)).crs;
  const named = (name: string) =>
    `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"${name}"}},"features":[${feature('{}')}]}`;

  test.each([
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326],
    ['urn:ogc:def:crs:EPSG::2264', 2264],
    ['urn:ogc:def:crs:EPSG:6.18:26986', 26986],
    ['EPSG:3857', 3857],
    ['http://www.opengis.net/def/crs/EPSG/0/2249', 2249],
  ])('is what an old "crs" member says: %s', async (name, code) => {
    expect(await crs(named(name))).toEqual({ kind: 'epsg', code });
  });

  test('is found behind the features, too, also in a large file', async () => {
    const many = Array.from({ length: 1500 }, () => feature('{"tags":["x"]}')).join(',');
    const tail = '"crs":{"type":"name","properties":{"name":"EPSG:2264"}},"bbox":[0,0,1,1],"name":"lots"';
    const layer = await only(`{"type":"FeatureCollection","features":[${many}],${tail}}`);
    expect(layer).toMatchObject({ crs: { kind: 'epsg', code: 2264 }, name: 'lots', count: undefined });
  });

  test('is not put in doubt by a number that is too large for any', async () => {
    const infinite = feature('{}', square.replace('[0,0]', '[1e400,0]'));
    expect((await only(`[${feature('{}')},${infinite}]`)).crs).toEqual({ kind: 'epsg', code: 4326 });
  });

  test('is not guessed for coordinates that cannot be degrees', async () => {
    const feet =
      '{"type":"Polygon","coordinates":[[[1450000,700000],[1450000,700100],[1450100,700100],[1450000,700000]]]}';
    expect(await crs(feature('{}', feet))).toBeUndefined();
  });

  test('of a county in feet is read back', async () => {
    const path = await writeGeoJson({ folder, name: 'feet.geojson', county: { ...smallCounty, epsg: 2264 } });
    expect((await openGeoJson({ path })).layers[0]!.crs).toEqual({ kind: 'epsg', code: 2264 });
  });
});

describe('one sentence says what is wrong and what to do', () => {
  test('where the file ends in the middle', async () => {
    const cut = collection.slice(0, collection.indexOf('4744-01-0003'));
    expect(await refusal(cut)).toMatch(
      /^file-\d+\.geojson ends in the middle, after feature 2: download or export it again\.$/,
    );
    expect(await refusal(collection.slice(0, -2))).toContain('ends in the middle, after feature 4');
    expect(await refusal(collection.slice(0, 60))).toContain('before its first feature');
    expect(await refusal(`${features[0]}\n${features[1]!.slice(0, 50)}`)).toContain('after feature 1');
  });

  test('where a large file ends in the middle, which opening it cannot see', async () => {
    const many = Array.from({ length: 1600 }, () => feature('{}')).join(',');
    expect(await refusal(`{"type":"FeatureCollection","features":[${many}`)).toContain('after feature 1,600');
  });

  test('where the compressed file is cut', async () => {
    const packed = gzipSync(collection);
    expect(await refusal(packed.subarray(0, packed.length - 20))).toMatch(
      /damaged or cut gzip file.*download it again/,
    );
  });

  test.each<[string, string, RegExp]>([
    ['an empty file', '', /has no features/],
    ['blanks', ' \n ', /has no features/],
    ['an empty collection', '{"type":"FeatureCollection","features":[]}', /has no features/],
    [
      'invalid JSON',
      `{"features":[${features[0]},{"type":"Feature","properties":{"a":}}]}`,
      /not valid JSON after feature 1: export/,
    ],
    ['rubbish', 'PK\u0003\u0004nonsense', /not valid JSON at its beginning/],
    ['words', 'hello', /not valid JSON at its beginning/],
    ['a web page', '<!DOCTYPE html><html></html>', /is a web page or XML/],
    [
      'the error of an ArcGIS server',
      '{"error":{"code":499,"message":"Token Required","details":[]}}',
      /error answer of a server \("499 Token Required"\)/,
    ],
    ['TopoJSON', '{"type":"Topology","objects":{},"arcs":[]}', /is TopoJSON/],
    ['other JSON', '{"name":"x","version":1}', /JSON without GeoJSON features/],
    ['a list of other things', '[{"PIN":"1"}]', /JSON without GeoJSON features/],
    ['a list of numbers', '[1,2]', /not valid JSON at its beginning/],
  ])('for %s', async (_case, content, sentence) => {
    expect(await refusal(content)).toMatch(sentence);
  });

  test('a file that is not there rejects, and ends nothing else', async () => {
    await expect(openGeoJson({ path: join(folder, 'nothing.geojson') })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  test('for UTF-16', async () => {
    expect(await refusal(Buffer.from(`\ufeff${collection}`, 'utf16le'))).toContain('save it as UTF-8');
  });
});

test('one page of a server that has more is read, and that is said', async () => {
  const page = collection.replace('{', '{"properties":{"exceededTransferLimit":true},');
  expect((await only(page)).notes?.[0]).toMatch(/one page of an ArcGIS server's answer/);
  expect((await only(collection)).notes).toBeUndefined();
});

describe('GeoJSON that is made to exhaust the stack', () => {
  const feature = (properties: string, geometry: string) =>
    `{"type":"FeatureCollection","features":[{"type":"Feature","properties":${properties},"geometry":${geometry}}]}`;

  test('collections inside collections without end are an unreadable geometry', async () => {
    const levels = 20_000;
    const geometry = `${'{"type":"GeometryCollection","geometries":['.repeat(levels)}${']}'.repeat(levels)}`;
    const [row] = await featuresOf(await only(feature('{"PIN":"1"}', geometry)));
    expect(row).toMatchObject({
      properties: { PIN: '1' },
      geometry: { kind: 'unreadable', reason: 'has collections too deep inside each other' },
    });
  });

  test('lists inside lists without end are not a value of a field', async () => {
    const levels = 100_000;
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const [row] = await featuresOf(await only(feature(`{"PIN":"1","x":${deep}}`, 'null')));
    expect(row?.properties).toEqual({ PIN: '1', x: null });
  });
});
