// Writes import/coordinates/known-systems.json, the coordinate systems of the United States and their neighbors by code,
// and fixtures/proj-answers.json, PROJ's own answers for each. Run by hand, when EPSG has new systems:
//   apt-get install proj-bin && node scripts/list-coordinate-systems.mjs
// Both come from PROJ's database (EPSG's and Esri's codes); takes some minutes.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const BOXES = ['-180,15,-64,72', '172,50,180,55', '144,13,147,21', '-172,-16,-168,-10'];
/** What proj4 computes as PROJ does. Systems by other methods are not for parcels. */
const METHODS = /\+proj=(lcc|tmerc|utm|aea|omerc|merc|sterea|laea|longlat|poly) /;
/** Other datums need shifts that PROJ's proj4 text has not got. */
const DATUMS = /NAD83|NAD27|19(27|83)|WGS.?(19)?84|Old.?Hawaiian|Puerto.?Rico|Guam|American.?Samoa/;
const WORLDWIDE = new Set(['3857', '3395', '4326']);
/** Points of the answers, as shares of the area of use: also in known-systems.test.ts. */
const SHARES = [
  [0.3, 0.35],
  [0.85, 0.7],
];

const projinfo = (...args) =>
  execFileSync('projinfo', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

function listCodes() {
  const codes = new Map();
  for (const authority of ['EPSG', 'ESRI']) {
    for (const bbox of BOXES) {
      const filter = ['--list-crs', 'projected,geographic_2d,allow_deprecated', '--authority', authority];
      for (const line of projinfo(...filter, '--bbox', bbox, '--spatial-test', 'intersects').split('\n')) {
        const code = /^\w+:(\d+) /.exec(line)?.[1];
        // EPSG's numbers win; Esri's own begin where EPSG's end.
        if (code && !codes.has(code)) codes.set(code, `${authority}:${code}`);
      }
    }
  }
  for (const code of WORLDWIDE) codes.set(code, `EPSG:${code}`);
  return [...codes].sort(([one], [other]) => one - other);
}

const rounded = (value, digits) => String(Number(Number(value).toFixed(digits)));

/** Without what is the default, with the zero shift of NAD83 to WGS 84 understood, numbers to a thousandth of a cm. */
function shortProj4(text, datum) {
  const isModern = /NAD83|1983|WGS.?(19)?84/.test(datum);
  let parts = text
    .split(' ')
    .filter((part) => !/^\+(no_defs|type=crs|units=m|[xy]_0=0|k(_0)?=1|wktext)$/.test(part));
  if (isModern) parts = parts.filter((part) => !part.startsWith('+towgs84='));
  return parts
    .map((part) => {
      const [key, value] = part.split('=');
      if (part === '+datum=NAD83') return '+ellps=GRS80';
      if (part === '+datum=WGS84') return '+ellps=WGS84';
      if (key === '+k_0') return `+k=${value}`;
      if (/^\+(lat|lon|alpha|gamma)/.test(key)) return `${key}=${rounded(value, 11)}`;
      return /^\+[xy]_0$/.test(key) ? `${key}=${rounded(value, 5)}` : part;
    })
    .join(' ');
}

function readSystem([code, id]) {
  let lines;
  try {
    lines = projinfo(id, '-o', 'PROJ,PROJJSON', '--single-line').split('\n');
  } catch {
    return undefined;
  }
  const text = lines.find((line) => line.startsWith('+proj='));
  const json = JSON.parse(lines.find((line) => line.startsWith('{')) ?? '{}');
  const crs = json.type === 'BoundCRS' ? json.source_crs : json;
  const box = crs.bbox ?? json.bbox;
  if (!text || !METHODS.test(text) || !box) return undefined;
  const west = box.west_longitude;
  const east = box.east_longitude < west ? box.east_longitude + 360 : box.east_longitude;
  if (east - west > 180 && !WORLDWIDE.has(code)) return undefined;
  const base = crs.base_crs ?? crs;
  const datum = `${base.name} ${(base.datum ?? base.datum_ensemble)?.name}`;
  // A scale factor in the wrong unit: a deprecated system of EPSG's is so.
  if (!DATUMS.test(datum) || /\+k=\S*e-/.test(text)) return undefined;
  return {
    code,
    id,
    name: crs.name.replace(/ \(deprecated\)$/, ''),
    proj4: shortProj4(text, datum),
    bounds: [west, box.south_latitude, east, box.north_latitude],
    base: base.id && `${base.id.authority}:${base.id.code}`,
    // PROJ answers in this order. Files have x first, whatever their system says.
    isNorthFirst: crs.coordinate_system.axis[0].direction === 'north',
  };
}

function answersOf({ id, base, isNorthFirst, bounds: [west, south, east, north] }) {
  const input = SHARES.map(
    ([x, y]) => `${(south + (north - south) * y).toFixed(6)} ${(west + (east - west) * x).toFixed(6)}`,
  ).join('\n');
  const output = execFileSync('cs2cs', ['-f', '%.4f', base, id], { input, encoding: 'utf8' });
  return output
    .trim()
    .split('\n')
    .flatMap((line) => {
      const numbers = line.split(/\s+/).slice(0, 2).map(Number);
      return isNorthFirst ? numbers.reverse() : numbers;
    });
}

/** Systems of every method and unit, of which the tests read each form of text. */
const TEXT_CODES = [
  2225, 2249, 2264, 2277, 2903, 2992, 3071, 3078, 3081, 3086, 3310, 3338, 3857, 4269, 4326, 7258, 8092, 26717,
  26917, 26931, 26986, 32119, 102003, 103689,
];

function textsOf(code) {
  const id = `${code > 32767 ? 'ESRI' : 'EPSG'}:${code}`;
  const forms = { esri: 'WKT1:ESRI', gdal: 'WKT1:GDAL', wkt2: 'WKT2:2019', projjson: 'PROJJSON' };
  return Object.fromEntries(
    Object.entries(forms).map(([form, option]) => [
      form,
      projinfo(id, '-q', '-o', option, '--single-line').trim(),
    ]),
  );
}

writeFileSync(
  'import/coordinates/fixtures/crs-texts.json',
  `${JSON.stringify(Object.fromEntries(TEXT_CODES.map((code) => [code, textsOf(code)])), null, 1)}\n`,
);

const groups = new Map();
for (const entry of listCodes()) {
  const system = readSystem(entry);
  if (!system) continue;
  const group = groups.get(system.proj4);
  if (group) group.push(system);
  else groups.set(system.proj4, [system]);
}

/** `NAD83(HARN) / Iowa North` after `NAD83 / Iowa North` is only `NAD83(HARN)`; Esri's name after EPSG's is left out. */
function shortName(name, first) {
  if (!name.includes(' / ')) return first.includes(' / ') ? '' : name;
  const [realization, ...zone] = name.split(' / ');
  return first.endsWith(` / ${zone.join(' / ')}`) ? realization : name;
}

const table = [];
const answers = {};
for (const [proj4, systems] of groups) {
  const [first] = systems;
  const names = systems.map(({ code, name }, index) => {
    const short = index === 0 ? name : shortName(name, first.name);
    return short ? `${code} ${short}` : code;
  });
  table.push([proj4, first.bounds.join(','), ...names].join('|'));
  if (proj4.startsWith('+proj=longlat')) continue;
  const asked = systems.find(({ base }) => base);
  if (asked) answers[asked.code] = answersOf(asked);
}

writeFileSync('import/coordinates/known-systems.json', `${JSON.stringify(table, null, 2)}\n`);
const rows = Object.entries(answers).map(([code, numbers]) => `"${code}":${JSON.stringify(numbers)}`);
writeFileSync('import/coordinates/fixtures/proj-answers.json', `{\n${rows.join(',\n')}\n}\n`);
console.log(`${table.length} definitions, ${rows.length} with answers`);
