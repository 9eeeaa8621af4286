import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OperatorError } from '../../runtime/operator-error.ts';
import { findSystem } from './find-system.ts';
import { openProjection, type Projection, parseCrs } from './projection.ts';

const readFixture = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8'));
type Texts = { esri: string; gdal: string; wkt2: string; projjson: string };
/** Of 24 systems, as PROJ writes them. Made by scripts/list-coordinate-systems.mjs. */
const texts: Record<string, Texts> = readFixture('crs-texts.json');

const open = (text: string): Promise<Projection> => openProjection(parseCrs(text));

function placeOf(projection: Projection, x: number, y: number): [number, number] {
  const ring = Float64Array.of(x, y);
  projection.toLngLat(ring);
  return [ring[0]!, ring[1]!];
}

/** To a tenth of a millimeter. */
const CLOSE = 9;

function expectSamePlace(one: readonly number[], other: readonly number[], digits = CLOSE): void {
  expect(one[0]).toBeCloseTo(other[0]!, digits);
  expect(one[1]).toBeCloseTo(other[1]!, digits);
}

describe('a coordinate system is found by what people type', () => {
  test.each([
    'EPSG:2264',
    'epsg:2264',
    '2264',
    ' EPSG: 2264 '.replace(': ', ':'),
    'urn:ogc:def:crs:EPSG::2264',
    'urn:ogc:def:crs:EPSG:9.8.2:2264',
    'http://www.opengis.net/def/crs/EPSG/0/2264',
    'EPSG:2264+5703',
  ])('%s', (text) => {
    expect(parseCrs(text)).toEqual({ kind: 'epsg', code: 2264 });
  });

  test.each([
    ['OGC:CRS84', 4326],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326],
    ['WGS 84', 4326],
    ['NAD83', 4269],
    ['ESRI:102719', 102719],
  ])('%s', (text, code) => {
    expect(parseCrs(text)).toEqual({ kind: 'epsg', code });
  });

  test('text is told apart by its form', () => {
    expect(parseCrs('+proj=longlat')).toMatchObject({ kind: 'proj4' });
    expect(parseCrs('PROJCS["x"]')).toMatchObject({ kind: 'wkt' });
    expect(parseCrs('{"type":"GeographicCRS"}')).toMatchObject({ kind: 'projjson' });
  });

  test.each(['', 'North Carolina', 'EPSG:', '{"type":'])('"%s" is refused in words', (text) => {
    expect(() => parseCrs(text)).toThrow(OperatorError);
    expect(() => parseCrs(text)).toThrow('--crs EPSG:2264');
  });
});

describe('all forms of one system lead to the same place', () => {
  const forms = Object.entries(texts).flatMap(([code, { esri, gdal, wkt2, projjson }]) =>
    Object.entries({ esri, gdal, wkt2, projjson }).map(([form, text]) => ({
      code: Number(code),
      form,
      text,
    })),
  );
  test.each(forms)('$code as $form', async ({ code, text }) => {
    const known = await openProjection({ kind: 'epsg', code });
    const described = await open(text);
    const [x, y] = known.system!.isGeographic ? [-80.5, 35.5] : [700_123.45, 312_345.67];
    expectSamePlace(placeOf(described, x, y), placeOf(known, x, y));
    expect(described.notes.length).toBe(known.notes.length);
  });
});

describe('a system as a source names it', () => {
  test('is shown by name and code', async () => {
    expect((await open('2264')).title).toBe('NAD83 / North Carolina (ftUS), EPSG:2264');
    expect((await open(texts[2264]!.esri)).title).toBe('NAD_1983_StatePlane_North_Carolina_FIPS_3200_Feet');
    expect((await open(texts[2264]!.wkt2)).title).toBe('NAD83 / North Carolina (ftUS), EPSG:2264');
  });

  test('a .prj of a county, with the foot cut short, is exact', async () => {
    const prj =
      'PROJCS["NAD_1983_StatePlane_North_Carolina_FIPS_3200_Feet",GEOGCS["GCS_North_American_1983",' +
      'DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],' +
      'UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],' +
      'PARAMETER["False_Easting",2000000.002616666],PARAMETER["False_Northing",0.0],' +
      'PARAMETER["Central_Meridian",-79.0],PARAMETER["Standard_Parallel_1",34.33333333333334],' +
      'PARAMETER["Standard_Parallel_2",36.16666666666666],PARAMETER["Latitude_Of_Origin",33.75],' +
      'UNIT["Foot_US",0.3048006096]]';
    // PROJ's answer: echo "1450000 730000" | cs2cs -f %.10f EPSG:2264 EPSG:4269
    expectSamePlace(placeOf(await open(prj), 1450000, 730000), PROJ_2264, 7);
    expectSamePlace(placeOf(await open('2264'), 1450000, 730000), PROJ_2264);
  });

  test('[SEC-12] is shown on one line', async () => {
    const forged = (text: string) => open(text.replace('NAD83 / North', 'NAD83 /\\nplatbook: North'));
    const { gdal, projjson } = texts[2264]!;
    expect((await forged(projjson)).title).toMatch(/^NAD83 \/ platbook: North Carolina/);
    expect((await open(gdal.replace('NAD83 / North', 'NAD83 /\nplatbook: North'))).title).not.toContain('\n');
  });

  test('of a compound system the horizontal part counts', async () => {
    const vertical =
      'VERT_CS["NAVD88",VERT_DATUM["North American Vertical Datum 1988",2005],UNIT["metre",1]]';
    const compound = await open(`COMPD_CS["with heights",${texts[2264]!.gdal},${vertical}]`);
    expectSamePlace(placeOf(compound, 1450000, 730000), PROJ_2264);
    const json = await openProjection({
      kind: 'projjson',
      value: {
        type: 'CompoundCRS',
        name: 'with heights',
        components: [JSON.parse(texts[2264]!.projjson), {}],
      },
    });
    expectSamePlace(placeOf(json, 1450000, 730000), PROJ_2264);
  });

  test('PROJJSON may be no more than an identifier', async () => {
    const value = { type: 'ProjectedCRS', name: 'x', id: { authority: 'EPSG', code: 2264 } };
    expect((await openProjection({ kind: 'projjson', value })).title).toContain('EPSG:2264');
    const crs84 = { type: 'GeographicCRS', name: 'x', id: { authority: 'OGC', code: 'CRS84' } };
    expect((await openProjection({ kind: 'projjson', value: crs84 })).title).toContain('EPSG:4326');
  });

  // Places by PROJ: echo "44.9 -94.5" | cs2cs -f %.4f EPSG:4269 EPSG:26851, and so on.
  test.each([
    [26821, 'NAD83 / Minnesota South (ftUS), EPSG:26851', [2495107.9957, 1021110.1423], [-94.5, 44.9]],
    [2244, 'NAD83 / Indiana East (ftUS), EPSG:2965', [206294.4954, 1650853.3781], [-86.1, 39.78]],
    [26979, 'NAD83 / Kentucky North, EPSG:2205', [478042.0188, 55528.062], [-84.5, 38]],
    [26814, 'NAD83 / Maine East (ftUS), EPSG:26847', undefined, undefined],
    [26846, 'NAD83(NSRS2007) / West Virginia South (ftUS), EPSG:26870', undefined, undefined],
  ] as const)('EPSG:%i, which EPSG has withdrawn, is %s as in GDAL', async (code, title, at, place) => {
    const projection = await openProjection({ kind: 'epsg', code });
    expect(projection.title).toBe(title);
    if (at) expectSamePlace(placeOf(projection, at[0], at[1]), place, 8);
  });

  test('EPSG:3587 is Michigan Central, however much it looks like Web Mercator', async () => {
    const projection = await openProjection({ kind: 'epsg', code: 3587 });
    expect(projection.title).toBe('NAD83(NSRS2007) / Michigan Central, EPSG:3587');
    expectSamePlace(placeOf(projection, 5950068.5133, 187246.7992), [-85, 45], 8);
  });

  test('longitude and latitude are left as they are, to the last bit', async () => {
    for (const name of ['EPSG:4326', 'EPSG:4269', 'OGC:CRS84', texts[4269]!.esri]) {
      expect(placeOf(await open(name), -80.8600000001, 35.62)).toEqual([-80.8600000001, 35.62]);
    }
  });

  test('all realizations of NAD83 are taken as WGS 84, so that neighbors agree', async () => {
    for (const code of [3404, 3632, 6543]) {
      expectSamePlace(placeOf(await openProjection({ kind: 'epsg', code }), 1450000, 730000), PROJ_2264);
    }
  });
});

const PROJ_2264 = [-80.8535397818, 35.7416707778] as const;

describe('NAD27', () => {
  test('is moved by the mean shift of the contiguous states, as PROJ moves it, and that is said', async () => {
    const nad27 = await open('EPSG:32019');
    expect(nad27.notes.join()).toMatch(/NAD27.*off by about 15 meters.*NAD83/s);
    // PROJ: echo "-80.86 35.62" | cs2cs -f %.9f +proj=longlat +ellps=clrk66 +towgs84=-8,160,176 +to +proj=longlat
    expectSamePlace(placeOf(await open('EPSG:4267'), -80.86, 35.62), [-80.85980664, 35.620097183], 7);
  });

  test('has a place in every projection, in that of Alaska, too', async () => {
    const { toLngLat } = await open('EPSG:2964');
    const ring = Float64Array.of(702974.5544, 4111019.6291);
    toLngLat(ring);
    // PROJ, with +proj=aea +lat_0=50 +lon_0=-154 +lat_1=55 +lat_2=65 +ellps=clrk66 +towgs84=-5,135,172 +units=us-ft
    expectSamePlace([...ring], [-150, 61.2], 8);
  });

  test('is recognized in well-known text', async () => {
    expect((await open(texts[26717]!.esri)).notes.join()).toContain('NAD27');
    expect((await open(texts[26917]!.esri)).notes).toEqual([]);
  });
});

describe('a datum near WGS 84', () => {
  const on = (datum: string, flattening = '298.257222101') =>
    open(
      `GEOGCS["x",DATUM["${datum}",SPHEROID["y",6378137,${flattening}]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]`,
    );

  test.each([
    'North_American_Datum_1983',
    'D_North_American_1983_HARN',
    'NAD83 (High Accuracy Reference Network)',
    'NAD83 (National Spatial Reference System 2007)',
    'D_NAD_1983_2011',
    'North American Datum of 1983 (CSRS) version 7',
    'International Terrestrial Reference Frame 2014',
    'D_WGS_1984',
  ])('%s is taken for it, as in every web map, without a word', async (datum) => {
    expect((await on(datum)).notes).toEqual([]);
  });

  test.each([
    'D_GDA_1994',
    'Geocentric Datum of Australia 2020',
    'D_ETRS_1989',
    'D_NZGD_2000',
    'D_SIRGAS_2000',
  ])('%s, of another continent, is taken for it, and that is said', async (datum) => {
    expect((await on(datum)).notes.join()).toMatch(/taken as WGS 84.*up to 2 meters/);
  });

  test('a year alone makes no datum: MOP 1983 of Polynesia is another one, and that is said', async () => {
    expect((await on('MOP 1983 (MAUPITI)', '297')).notes.join()).toContain('off by some hundred meters');
  });
});

describe('what cannot be placed is refused with the way to name it', () => {
  test.each([
    ['an unknown code', 'EPSG:27700', 'https://epsg.io/27700'],
    ['a local system', 'LOCAL_CS["site grid",UNIT["metre",1]]', 'site grid'],
    ['text that is cut off', 'PROJCS["NAD83 / North Carolina (ftUS)",GEOGCS["NAD83"', '--crs EPSG:2264'],
    ['text without sense', 'HELLO["world"]', '--crs EPSG:2264'],
    ['a vertical system', 'VERT_CS["NAVD88",UNIT["metre",1]]', '--crs EPSG:2264'],
    ['an unknown projection', texts[2264]!.gdal.replace(/Lambert_Conformal_Conic_2SP/, 'Krovak'), 'Krovak'],
    ['an unknown parameter', texts[2264]!.gdal.replace('false_easting', 'mystery'), 'mystery'],
    ['proj4 text without sense', '+proj=mystery', '--crs EPSG:2264'],
    ['proj4 text of an unknown list', '+init=mystery:1', '--crs EPSG:2264'],
    ['PROJJSON without sense', '{"type":"ProjectedCRS","name":"x"}', '--crs EPSG:2264'],
  ])('%s', async (_, text, words) => {
    await expect(open(text)).rejects.toThrow(OperatorError);
    await expect(open(text)).rejects.toThrow(words);
  });

  test.each([
    ['well-known text', `${'BOUNDCRS[SOURCECRS['.repeat(60_000)}X${']]'.repeat(60_000)}`],
    ['PROJJSON', `${'{"components":['.repeat(30_000)}{}${']}'.repeat(30_000)}`],
  ])('[SEC-12] %s of systems in each other without end', async (_, text) => {
    await expect(open(text)).rejects.toThrow(/coordinate system .*cannot be read.*--crs EPSG:2264/);
  });

  test.each([
    ['in local well-known text', 'LOCAL_CS["site\u001b[31m\nplatbook: Imported as good",UNIT["m",1]]'],
    ['in text without sense', 'HELLO["site\nplatbook: Imported as good"]'],
    [
      'in a projection',
      texts[2264]!.gdal.replace(/Lambert_Conformal_Conic_2SP/, 'Krovak\nplatbook: Imported'),
    ],
    [
      'in PROJJSON',
      texts[2264]!.projjson.replace(/Lambert Conic Conformal \(2SP\)/, 'Krovak\\nplatbook: Imported'),
    ],
    ['in what is no system', 'north\nplatbook: Imported as good'],
  ])('[SEC-12] a name %s forges no line, and is short', async (_, text) => {
    for (const long of [text, text.replace('platbook', 'x'.repeat(9000))]) {
      const { message } = await Promise.resolve(long)
        .then(open)
        .then(
          () => new Error('taken'),
          (error: Error) => error,
        );
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal must not get them
      expect(message).not.toMatch(/[\u0000-\u001f]/);
      expect(message).toContain('EPSG:');
      expect(message.length).toBeLessThan(500);
    }
  });

  test('an empty .prj', async () => {
    await expect(openProjection({ kind: 'wkt', text: ' \n' })).rejects.toThrow('says no coordinate system');
  });

  test('a place that a projection does not reach becomes no number, and the next one is fine', async () => {
    for (const code of [2264, 26917, 3078, 3310]) {
      const projection = await openProjection({ kind: 'epsg', code });
      const { west, south, east, north } = findSystem(code)!.area;
      const ring = Float64Array.of(Number.NaN, Number.NaN, 1e300, 1e300, 500000, 300000);
      projection.toLngLat(ring);
      expect(Number.isFinite(ring[4]!) && Number.isFinite(ring[5]!)).toBe(true);
      expect(ring[4]).toBeGreaterThan(west - 20);
      expect(ring[4]).toBeLessThan(east + 20);
      expect(ring[5]).toBeGreaterThan(south - 60);
      expect(ring[5]).toBeLessThan(north + 20);
    }
  });
});
