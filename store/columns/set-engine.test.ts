import { expect, test, vi } from 'vitest';
import { FILTER_LENGTH_MAX, LIKE_PATTERN_MAX } from '../../contract/limits.ts';
import { refusals } from '../../contract/messages.ts';
import { emptyParcelFields } from '../../contract/parcel-columns.ts';
import type { FilterField, FilterValue, ParcelFilter, SortKey } from '../../contract/parcel-filter.ts';
import { ringOfBounds } from '../../geo/bounds-of.ts';
import type { PolygonGeometry, Ring } from '../../geo/geometry.ts';
import { byBytes, isNumberColumn, type PlainRow, plainSegments } from '../../test/plain-segments.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { FilterRefused } from '../parcel-queries.ts';
import { searchKeysOf } from '../search-keys.ts';
import { foldText } from '../search-text.ts';
import type { Segment } from './segment.ts';
import { createSetEngine, QueryStopped, type SetEngine } from './set-engine.ts';

const never = () => false;
const engineOf = (...sources: Segment[][]) => createSetEngine({ version: 'v', segments: sources.flat() });

/** A lot of about 30 m at a place of a grid. */
function lotAt(column: number, row: number): PolygonGeometry {
  const at = (x: number, y: number): [number, number] => [
    Math.round(-808_000_000 + x * 3000) / 1e7,
    Math.round(355_000_000 + y * 3000) / 1e7,
  ];
  return {
    type: 'Polygon',
    coordinates: [
      [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1), at(column, row)],
    ],
  };
}

const names = [
  'SMITH JOHN',
  'Smith, John',
  'SMYTHE ANN',
  'Núñez Zoë',
  'NUNEZ ZOE',
  '100% LAND LLC',
  'A_B',
  'straße',
  '',
];
const zones = ['R-20', 'r-20', 'RA', 'B1', 'Ünion', 'union'];

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

function randomRow(random: Random, number: number): PlainRow {
  const perhaps = <T>(value: T): T | null => (random() < 0.25 ? null : value);
  const pin = `${String(Math.floor(random() * 50)).padStart(2, '0')}-${pick(random, ['a', 'B', 'c'])}${number}`;
  const acres = perhaps(Math.round(random() * 40) / 4);
  return {
    fields: {
      pin,
      name: perhaps(pick(random, names)),
      zoning: perhaps(pick(random, zones)),
      taxacres: acres,
      sale_date: perhaps(`20${10 + Math.floor(random() * 9)}-0${1 + Math.floor(random() * 9)}-11`),
      sales_price: perhaps(Math.floor(random() * 20) * 10_000),
      elsewhere: perhaps(random() < 0.5 ? 0 : 1),
      shape_acres: Math.round(random() * 1000) / 100,
      'more:YEAR': perhaps(pick(random, ['1967', '1,967', ' 2001', '$12.50', 'unknown', '.5', '-3'])),
      lng: -80,
      lat: 35,
    },
    geometry: lotAt(number % 10, Math.floor(number / 10)),
  };
}

type Fields = Readonly<Record<string, string | number | null | undefined>>;

/** True, false, or null for unknown. */
function naive(filter: ParcelFilter, row: Fields): boolean | null {
  switch (filter.op) {
    case 'all':
      return true;
    case 'and': {
      const truths = filter.of.map((part) => naive(part, row));
      return truths.includes(false) ? false : truths.includes(null) ? null : true;
    }
    case 'or': {
      const truths = filter.of.map((part) => naive(part, row));
      return truths.includes(true) ? true : truths.includes(null) ? null : false;
    }
    case 'not': {
      const truth = naive(filter.of, row);
      return truth === null ? null : !truth;
    }
    case 'is-null':
      return (row[filter.field] ?? null) === null;
    case 'like': {
      const value = row[filter.field] ?? null;
      return value === null ? null : naiveLike(filter.pattern).test(foldText(String(value)));
    }
    case 'between': {
      const low = compareNaive(filter.field, row, filter.low, false);
      const high = compareNaive(filter.field, row, filter.high, false);
      if ((low !== null && low < 0) || (high !== null && high > 0)) return false;
      return low === null || high === null ? null : true;
    }
    case 'in': {
      const orders = filter.values.map((value) => compareNaive(filter.field, row, value, filter.ignoresCase));
      return (row[filter.field] ?? null) === null ? null : orders.includes(0);
    }
    case 'compare': {
      const order = compareNaive(filter.field, row, filter.value, filter.ignoresCase);
      if (order === null) return null;
      const truths = {
        '=': order === 0,
        '<>': order !== 0,
        '<': order < 0,
        '<=': order <= 0,
        '>': order > 0,
        '>=': order >= 0,
      };
      return truths[filter.is];
    }
    default:
      throw new Error(`${filter.op} is tested elsewhere.`);
  }
}

function compareNaive(
  field: FilterField,
  row: Fields,
  value: FilterValue,
  ignoresCase: boolean | undefined,
): number | null {
  const own = row[field] ?? null;
  if (own === null) return null;
  if (isNumberColumn(field)) return (own as number) - Number(value);
  if (typeof value === 'number') {
    const number = Number(String(own).replace(/[$, ]/g, ''));
    return Number.isNaN(number) ? null : number - value;
  }
  const text = String(value);
  return byBytes(foldText(own as string), foldText(text)) || (ignoresCase ? 0 : byBytes(own as string, text));
}

function naiveLike(pattern: string): RegExp {
  const source = [...pattern.matchAll(/\\(.)|(.)/gsu)].map(([, escaped, plain]) => {
    if (plain === '%') return '.*';
    if (plain === '_') return '.';
    return foldText(escaped ?? plain!).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 'su');
}

const fields: FilterField[] = [
  'name',
  'zoning',
  'taxacres',
  'sale_date',
  'sales_price',
  'elsewhere',
  'more:YEAR',
  'shape_acres',
  'pin',
];

function randomValue(random: Random, field: FilterField, rows: readonly PlainRow[]): FilterValue {
  if (field === 'elsewhere') return random() < 0.5;
  if (field === 'more:YEAR' && random() < 0.5) return pick(random, [1967, 12.5, 2000, 0, -3]);
  const value = pick(random, rows).fields[field] ?? null;
  if (value !== null) return random() < 0.2 && typeof value === 'string' ? value.toLowerCase() : value;
  return isNumberColumn(field) ? 3 : 'm';
}

function randomFilter(random: Random, rows: readonly PlainRow[], depth: number): ParcelFilter {
  const field = pick(random, fields);
  const value = () => randomValue(random, field, rows);
  const ignoresCase = random() < 0.3;
  const part = () => randomFilter(random, rows, depth - 1);
  const leaves: (() => ParcelFilter)[] = [
    () => ({
      op: 'compare',
      field,
      is: pick(random, ['=', '<>', '<', '<=', '>', '>='] as const),
      value: value(),
      ignoresCase,
    }),
    () => ({ op: 'between', field, low: value(), high: value() }),
    () => ({
      op: 'in',
      field,
      values: [value(), value(), value()].filter((v) => typeof v !== 'number' || isNumberColumn(field)),
      ignoresCase,
    }),
    () => ({
      op: 'like',
      field: pick(random, ['name', 'zoning', 'pin', 'more:YEAR']),
      pattern: randomPattern(random),
    }),
    () => ({ op: 'is-null', field }),
    () => ({ op: 'all' }),
  ];
  const branches: (() => ParcelFilter)[] = [
    () => ({ op: 'and', of: [part(), part(), part()].slice(0, Math.floor(random() * 4)) }),
    () => ({ op: 'or', of: [part(), part(), part()].slice(0, Math.floor(random() * 4)) }),
    () => ({ op: 'not', of: part() }),
  ];
  return pick(random, depth > 0 && random() < 0.6 ? branches : leaves)();
}

function randomPattern(random: Random): string {
  const parts = [
    '%',
    '%',
    '_',
    'smith',
    'S',
    'ñ',
    'n',
    'e',
    ' ',
    '\\%',
    '\\_',
    'ss',
    '0',
    '-',
    ',',
    ' john',
    'R',
  ];
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, parts)).join('');
}

const qualified = (pin: unknown, source: string) => (source === 'home' ? pin : `${pin}~${source}`);

test('every filter finds what a look at each row finds, with count and acres', () => {
  const { random } = seededRandom();
  for (let round = 0; round < 8; round++) {
    const home = Array.from({ length: 60 }, (_, number) => randomRow(random, number));
    const away = Array.from({ length: 25 }, (_, number) => randomRow(random, number));
    const engine = engineOf(
      plainSegments(home, { rowsEach: 17 }),
      plainSegments(away, { source: 'away', qualifier: 'away' }),
    );
    const rows = [
      ...home.map(({ fields }) => ({ ...fields, source: 'home' }) as Fields),
      ...away.map(({ fields }) => ({ ...fields, source: 'away' }) as Fields),
    ];
    for (let number = 0; number < 40; number++) {
      const filter = randomFilter(random, home, 3);
      const expected = rows.filter((row) => naive(filter, row) === true);
      const page = engine.select({ filter, sort: [], limit: 1000, offset: 0 }, never);
      expect(page.parcels.map(({ pin }) => pin).sort(), JSON.stringify(filter)).toEqual(
        expected.map(({ pin, source }) => qualified(pin, source as string)).sort(),
      );
      expect(page.count).toBe(expected.length);
      const acres = expected.reduce((sum, row) => sum + Number(row.taxacres ?? row.shape_acres), 0);
      expect(page.acres).toBeCloseTo(acres, 6);
    }
  }
});

test('the longest texts that a filter may have are compared like any other', () => {
  const { random } = seededRandom();
  const engine = engineOf(
    plainSegments(Array.from({ length: 20 }, (_, number) => randomRow(random, number))),
  );
  const count = (filter: ParcelFilter) =>
    engine.select({ filter, sort: [], limit: 0, offset: 0 }, never).count;
  // One letter that is eighteen where case and accents do not count.
  const pattern = '\uFDFA'.repeat(LIKE_PATTERN_MAX);
  for (const like of [pattern, `${pattern}%`, `%${pattern}%`, `%${pattern}`, `_${pattern}`]) {
    expect(count({ op: 'like', field: 'name', pattern: like })).toBe(0);
  }
  const value = 'é'.repeat(FILTER_LENGTH_MAX);
  for (const ignoresCase of [false, true]) {
    expect(count({ op: 'compare', field: 'name', is: '=', value, ignoresCase })).toBe(0);
    expect(count({ op: 'in', field: 'more:YEAR', values: [value], ignoresCase })).toBe(0);
  }
  expect(count({ op: 'between', field: 'name', low: value, high: `${value}z` })).toBe(0);
});

test('rows are sorted by any fields, null last in either direction, and pages are slices of the whole', () => {
  const { random } = seededRandom();
  for (let round = 0; round < 15; round++) {
    const home = Array.from({ length: 80 }, (_, number) => randomRow(random, number));
    const away = home.slice(0, 20).map((row) => ({ ...row, fields: { ...row.fields } }));
    const segments = [
      ...plainSegments(home, { rowsEach: 23 }),
      ...plainSegments(away, { source: 'away', qualifier: 'away' }),
    ];
    const sort = Array.from(
      { length: Math.floor(random() * 4) },
      (): SortKey => ({ field: pick(random, fields), isDescending: random() < 0.5 }),
    );
    const rows = [
      ...home.map(({ fields }) => ({ ...fields, source: 'home' }) as Fields),
      ...away.map(({ fields }) => ({ ...fields, source: 'away' }) as Fields),
    ].filter(({ sales_price }) => (sales_price as number | null) !== null);
    rows.sort((a, b) => {
      for (const { field, isDescending } of [...sort, { field: 'pin' as const, isDescending: false }]) {
        const [one, other] = [a[field] ?? null, b[field] ?? null];
        if (one === null || other === null) {
          if (one !== other) return one === null ? 1 : -1;
          continue;
        }
        const order =
          typeof one === 'number'
            ? one - (other as number)
            : byBytes(foldText(one), foldText(other as string)) || byBytes(one, other as string);
        if (order !== 0) return isDescending ? -order : order;
      }
      return String(a.source) < String(b.source) ? -1 : 1;
    });
    const expected = rows.map(({ pin, source }) => qualified(pin, source as string));
    const filter: ParcelFilter = { op: 'not', of: { op: 'is-null', field: 'sales_price' } };
    const engine = engineOf(segments);
    const pins = (limit: number, offset: number) =>
      engine.select({ filter, sort, limit, offset }, never).parcels.map(({ pin }) => pin);
    expect(pins(10, 0), JSON.stringify(sort)).toEqual(expected.slice(0, 10));
    const offset = Math.floor(random() * 90);
    expect(pins(7, offset)).toEqual(expected.slice(offset, offset + 7));
    expect(pins(5000, 0)).toEqual(expected);
    expect(pins(5, 1e6)).toEqual([]);
  }
});

test('far pages come from an order that is the same as that of the first ones', () => {
  const { random } = seededRandom();
  const rows = Array.from({ length: 2500 }, (_, number) => randomRow(random, number));
  const segments = plainSegments(rows, { rowsEach: 300 });
  for (const sort of [[], [{ field: 'zoning', isDescending: true }]] satisfies SortKey[][]) {
    const engine = engineOf(segments);
    const page = (offset: number, limit: number) =>
      engine.select({ filter: { op: 'all' }, sort, limit, offset }, never).parcels.map(({ pin }) => pin);
    const first = page(0, 900);
    const all = page(0, 2500);
    expect(new Set(all).size).toBe(2500);
    expect(all.slice(0, 900)).toEqual(first);
    expect(page(1800, 50)).toEqual(all.slice(1800, 1850));
  }
});

const parcel = (fields: PlainRow['fields'], place = 0): PlainRow => ({ fields, geometry: lotAt(place, 0) });
const pinsOf = (engine: SetEngine, filter: ParcelFilter) => engine.pins(filter, never).pins.sort();

test('a PIN alone is that PIN of every source, PIN~source that of one', () => {
  const engine = engineOf(
    plainSegments([parcel({ pin: '1' }), parcel({ pin: '2~x' })]),
    plainSegments([parcel({ pin: '1' }), parcel({ pin: '2' })], { source: 'away', qualifier: 'away' }),
  );
  const of = (value: string) => pinsOf(engine, { op: 'compare', field: 'pin', is: '=', value });
  expect(of('1')).toEqual(['1', '1~away']);
  expect(of('1~away')).toEqual(['1~away']);
  expect(of('1~home')).toEqual(['1']);
  expect(of('2~x')).toEqual(['2~x']);
  expect(pinsOf(engine, { op: 'in', field: 'pin', values: ['1~home', '2~away'] })).toEqual(['1', '2~away']);
});

test('one owner and one mailing address are found by their keys, or the parcel alone where it has none', () => {
  const rows = [
    parcel({ pin: '1', holder: 'smith john', mailing: 'a' }),
    parcel({ pin: '2', holder: 'smith john', mailing: 'b' }),
    parcel({ pin: '3', mailing: 'a' }),
    parcel({ pin: '4' }),
  ];
  const engine = engineOf(
    plainSegments(rows, { rowsEach: 2 }),
    plainSegments(rows.slice(0, 1), { source: 'away', qualifier: 'away' }),
  );
  expect(pinsOf(engine, { op: 'same-owner', pin: '2' })).toEqual(['1', '1~away', '2']);
  expect(pinsOf(engine, { op: 'same-owner', pin: '1~away' })).toEqual(['1', '1~away', '2']);
  expect(pinsOf(engine, { op: 'same-owner', pin: '3' })).toEqual(['3']);
  expect(pinsOf(engine, { op: 'same-mailing', pin: '1' })).toEqual(['1', '1~away', '3']);
  expect(pinsOf(engine, { op: 'same-mailing', pin: '4' })).toEqual(['4']);
  expect(() => pinsOf(engine, { op: 'same-owner', pin: '9' })).toThrow(
    new FilterRefused('There is no parcel 9.'),
  );
});

test("words are those of the search: beginnings, abbreviations, owner and addresses together, or a PIN's beginning", () => {
  const people = [
    { pin: '46-31.001', name: "O'Brien Smith", site_address: '7 N Oak Ave' },
    { pin: '46-31.002', name: 'Smithson Ann', site_address: '12 Church St', city: 'Harrow' },
    { pin: '77', name: 'Blacksmith Co', site_address: '9 Oak St' },
  ];
  const rows = people.map((person) => {
    const keys = searchKeysOf({ ...emptyParcelFields, ...person });
    return parcel({
      pin: person.pin,
      pin_key: keys.pin_key,
      owner_words: keys.owner_key,
      address_words: keys.address_text,
    });
  });
  const engine = engineOf(plainSegments(rows, { rowsEach: 2 }));
  const of = (text: string) => pinsOf(engine, { op: 'matches', text });
  expect(of('smith')).toEqual(['46-31.001', '46-31.002']);
  expect(of('SMITH oak')).toEqual(['46-31.001']);
  expect(of('obrien')).toEqual(['46-31.001']);
  expect(of('oak st')).toEqual(['77']);
  expect(of('north oak')).toEqual(['46-31.001']);
  expect(of('n oak ave')).toEqual(['46-31.001']);
  expect(of('4631')).toEqual(['46-31.001', '46-31.002']);
  expect(of('46-31.002')).toEqual(['46-31.002']);
  expect(of('12')).toEqual(['46-31.002']);
  expect(of('7 9')).toEqual([]);
  expect(of('mith')).toEqual([]);
  expect(of(' ,. ')).toEqual([]);
});

test("a county's field is found whatever its case; a label that nobody has is answered with the nearest", () => {
  const engine = engineOf(
    plainSegments([parcel({ pin: '1', 'more:Year_Built': '1967', 'more:ROOF': 'TIN' })]),
    plainSegments([parcel({ pin: '2', 'more:ROOMS': '5' })], { source: 'away', qualifier: 'away' }),
  );
  expect(pinsOf(engine, { op: 'compare', field: 'more:YEAR_BUILT', is: '>', value: 1900 })).toEqual(['1']);
  expect(pinsOf(engine, { op: 'is-null', field: 'more:roof' })).toEqual(['2~away']);
  expect(engine.countyFields()).toEqual(['ROOF', 'ROOMS', 'Year_Built']);
  expect(() => pinsOf(engine, { op: 'is-null', field: 'more:YEARBUILT' })).toThrow(
    /^There is no field YEARBUILT\. The nearest are year_built, "Year_Built" and /,
  );
  expect(() =>
    engine.select(
      { filter: { op: 'all' }, sort: [{ field: 'more:roofs', isDescending: false }], limit: 1, offset: 0 },
      never,
    ),
  ).toThrow(/^There is no field roofs\. The nearest are ROOF, /);
});

test('the hint for an unknown name also names our own fields, and cuts what is endless', () => {
  const engine = engineOf(plainSegments([parcel({ pin: '1' })]));
  const hintFor = (name: string) => {
    try {
      pinsOf(engine, { op: 'is-null', field: `more:${name}` });
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(hintFor('tax_acres')).toMatch(/^There is no field tax_acres\. The nearest are taxacres, acres /);
  expect(hintFor('saledate')).toMatch(/The nearest are sale_date, /);
  expect(hintFor('ownr')).toMatch(/The nearest are owner, /);
  expect(hintFor('x'.repeat(100_000))!.length).toBeLessThan(200);
});

test('an area with its unit counts as a number', () => {
  const rows = ['100 sq ft', '2,000.5 sq ft', '-3 sq ft', '2000', '2,000 feet', '3 acres'].map(
    (area, number) => parcel({ pin: `${number}`, 'more:Living area': area }),
  );
  const engine = engineOf(plainSegments(rows));
  expect(pinsOf(engine, { op: 'compare', field: 'more:Living area', is: '>', value: 50 })).toEqual([
    '0',
    '1',
    '3',
  ]);
});

test('the shape of a lot counts once for all its units that have no acres of their own', () => {
  const unit = (pin: string, fields: PlainRow['fields'] = {}) =>
    parcel({ pin, lot: 'L', shape_acres: 2, taxacres: null, ...fields });
  const segments = plainSegments([
    unit('1'),
    unit('2'),
    unit('3', { taxacres: 0.25 }),
    unit('4', { lot: 'M', shape_acres: 4 }),
    parcel({ pin: '5', shape_acres: 8, taxacres: null }),
    parcel({ pin: '6', shape_acres: 16, taxacres: null }),
  ]);
  const { acres } = engineOf(segments).select(
    { filter: { op: 'all' }, sort: [], limit: 0, offset: 0 },
    never,
  );
  expect(acres).toBe(2 + 0.25 + 4 + 8 + 16);
});

test('a lot of the county itself counts once with its units, by its own acres where they are known', () => {
  const unit = (pin: string, lot: string) => parcel({ pin, lot, shape_acres: 2, taxacres: null });
  const rows = [
    parcel({ pin: 'A', shape_acres: 2, taxacres: null }),
    unit('A-1', 'A'),
    unit('A-2', 'A'),
    parcel({ pin: 'B', shape_acres: 2, taxacres: 2.125 }),
    unit('B-1', 'B'),
    parcel({ pin: 'C', shape_acres: 16, taxacres: null }),
  ];
  const engine = createSetEngine({ version: 'v1', segments: plainSegments(rows) });
  const acresOf = (filter: ParcelFilter) =>
    engine.select({ filter, sort: [], limit: 0, offset: 0 }, never).acres;
  expect(acresOf({ op: 'all' })).toBe(2 + 2.125 + 16);
  expect(acresOf({ op: 'not', of: { op: 'is-null', field: 'lot' } })).toBe(2 + 2);
});

test('shapes of a filter that overlap are one area', () => {
  const rows = Array.from({ length: 5 }, (_, at) => ({
    ...parcel({ pin: `${at}` }),
    geometry: lotAt(at * 10, 5),
  }));
  const engine = engineOf(plainSegments(rows));
  /** From one column of lots to another. */
  const across = (from: number, to: number): PolygonGeometry['coordinates'] => {
    const [west, south] = lotAt(from, 0).coordinates[0]![0]!;
    const [east, north] = lotAt(to, 20).coordinates[0]![0]!;
    return [ringOfBounds({ west, south, east, north })];
  };
  const area = { type: 'MultiPolygon' as const, coordinates: [across(-5, 35), across(5, 55)] };
  expect(pinsOf(engine, { op: 'intersects', area })).toEqual(['0', '1', '2', '3', '4']);
  const { parcels } = engine.select(
    { filter: { op: 'within-feet', area, feet: 10 }, sort: [], limit: 9, offset: 0 },
    never,
  );
  expect(parcels.map(({ feet }) => feet)).toEqual([0, 0, 0, 0, 0]);
});

test('values are counted, the most frequent first, with null', () => {
  const rows = ['RA', 'B1', 'RA', null, null, null, 'C'].map((zoning, number) =>
    parcel({ pin: `${number}`, zoning }),
  );
  const engine = engineOf(plainSegments(rows, { rowsEach: 2 }));
  const of = (limit: number) => engine.values({ field: 'zoning', filter: { op: 'all' }, limit }, never);
  expect(of(10)).toEqual({
    values: [
      { value: null, count: 3 },
      { value: 'RA', count: 2 },
      { value: 'B1', count: 1 },
      { value: 'C', count: 1 },
    ],
    distinct: 4,
  });
  expect(of(1)).toEqual({ values: [{ value: null, count: 3 }], distinct: 4 });
  expect(engine.values({ field: 'source', filter: { op: 'all' }, limit: 5 }, never).values).toEqual([
    { value: 'home', count: 7 },
  ]);
});

test('a parcel has all its fields, and the lot of a unit is named as the map does', () => {
  const fields = {
    pin: '1',
    taxacres: 2.5,
    lot: 'L',
    lng: -80.5,
    lat: 35.5,
    elsewhere: 1,
    price_per_acre: 10,
    shape_acres: 2.6,
    'more:ROOF': 'TIN',
  };
  const segments = plainSegments([parcel(fields)], { source: 'away', qualifier: 'away' });
  const engine = createSetEngine({ version: 'v7', segments });
  const page = engine.select({ filter: { op: 'all' }, sort: [], limit: 9, offset: 0 }, never);
  const expected = {
    ...emptyParcelFields,
    pin: '1~away',
    taxacres: 2.5,
    lot: 'L~away',
    source: 'away',
    centroid: { lng: -80.5, lat: 35.5 },
    elsewhere: true,
    shape_acres: 2.6,
    price_per_acre: 10,
  };
  const { bounds, ...rest } = page;
  expect(rest).toEqual({ version: 'v7', count: 1, acres: 2.5, parcels: [expected] });
  expect(bounds).toEqual({ west: -80.8, south: 35.5, east: -80.7997, north: 35.5003 });
  expect(engine.pins({ op: 'all' }, never)).toEqual({ version: 'v7', pins: ['1~away'], lots: ['L~away'] });
  expect([...engine.batches({ op: 'all' }, { size: 5 }, never)]).toEqual([
    {
      version: 'v7',
      count: 1,
      parcels: [{ ...expected, more: [['ROOF', 'TIN']], shape: segments[0]!.shape(0) }],
    },
  ]);
});

test('a lot that only holds its units is in no set', () => {
  const rows = [
    parcel({ pin: 'L', summary: 1 }),
    parcel({ pin: 'U1', lot: 'L' }),
    parcel({ pin: 'U2', lot: 'L' }),
  ];
  const engine = engineOf(plainSegments(rows));
  expect(engine.select({ filter: { op: 'all' }, sort: [], limit: 9, offset: 0 }, never).count).toBe(2);
  expect(pinsOf(engine, { op: 'compare', field: 'pin', is: '=', value: 'L' })).toEqual([]);
});

test('quartiles are of the numbers from one on, with what is not among them', () => {
  const prices = [null, 0, 999.99, 1000, 2000, 2000, 4000];
  const rows = prices.map((sales_price, number) => parcel({ pin: `${number}`, sales_price }));
  const of = (from: number) =>
    engineOf(plainSegments(rows, { rowsEach: 3 })).quartiles(
      { field: 'sales_price', filter: { op: 'all' }, from },
      never,
    );
  const once = (...values: (number | null)[]) => values.map((value) => ({ value, count: 1 }));
  const quartiles = { low: 1750, median: 2000, high: 2500 };
  expect(of(1000)).toEqual({ quartiles, others: once(0, 999.99, null) });
  expect(of(-Infinity).others).toEqual(once(null));
  expect(of(4001).quartiles).toBeNull();
});

test('batches have every row once, source by source in PIN order', () => {
  const { random } = seededRandom();
  const rows = Array.from({ length: 90 }, (_, number) => randomRow(random, number));
  const engine = engineOf(
    plainSegments(rows, { rowsEach: 20 }),
    plainSegments(rows.slice(0, 30), { source: 'away', qualifier: 'away', rowsEach: 20 }),
  );
  const batches = [...engine.batches({ op: 'all' }, { size: 16 }, never)];
  const inOrder = (from: readonly PlainRow[]) =>
    from
      .map(({ fields }) => fields.pin as string)
      .sort((a, b) => byBytes(foldText(a), foldText(b)) || byBytes(a, b));
  expect(batches.flatMap(({ parcels }) => parcels.map(({ pin }) => pin))).toEqual([
    ...inOrder(rows.slice(0, 30)).map((pin) => `${pin}~away`),
    ...inOrder(rows),
  ]);
  expect(new Set(batches.map(({ count }) => count))).toEqual(new Set([120]));
  const none = [...engine.batches({ op: 'not', of: { op: 'all' } }, { size: 16 }, never)];
  expect(none).toEqual([{ version: 'v', count: 0, parcels: [] }]);
});

test('a batch of dear rows ends after 20 ms, and the first one may begin after any number of rows', () => {
  const { random } = seededRandom();
  const rows = Array.from({ length: 70 }, (_, number) => randomRow(random, number));
  const engine = engineOf(
    plainSegments(rows, { rowsEach: 20 }),
    plainSegments(rows.slice(0, 30), { source: 'away', qualifier: 'away', rowsEach: 20 }),
  );
  const batchesAfter = (rowsBefore: number) =>
    [...engine.batches({ op: 'all' }, { size: 16, rowsBefore }, never)].map(({ parcels }) =>
      parcels.map(({ pin }) => pin),
    );
  const all = batchesAfter(0).flat();
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 8));
  const short = batchesAfter(0);
  clock.mockRestore();
  expect(new Set(short.map(({ length }) => length))).toEqual(new Set([3, 1, 2]));
  expect(short.flat()).toEqual(all);
  for (let before = 0; before <= all.length; before++)
    expect(batchesAfter(before).flat(), `${before}`).toEqual(all.slice(before));
});

test('a query that nobody waits for any more ends between two segments, and the next one is right', () => {
  const { random } = seededRandom();
  const rows = Array.from({ length: 50 }, (_, number) => randomRow(random, number));
  const engine = engineOf(plainSegments(rows, { rowsEach: 10 }));
  let asked = 0;
  const query = { filter: { op: 'all' } as const, sort: [], limit: 5, offset: 0 };
  expect(() => engine.select(query, () => ++asked > 3)).toThrow(QueryStopped);
  expect(asked).toBe(4);
  expect(engine.select(query, never).count).toBe(50);
});

test.each(['and', 'or'] as const)(
  'a filter of many conditions joined by %s can be stopped between two of them',
  (op) => {
    const { random } = seededRandom();
    const engine = engineOf(
      plainSegments(Array.from({ length: 20 }, (_, number) => randomRow(random, number))),
    );
    const of = Array.from({ length: 40 }, (_, number): ParcelFilter => {
      const like: ParcelFilter = { op: 'like', field: 'pin', pattern: `%x%${number}` };
      return op === 'or' ? like : { op: 'not', of: like };
    });
    const query = { filter: { op, of } satisfies ParcelFilter, sort: [], limit: 20, offset: 0 };
    for (const times of [20, 60]) {
      let asked = 0;
      expect(() => engine.select(query, () => ++asked > times)).toThrow(QueryStopped);
    }
    expect(engine.select(query, never).count).toBe(op === 'or' ? 0 : 20);
  },
);

test('shapes that cross each other without end are refused before they are made one, those of a hand are not', () => {
  const engine = engineOf(plainSegments([{ fields: { pin: '1' }, geometry: lotAt(3, 3) }]));
  /** Every second point, or every so many, of a circle around the lot. */
  const star = (points: number, step: number): PolygonGeometry => {
    const ring = Array.from({ length: points + 1 }, (_, at): [number, number] => {
      const angle = (2 * Math.PI * ((at * step) % points)) / points;
      return [-80.79895 + 0.01 * Math.cos(angle), 35.50105 + 0.01 * Math.sin(angle)];
    });
    return { type: 'Polygon', coordinates: [ring] };
  };
  const countIn = (...stars: PolygonGeometry[]) => {
    const area = { type: 'MultiPolygon', coordinates: stars.map(({ coordinates }) => coordinates) } as const;
    const filters: ParcelFilter[] = [
      { op: 'intersects', area },
      { op: 'within-feet', area, feet: 1 },
    ];
    return filters.map((filter) => engine.select({ filter, sort: [], limit: 0, offset: 0 }, never).count);
  };
  expect(countIn(star(31, 15), star(31, 14))).toEqual([1, 1]);
  expect(() => countIn(star(2999, 1499), star(3, 1))).toThrow(new FilterRefused(refusals.tooManyCrossings));
});

test('a shape whose level edge runs back along itself is made one with another', () => {
  const engine = engineOf(plainSegments([{ fields: { pin: '1' }, geometry: lotAt(3, 3) }]));
  const backAndForth: Ring = [
    [-80.88, 35.5],
    [-80.85, 35.5],
    [-80.84, 35.5],
    [-80.89, 35.5],
    [-80.9, 35.6],
    [-80.88, 35.5],
  ];
  const around = ringOfBounds({ west: -81, south: 35.4, east: -80.7, north: 35.7 });
  const area = { type: 'MultiPolygon', coordinates: [[backAndForth], [around]] } as const;
  const filter: ParcelFilter = { op: 'intersects', area };
  expect(engine.select({ filter, sort: [], limit: 0, offset: 0 }, never).count).toBe(1);
});

test('shapes of thousands of long lines side by side are refused before they are made one', () => {
  const engine = engineOf(plainSegments([{ fields: { pin: '1' }, geometry: lotAt(3, 3) }]));
  const spikes = Array.from({ length: 2400 }, (_, at): [number, number][] => [
    [-80.8 + at * 4e-6, 35.5],
    [-80.8 + at * 4e-6 + 2e-6, 35.51 + at * 1e-6],
  ]).flat();
  const comb = [...spikes, [-80.79, 35.499] as const, spikes[0]!];
  const box = lotAt(0, 0).coordinates[0]!;
  const area = { type: 'MultiPolygon', coordinates: [[comb], [box]] } as const;
  const query = { filter: { op: 'intersects', area }, sort: [], limit: 0, offset: 0 } as const;
  expect(() => engine.select(query, never)).toThrow(new FilterRefused(refusals.tooManyPasses));
});

test('a filter that is still text is parsed, also within others, and refused with its place', () => {
  const engine = engineOf(
    plainSegments(['1', '2', '3'].map((pin, at) => ({ fields: { pin }, geometry: lotAt(at, 0) }))),
  );
  const written = (text: string) => ({ op: 'text', text, member: 'own' }) as const;
  const select = (filter: Parameters<SetEngine['pins']>[0]) => engine.pins(filter, never).pins;
  expect(select(written("pin > '1'"))).toEqual(['2', '3']);
  expect(
    select({ op: 'and', of: [written("pin > '1'"), { op: 'not', of: { op: 'is-null', field: 'pin' } }] }),
  ).toEqual(['2', '3']);
  expect(select(written("NEAR(pin = '2', 5)"))).toEqual(['1', '3']);
  expect(() => select(written('pin >'))).toThrow(
    new FilterRefused('own: Expected a value after ">" at character 6.'),
  );
});

test('a filter of hundreds of shapes takes no more memory than one of a few', () => {
  const { random } = seededRandom();
  const rows = Array.from({ length: 20 }, (_, number) => randomRow(random, number));
  const engine = engineOf(plainSegments(rows));
  const of = Array.from({ length: 300 }, (_, number): ParcelFilter => {
    const area = lotAt(number % 10, Math.floor(number / 10) + 1);
    return number % 2 ? { op: 'intersects', area } : { op: 'within-feet', area, feet: 1 };
  });
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const { count } = engine.select({ filter: { op: 'or', of }, sort: [], limit: 20, offset: 0 }, () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    return false;
  });
  expect(count).toBe(20);
  expect(most).toBeLessThan(100e6);
});
