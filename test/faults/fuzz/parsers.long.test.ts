// Parsers of text and bytes, called directly: far more cases than through files and sockets.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSiteAddress } from '../../../contract/parse-site-address.ts';
import { streetTitle } from '../../../gazetteer/street-title.ts';
import { parseArcGisAddress } from '../../../import/arcgis/arcgis-address.ts';
import { readAnswer } from '../../../import/arcgis/server-answer.ts';
import { openProjection, parseCrs } from '../../../import/coordinates/projection.ts';
import { parseNumber, textAcres } from '../../../import/fields/clean-amount.ts';
import { cleanPin } from '../../../import/fields/clean-pin.ts';
import { cleanText } from '../../../import/fields/clean-text.ts';
import { compileExpression } from '../../../import/fields/compile-expression.ts';
import { parseExpression } from '../../../import/fields/expression.ts';
import { parseMailingLines } from '../../../import/fields/mailing-lines.ts';
import { parseMapping } from '../../../import/fields/mapping.ts';
import { joinOwners } from '../../../import/fields/owner-names.ts';
import { parseDate } from '../../../import/fields/parse-date.ts';
import { compilePattern } from '../../../import/fields/safe-pattern.ts';
import { parseDefinition } from '../../../import/openaddresses/parse-definition.ts';
import { parseGeoPackageGeometry } from '../../../import/readers/geopackage-geometry.ts';
import { parsePlacemark } from '../../../import/readers/kml-placemark.ts';
import { parseWkb } from '../../../import/readers/well-known-binary.ts';
import { parseWkt } from '../../../import/readers/well-known-text.ts';
import { OperatorError } from '../../../runtime/operator-error.ts';
import { readConfig } from '../../../server/config.ts';
import { normalizeEmail } from '../../../server/identity/email-address.ts';
import { openTileArchive } from '../../../server/maps/tile-archive.ts';
import { acceptsGzip, matchesEtag } from '../../../server/request-headers.ts';
import { parcelTileAddress } from '../../../server/tiles/answer-tile.ts';
import { queryWords } from '../../../store/place-words.ts';
import { searchWords } from '../../../store/search-text.ts';
import { smallCounty, WGS84_WKT, wkbOf, wktOf } from '../../county-files.ts';
import { countyKml } from '../../county-files-more.ts';
import { testFolder } from '../../test-folder.ts';
import { FAULT_TIMEOUT_MS } from '../size.ts';
import { jsonChanges, withChanges } from './change-json.ts';
import { fuzz } from './fuzz.ts';
import { inWords } from './import-whole.ts';
import { damage, damaged, damagedText } from './mutate-bytes.ts';
import { text } from './texts.ts';

const folder = testFolder();

/** Beyond it, somebody's pattern takes more than linear time. The texts have at most 9,000 characters. */
const QUICK_MS = 1500;

async function quickly(run: () => unknown): Promise<void> {
  const startMs = performance.now();
  await inWords(run);
  const tookMs = performance.now() - startMs;
  if (tookMs > QUICK_MS) throw new Error(`It took ${Math.round(tookMs)} ms.`);
}

const reading = { order: 'mdy', year: 2026 } as const;

/** What is called with a text from outside. Only an OperatorError may be thrown. */
const ofText: Record<string, (given: string) => unknown> = {
  'search words': (given) => searchWords(given),
  'place words': (given) => queryWords(given),
  'site address': (given) => parseSiteAddress(given),
  'street title': (given) => streetTitle(given),
  'ArcGIS address': (given) =>
    parseArcGisAddress(`https://x.org/arcgis/rest/services/${given}`) ?? parseArcGisAddress(given),
  'ArcGIS answer': (given) => readAnswer({ status: 200, retryAfter: given, text: given, nowMs: 0 }),
  'coordinate system': async (given) => openProjection(parseCrs(given)),
  amounts: (given) => [parseNumber(given), textAcres(given), cleanPin(given), cleanText(given)],
  dates: (given) => parseDate(given, reading),
  mapping: (given) => parseMapping(given),
  expression: (given) => parseExpression(given),
  'mailing lines': (given) => parseMailingLines([given, given, '', given]),
  owners: (given) => joinOwners([given, null, given]),
  'WKT geometry': (given) => parseWkt(given),
  KML: (given) => parsePlacemark(given),
  email: (given) => normalizeEmail(given),
  headers: (given) => [acceptsGzip(given), matchesEtag(given, '"a"')],
  'tile address': (given) => {
    const [z = '', x = '', y = ''] = given.split('/');
    return parcelTileAddress({ z, x, y });
  },
};

test.each(Object.keys(ofText))(
  'any text: %s',
  (name) =>
    fuzz({
      what: `text: ${name}`,
      cases: { short: 60, long: 1500 },
      input: text,
      property: (given) => quickly(() => ofText[name]!(given)),
    }),
  FAULT_TIMEOUT_MS,
);

const NC_WKT =
  'PROJCS["NAD83 / North Carolina (ftUS)",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101],TOWGS84[0,0,0,0,0,0,0]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["standard_parallel_1",36.16666666666666],PARAMETER["standard_parallel_2",34.33333333333334],PARAMETER["latitude_of_origin",33.75],PARAMETER["central_meridian",-79],PARAMETER["false_easting",2000000.002616666],PARAMETER["false_northing",0],UNIT["US survey foot",0.3048006096012192]]';
const NC_PROJ4 =
  '+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=36.1666666666667 +lat_2=34.3333333333333 +x_0=609601.219202438 +y_0=0 +datum=NAD83 +units=us-ft +no_defs';
const NC_PROJJSON = {
  type: 'ProjectedCRS',
  name: 'NAD83 / North Carolina (ftUS)',
  base_crs: {
    name: 'NAD83',
    datum: {
      type: 'GeodeticReferenceFrame',
      name: 'North American Datum 1983',
      ellipsoid: { name: 'GRS 1980', semi_major_axis: 6378137, inverse_flattening: 298.257222101 },
    },
    coordinate_system: { subtype: 'ellipsoidal', axis: [{ name: 'Latitude', unit: 'degree' }] },
  },
  conversion: {
    name: 'SPCS83',
    method: { name: 'Lambert Conic Conformal (2SP)', id: { authority: 'EPSG', code: 9802 } },
    parameters: [
      { name: 'Latitude of false origin', value: 33.75, unit: 'degree' },
      { name: 'Longitude of false origin', value: -79, unit: 'degree' },
      {
        name: 'Easting at false origin',
        value: 2000000,
        unit: { type: 'LinearUnit', name: 'US survey foot', conversion_factor: 0.3048006096 },
      },
    ],
  },
  coordinate_system: { subtype: 'Cartesian', axis: [{ name: 'Easting', unit: 'metre' }] },
};

/** Coordinates come out as places or as NaN, and in time. */
async function openAndUse(name: Parameters<typeof openProjection>[0]): Promise<void> {
  const projection = await inWords(() => openProjection(name));
  if (!projection) return;
  const ring = Float64Array.from([1.4e6, 7e5, 0, 0, -80.9, 35.5, 1e300, Number.NaN]);
  projection.toLngLat(ring);
  expect(projection.title).toBeTypeOf('string');
}

test(
  'damaged coordinate systems',
  () =>
    fuzz({
      what: 'damaged WKT, PROJJSON and proj4 text of coordinate systems',
      cases: { short: 150, long: 6000 },
      input: fc.record({ which: fc.nat(3), edits: damage, changes: jsonChanges }),
      property: ({ which, edits, changes }) => {
        if (which === 0) return openAndUse({ kind: 'wkt', text: damagedText(NC_WKT, edits) });
        if (which === 1) return openAndUse({ kind: 'wkt', text: damagedText(WGS84_WKT, edits) });
        if (which === 2) return openAndUse({ kind: 'proj4', text: damagedText(NC_PROJ4, edits) });
        return openAndUse({ kind: 'projjson', value: withChanges(NC_PROJJSON, changes) });
      },
    }),
  FAULT_TIMEOUT_MS,
);

test(
  'damaged well-known text and binary',
  () => {
    const shapes = smallCounty.features.flatMap(({ polygons }) => (polygons ? [polygons] : []));
    return fuzz({
      what: 'damaged WKT, WKB and GeoPackage geometry, KML',
      cases: { short: 200, long: 8000 },
      input: fc.record({ which: fc.nat(shapes.length - 1), edits: damage }),
      property: ({ which, edits }) =>
        quickly(() => {
          parseWkt(damagedText(wktOf(shapes[which]!), edits));
          parseWkb(damaged(wkbOf(shapes[which]!), edits));
          const header = Buffer.from([0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0]);
          parseGeoPackageGeometry(damaged(Buffer.concat([header, wkbOf(shapes[which]!)]), edits));
          parsePlacemark(damagedText(countyKml(), edits));
        }),
    });
  },
  FAULT_TIMEOUT_MS,
);

test(
  'expressions and patterns of a mapping',
  () => {
    const pieces = [
      'PIN',
      "'-'",
      ...'& + / * ( ) , 43560 replace split match date'.split(' '),
      '[OWNER NAME]',
      '"a"',
      "''",
      '-',
      '||',
      '(a+)+$',
      '.*.*.*x',
      '\\',
      '^',
      '$1',
      'upper',
      'first',
      '{1000}',
      '[a-z]+',
    ];
    const fields = [
      { name: 'PIN', type: 'text' },
      { name: 'OWNER NAME', type: 'text' },
    ] as const;
    return fuzz({
      what: 'expressions and patterns of a mapping',
      cases: { short: 150, long: 6000 },
      input: fc.record({
        parts: fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { maxLength: 10 }),
        subject: text,
      }),
      property: ({ parts, subject }) =>
        quickly(async () => {
          await inWords(() => compilePattern(parts.join('')).exec(subject));
          const expression = parseExpression(parts.join(' '));
          const evaluate = compileExpression(expression, { fields, reading } as never);
          evaluate({ PIN: subject, 'OWNER NAME': subject } as never);
        }),
    });
  },
  FAULT_TIMEOUT_MS,
);

test(
  'definitions of OpenAddresses',
  () => {
    const valid = {
      schema: 2,
      coverage: {
        'US Census': { geoid: '37183', name: 'Wake County', state: 'North Carolina' },
        country: 'us',
        state: 'nc',
        county: 'Wake',
      },
      layers: {
        parcels: [
          {
            name: 'county',
            data: 'https://maps.example.org/0',
            protocol: 'ESRI',
            license: { url: 'x', text: 'Open' },
            conform: {
              format: 'shapefile',
              pid: { function: 'regexp', field: 'PIN', pattern: '^(.*)-', replace: '$1' },
              srs: 'EPSG:2264',
              encoding: 'utf-8',
              file: 'a/b.shp',
            },
          },
        ],
      },
    };
    return fuzz({
      what: 'definitions of OpenAddresses',
      cases: { short: 100, long: 4000 },
      input: fc.record({ changes: jsonChanges, edits: fc.option(damage, { freq: 3 }) }),
      property: ({ changes, edits }) =>
        quickly(() => {
          const json = JSON.stringify(withChanges(valid, changes)) ?? '';
          parseDefinition({ id: 'us/nc/wake', text: edits ? damagedText(json, edits) : json });
        }),
    });
  },
  FAULT_TIMEOUT_MS,
);

test(
  'settings',
  () =>
    fuzz({
      what: 'settings of the environment',
      cases: { short: 60, long: 2000 },
      input: fc.dictionary(
        fc.constantFrom(
          ...'HOST PORT PUBLIC_URL DATA_DIR DATABASE_URL SMTP_URL MAIL_FROM TRUST_PROXY'.split(' '),
          ...'PROCESSES PARCEL_ACCESS METRICS_ACCESS METRICS_TOKEN SIGN_IN_ALLOW'.split(' '),
          ...'MAPS_PROVIDER BASEMAP_PMTILES OIDC_GOOGLE_CLIENT_ID OIDC_GOOGLE_ISSUER'.split(' '),
          ...'STYTCH_PROJECT_ID STYTCH_SECRET OPENADDRESSES ARCGIS_TOKEN ARCGIS_TOKEN_HOST'.split(' '),
        ),
        fc.oneof(
          text,
          fc.constantFrom(
            ...'https://a.org http://127.0.0.1:1 smtp://a 1 65536 @a.org,b@c.de 10.0.0.0/8'.split(' '),
            ...'::1/129'.split(' '),
          ),
        ),
        { maxKeys: 4 },
      ),
      property: (settings) => quickly(() => readConfig(settings)),
    }),
  FAULT_TIMEOUT_MS,
);

test(
  'damaged PMTiles',
  async () => {
    const { writeSmallTiles } = await import('./small-pmtiles.ts');
    const path = join(folder, 'map.pmtiles');
    await writeSmallTiles(path);
    const valid = await readFile(path);
    const read = async (bytes: Buffer): Promise<number> => {
      await writeFile(path, bytes);
      const archive = await openTileArchive(path);
      if ('problem' in archive) {
        expect(archive.problem).not.toBe('');
        return 0;
      }
      let found = 0;
      try {
        for (const address of [
          { z: 0, x: 0, y: 0 },
          { z: 1, x: 1, y: 1 },
          { z: 2, x: 3, y: 3 },
        ]) {
          // A tile that cannot be read is a fault of the file; the file itself may be changed by anyone.
          if ((await archive.findUnpacked(address).catch(onlyErrors)) !== undefined) found++;
        }
      } finally {
        await archive.close();
      }
      return found;
    };
    expect(await read(valid)).toBe(3);
    await fuzz({
      what: 'damaged PMTiles',
      cases: { short: 100, long: 3000 },
      input: damage,
      property: (edits) => read(damaged(valid, edits)),
    });
  },
  FAULT_TIMEOUT_MS,
);

function onlyErrors(error: unknown): undefined {
  if (!(error instanceof Error) || error instanceof RangeError || error instanceof OperatorError) throw error;
  return undefined;
}
