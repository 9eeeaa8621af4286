import { describe, expect, test } from 'vitest';
import {
  FILTER_DEPTH_MAX,
  FILTER_LENGTH_MAX,
  FILTER_NEAR_DEPTH_MAX,
  FILTER_NEAR_MAX,
  FILTER_POINTS_MAX,
  FILTER_TERMS_MAX,
  LIKE_PATTERN_MAX,
  SET_BODY_BYTES_MAX,
} from '../limits.ts';
import type { FilterField, FilterValue, ParcelFilter } from '../parcel-filter.ts';
import { parseFilter } from './parse-filter.ts';

const compare = (field: FilterField, is: '=' | '<>' | '<' | '<=' | '>' | '>=', value: FilterValue) =>
  ({ op: 'compare', field, is, value }) as const;
const not = (of: ParcelFilter): ParcelFilter => ({ op: 'not', of });
const a = compare('more:a', '=', 'x');
const b = compare('more:b', '=', 'y');
const c = compare('more:c', '=', 'z');
const triangle = [
  [0, 0],
  [4, 0],
  [0, 4],
  [0, 0],
] as const;
const hole = [
  [1, 1],
  [1, 2],
  [2, 1],
  [1, 1],
] as const;
const box = [
  [-81, 35],
  [-80.5, 35],
  [-80.5, 36],
  [-81, 36],
  [-81, 35],
] as const;

describe('[P8] reads', () => {
  const cases: [text: string, filter: ParcelFilter][] = [
    ['', { op: 'all' }],
    [' \n\t', { op: 'all' }],
    ['TRUE', { op: 'all' }],
    ['FALSE', not({ op: 'all' })],

    ['taxacres > 10', compare('taxacres', '>', 10)],
    ['taxacres>=10', compare('taxacres', '>=', 10)],
    ['TaxAcres <> -1.5e3', compare('taxacres', '<>', -1500)],
    ['taxacres = .5', compare('taxacres', '=', 0.5)],
    ['taxacres = -0', compare('taxacres', '=', 0)],
    ['10 < taxacres', compare('taxacres', '>', 10)],
    ['10 >= taxacres', compare('taxacres', '<=', 10)],
    ['10 = taxacres', compare('taxacres', '=', 10)],
    ["name = 'O''Malley & \"Sons\"'", compare('name', '=', 'O\'Malley & "Sons"')],
    ["name = ''", compare('name', '=', '')],
    ["name = ''''", compare('name', '=', "'")],
    ['elsewhere', compare('elsewhere', '=', true)],
    ['NOT elsewhere', not(compare('elsewhere', '=', true))],
    ['elsewhere = false', compare('elsewhere', '=', false)],
    ['TRUE <> elsewhere', compare('elsewhere', '<>', true)],
    ["sale_date >= DATE('2024-02-29')", compare('sale_date', '>=', '2024-02-29')],
    ["sale_date >= date ( '2024-01-01' )", compare('sale_date', '>=', '2024-01-01')],
    ["sale_date >= '2024-01-01'", compare('sale_date', '>=', '2024-01-01')],
    ["sale_date < TIMESTAMP('2024-01-01T23:59:59.5Z')", compare('sale_date', '<', '2024-01-01')],
    ["DATE('2024-01-01') < sale_date", compare('sale_date', '>', '2024-01-01')],

    ["owner LIKE 'smith%'", { op: 'like', field: 'name', pattern: 'smith%' }],
    ["CASEI(owner) LIKE CASEI('smith\\_%')", { op: 'like', field: 'name', pattern: 'smith\\_%' }],
    ["owner NOT LIKE 'smith%'", not({ op: 'like', field: 'name', pattern: 'smith%' })],
    ["zoning IN ('RA','R20')", { op: 'in', field: 'zoning', values: ['RA', 'R20'] }],
    ['taxacres not in (1, 2)', not({ op: 'in', field: 'taxacres', values: [1, 2] })],
    ['taxacres BETWEEN 1 AND 2', { op: 'between', field: 'taxacres', low: 1, high: 2 }],
    ['taxacres NOT BETWEEN 2 AND 1', not({ op: 'between', field: 'taxacres', low: 2, high: 1 })],
    [
      "sale_date BETWEEN DATE('2024-01-01') AND DATE('2024-12-31') AND elsewhere",
      {
        op: 'and',
        of: [
          { op: 'between', field: 'sale_date', low: '2024-01-01', high: '2024-12-31' },
          compare('elsewhere', '=', true),
        ],
      },
    ],
    ['sale_date IS NULL', { op: 'is-null', field: 'sale_date' }],
    ['sale_date is not null', not({ op: 'is-null', field: 'sale_date' })],
    ["CASEI(city) = 'harrow'", { ...compare('city', '=', 'harrow'), ignoresCase: true }],
    ["city = casei('HARROW')", { ...compare('city', '=', 'HARROW'), ignoresCase: true }],
    ["ACCENTI(CASEI(city)) = ACCENTI(CASEI('Zoë'))", { ...compare('city', '=', 'Zoë'), ignoresCase: true }],
    ["CASEI(city) IN (CASEI('a'), 'b')", { op: 'in', field: 'city', values: ['a', 'b'], ignoresCase: true }],

    ["a = 'x' AND b = 'y' OR c = 'z'", { op: 'or', of: [{ op: 'and', of: [a, b] }, c] }],
    ["a = 'x' OR b = 'y' AND c = 'z'", { op: 'or', of: [a, { op: 'and', of: [b, c] }] }],
    ["a = 'x' AND (b = 'y' OR c = 'z')", { op: 'and', of: [a, { op: 'or', of: [b, c] }] }],
    ["a = 'x' AND b = 'y' AND c = 'z'", { op: 'and', of: [a, b, c] }],
    ["NOT a = 'x' AND b = 'y'", { op: 'and', of: [not(a), b] }],
    ["NOT (a = 'x' AND b = 'y')", not({ op: 'and', of: [a, b] })],
    ["not not a = 'x'", not(not(a))],
    ["((a = 'x'))", a],

    ['STORIES > 2', compare('more:STORIES', '>', 2)],
    ['"Year built" = \'1960\'', compare('more:Year built', '=', '1960')],
    ['"a ""b""" = \'\'', compare('more:a "b"', '=', '')],
    ["zoning = 'RA'", compare('zoning', '=', 'RA')],
    ["ZONING = 'RA'", compare('zoning', '=', 'RA')],
    ['"zoning" = \'RA\'', compare('zoning', '=', 'RA')],
    ['"ZONING" = \'RA\'', compare('more:ZONING', '=', 'RA')],
    ["more:zoning = 'RA'", compare('more:zoning', '=', 'RA')],
    ['"AND" = \'x\'', compare('more:AND', '=', 'x')],
    [
      "date = 'x' AND near = 'y'",
      { op: 'and', of: [compare('more:date', '=', 'x'), compare('more:near', '=', 'y')] },
    ],
    ["__proto__ = 'x'", compare('more:__proto__', '=', 'x')],
    ["constructor = 'x'", compare('more:constructor', '=', 'x')],
    ["straße = 'x'", compare('more:straße', '=', 'x')],

    [
      'S_INTERSECTS(geometry, POLYGON((0 0, 4 0, 0 4, 0 0), (1 1, 1 2, 2 1, 1 1)))',
      { op: 'intersects', area: { type: 'Polygon', coordinates: [triangle, hole] } },
    ],
    [
      's_intersects(Polygon ((0 0,4 0,0 4,0 0)), GEOMETRY)',
      { op: 'intersects', area: { type: 'Polygon', coordinates: [triangle] } },
    ],
    [
      'S_INTERSECTS(geometry, MULTIPOLYGON(((0 0, 4 0, 0 4, 0 0)), ((1 1, 1 2, 2 1, 1 1))))',
      { op: 'intersects', area: { type: 'MultiPolygon', coordinates: [[triangle], [hole]] } },
    ],
    [
      'S_INTERSECTS(geometry, BBOX(-81, 35, -80.5, 36))',
      { op: 'intersects', area: { type: 'Polygon', coordinates: [box] } },
    ],
    [
      'S_DWITHIN(geometry, POLYGON((0 0, 4 0, 0 4, 0 0)), 300)',
      { op: 'within-feet', area: { type: 'Polygon', coordinates: [triangle] }, feet: 300 },
    ],
    ["NEAR(pin = '1', 0)", { op: 'near', of: compare('pin', '=', '1'), feet: 0 }],
    [
      "near(pin = '1' or pin = '2', 264000, 'Same block')",
      {
        op: 'near',
        of: { op: 'or', of: [compare('pin', '=', '1'), compare('pin', '=', '2')] },
        feet: 264_000,
        sameBlock: true,
      },
    ],
    ["SAME_OWNER('4631~iredell')", { op: 'same-owner', pin: '4631~iredell' }],
    ["SAME_MAILING('1')", { op: 'same-mailing', pin: '1' }],
    ["MATCHES('smith oak')", { op: 'matches', text: 'smith oak' }],
  ];
  test.each(cases)('%s', (text, filter) => {
    expect(parseFilter(text)).toEqual({ filter });
  });

  test('several conditions at once', () => {
    const text =
      "taxacres > 10 AND zoning IN ('RA','R20') AND sale_date >= DATE('2024-01-01') AND owner LIKE 'smith%'";
    expect(parseFilter(text)).toMatchObject({ filter: { op: 'and', of: { length: 4 } } });
  });
});

/** Of OGC 21-065r2, those that need neither arithmetic, arrays nor times. */
describe("[P8] reads the standard's examples", () => {
  test.each([
    'floors>5',
    'taxes<=500',
    "owner LIKE '%Mike%'",
    "owner NOT LIKE '%Mike%'",
    'floors>5 AND taxes<=500',
    '(floors>5 AND taxes<=500) OR owner IS NULL',
    'NOT (floors<5) OR taxes=1',
    "eo:instrument LIKE 'OLI%'",
    'eo:cloud_cover BETWEEN 0.1 AND 0.2',
    'depth BETWEEN 100.0 and 150.0',
    "cityName IN ('Toronto','Frankfurt','Tokyo','New York')",
    "category NOT IN ('1','2','3','4')",
    'geophys:SURVEY_NAME IS NOT NULL',
    "CASEI(road_class) IN (CASEI('Οδος'),CASEI('Straße'))",
    "ACCENTI(etat_vol) = ACCENTI('débárquér')",
    'S_INTERSECTS(geometry,BBOX(-128.098193, -1.1, 99999.0e-3, 43.0))',
    'S_INTERSECTS(geometry,POLYGON((-180.0 -90.0,180.0 -90.0,180.0 90.0,-180.0 90.0,-180.0 -90.0)))',
  ])('%s', (text) => {
    expect(parseFilter(text)).toHaveProperty('filter');
  });
});

describe('[P8] says what is wrong, and where', () => {
  const ring = (points: string) => `S_INTERSECTS(geometry, POLYGON((${points})))`;
  const cases: [text: string, message: string | RegExp, at: number][] = [
    ['taxacres > ', 'Expected a value after ">" at character 12.', 11],
    ['taxacres', 'Expected a comparison after "taxacres" at character 9.', 8],
    ['taxacres > 10 AND', 'Expected a condition after "AND" at character 18.', 17],
    ['AND', 'Expected a condition at character 1.', 0],
    ['taxacres > 10 zoning', 'Expected AND, OR or the end after "10" at character 15.', 14],
    ['(taxacres > 10', 'Expected ")" after "10" at character 15.', 14],
    ['taxacres > 10)', 'Expected AND, OR or the end after "10" at character 14.', 13],
    ["name = 'smith", "No ' ends the text that begins at character 8.", 7],
    ['"name = 1', 'No " ends the text that begins at character 1.', 0],
    ["name = '''", "No ' ends the text that begins at character 8.", 7],
    ['"" = \'x\'', 'The name of a field is empty at character 1.', 0],
    ['name != 1', 'Nothing begins with "!" (unequal is <>) at character 6.', 5],
    ['name = 1;', 'Nothing begins with ";" at character 9.', 8],
    ['taxacres > 😀', 'Nothing begins with "😀" at character 12.', 11],
    ['taxacres > 1e999', 'The number is too large at character 12.', 11],
    ['taxacres > 5-3', 'Expected AND, OR or the end after "5" at character 13.', 12],
    ['taxacres > 5 * 3', /^Nothing begins with "\*"/, 13],

    ["taxacres LIKE '1%'", 'LIKE needs text, but taxacres is a number at character 1.', 0],
    ['name LIKE 5', 'LIKE needs a pattern in quotes at character 11.', 10],
    [
      'sale_date > 5',
      "sale_date is a date (write DATE('2024-12-31')), but a number stands at character 13.",
      12,
    ],
    ["taxacres = '5'", 'taxacres is a number, but text stands at character 12.', 11],
    ['zip = 28000', "zip is text (write '…'), but a number stands at character 7.", 6],
    ['owner = smith', /^"smith" is a field, too/, 8],
    ['zoning IN (RA)', /^"RA" is a field where a value must stand/, 11],
    ['zoning IN ()', 'Expected a value after "(" at character 12.', 11],
    ["zoning IN 'RA'", 'Expected "(" after "IN" at character 11.', 10],
    ['zoning = NULL', /^Nothing equals NULL \(write IS NULL/, 9],
    ['zoning IS 5', 'Expected NULL after "IS" at character 11.', 10],
    ["zoning NOT = 'x'", 'Expected LIKE, IN or BETWEEN after "NOT" at character 12.', 11],
    ['taxacres BETWEEN 1 OR 2', 'Expected AND after "1" at character 20.', 19],
    ["CASEI(name) BETWEEN 'a' AND 'b'", /^BETWEEN compares as written/, 0],
    ['CASEI(taxacres) = 5', /^CASEI needs text, not a number/, 0],
    ['elsewhere > TRUE', /^elsewhere is true or false, and > needs/, 0],
    ["elsewhere = 'yes'", /^elsewhere is true or false \(write TRUE or FALSE\), but text/, 12],
    ['5 = 5', /^= needs the name of a field/, 4],
    ["'a' LIKE 'b'", /^LIKE needs the name of a field/, 0],
    ["sale_date > DATE('2024-13-40')", "DATE('2024-13-40') is no day of the calendar, at character 13.", 12],
    ["sale_date > DATE('2023-02-29')", /no day of the calendar/, 12],
    ["sale_date > DATE('tomorrow')", /no day of the calendar/, 12],
    ["sale_date > TIMESTAMP('2024-01-01')", /no time of the calendar/, 12],
    ["sale_date > TIMESTAMP('2024-01-01T25:00:00Z')", /no time of the calendar/, 12],
    ["name = DATE('2024-01-01')", /^name is text .*, but a date stands/, 7],
    ['lower(name) = 1', /^The function "lower"/, 0],
    ['S_WITHIN(geometry, BBOX(0,0,1,1))', /^The function "S_WITHIN"/, 0],
    ["__proto__('x')", /^The function "__proto__"/, 0],

    ['S_INTERSECTS(shape, BBOX(0,0,1,1))', 'Expected geometry after "(" at character 14.', 13],
    ['S_INTERSECTS(geometry, POINT(0 0))', /^Expected POLYGON, MULTIPOLYGON or BBOX/, 23],
    ['S_INTERSECTS(geometry, POLYGON EMPTY)', /^Expected "\("/, 31],
    ['S_INTERSECTS(geometry, BBOX(1,0,0,1))', /^BBOX needs a west below its east/, 27],
    ['S_INTERSECTS(geometry, BBOX(0,0,0,1,1,1))', /^Expected "\)"/, 35],
    [ring('0 0, 1 0, 0 0'), /^A ring has fewer than 4 points/, 31],
    [ring('0 0, 1 0, 1 1, 0 1'), /^A ring does not end at the point where it begins/, 31],
    [ring('0 0, 181 0, 1 1, 0 0'), 'The longitude does not lie between -180 and 180 at character 38.', 37],
    [ring('0 0, 0 -90.1, 1 1, 0 0'), 'The latitude does not lie between -90 and 90 at character 40.', 39],
    [ring('0 0, 0, 1 1, 0 0'), 'Expected a latitude after "0" at character 39.', 38],
    [ring('0 x'), 'Expected a latitude after "0" at character 35.', 34],
    ["NEAR(pin = '1', -1)", /^A distance must lie between 0 and 264,000 feet/, 16],
    ["NEAR(pin = '1', 1e9)", /^A distance must lie between 0 and 264,000 feet/, 16],
    ["NEAR(pin = '1', many)", /^Expected a distance in feet/, 16],
    ["NEAR(pin = '1')", 'Expected "," after "\'1\'" at character 15.', 14],
    ["NEAR(pin = '1', 5, 'other block')", /^NEAR knows only 'same block'/, 19],
    ["NEAR('1', 5)", /^Expected a comparison/, 8],
    ['SAME_OWNER(1)', 'Expected a PIN in quotes after "(" at character 12.', 11],
    ["SAME_OWNER('')", /^pin must not be empty/, 11],
    [`SAME_OWNER('${'x'.repeat(65)}')`, /^pin may have at most 64/, 11],
    ["MATCHES('a')", /^MATCHES needs 2 to 200 characters/, 8],
    ["MATCHES(' a ')", /^MATCHES needs 2 to 200 characters/, 8],

    ['name = \0', 'NUL or half a character stands at character 8.', 7],
    ["name = 'a\0'", /^NUL or half a character/, 9],
    ["name = '\ud800'", /^NUL or half a character/, 8],
    ["name = '\udc00\ud800'", /^NUL or half a character/, 8],
  ];
  test.each(cases)('%s', (text, message, at) => {
    const parsed = parseFilter(text);
    expect(parsed).toEqual({
      error: { message: typeof message === 'string' ? message : expect.stringMatching(message), at },
    });
    expect((parsed as { error: { message: string } }).error.message).toMatch(/ at character \d+\.$/);
  });

  test('a long word is cut off in the message', () => {
    const parsed = parseFilter(`${'x'.repeat(100_000)} = `);
    expect(parsed).toMatchObject({ error: { at: 100_003 } });
    expect(parseFilter('x'.repeat(100_000))).toEqual({
      error: {
        message: `Expected a comparison after "${'x'.repeat(40)}…" at character 100001.`,
        at: 100_000,
      },
    });
  });
});

describe('[P8] is bounded', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}elsewhere${')'.repeat(depth)}`;

  test('in length, but every corner of the largest shape fits', () => {
    const corner = (at: number) => `-${(71 + at * 1e-9).toFixed(9)} ${(42 + at * 1e-9).toFixed(9)}`;
    const ring = Array.from({ length: FILTER_POINTS_MAX - 1 }, (_, at) => corner(at));
    const shape = `S_INTERSECTS(geometry, POLYGON((${[...ring, ring[0]].join(', ')})))`;
    expect(parseFilter(shape)).toHaveProperty('filter');
    expect(SET_BODY_BYTES_MAX).toBeGreaterThan(2 * FILTER_LENGTH_MAX);
  });

  test('in length', () => {
    const fitting = "name = ''".padEnd(FILTER_LENGTH_MAX);
    expect(parseFilter(fitting)).toHaveProperty('filter');
    expect(parseFilter(`${fitting} `)).toEqual({
      error: {
        message: 'The text may have at most 500,000 characters, and goes on at character 500001.',
        at: FILTER_LENGTH_MAX,
      },
    });
  });

  test('in patterns', () => {
    const like = (length: number) => `name LIKE '${'a'.repeat(length)}'`;
    expect(parseFilter(like(LIKE_PATTERN_MAX))).toHaveProperty('filter');
    expect(parseFilter(like(LIKE_PATTERN_MAX + 1))).toEqual({
      error: {
        message: 'A pattern after LIKE may have at most 4,000 characters, unlike the one at character 11.',
        at: 10,
      },
    });
  });

  test('in depth, of parentheses, NOT, NEAR and CASEI alike', () => {
    expect(parseFilter(nested(FILTER_DEPTH_MAX))).toHaveProperty('filter');
    for (const text of [
      nested(FILTER_DEPTH_MAX + 1),
      nested(1000),
      '('.repeat(FILTER_LENGTH_MAX),
      `${'NOT '.repeat(1000)}elsewhere`,
      'NEAR('.repeat(1000),
      'CASEI('.repeat(1000),
      'S_INTERSECTS(geometry, POLYGON(('.repeat(1000),
    ]) {
      const parsed = parseFilter(text);
      expect(parsed).toHaveProperty('error');
      expect((parsed as { error: { at: number } }).error.at).toBeLessThan(1000);
    }
    expect(parseFilter(nested(1000))).toEqual({
      error: {
        message: 'Conditions may stand at most 100 deep in each other; a deeper one begins at character 102.',
        at: 101,
      },
    });
  });

  test('in how deep NEAR stands in NEAR, and in how often it stands at all', () => {
    const near = (of: string) => `NEAR(${of}, 5)`;
    let deep = "pin = '1'";
    for (let depth = 0; depth < FILTER_NEAR_DEPTH_MAX; depth++) deep = near(deep);
    expect(parseFilter(`${deep} OR ${deep}`)).toHaveProperty('filter');
    expect(parseFilter(`NOT (${near(deep)})`)).toEqual({
      error: {
        message: 'NEAR may stand in NEAR at most 4 deep; a deeper one begins at character 26.',
        at: 25,
      },
    });
    const often = Array.from({ length: FILTER_NEAR_MAX }, (_, feet) => `NEAR(pin = '1', ${feet})`).join(
      ' OR ',
    );
    expect(parseFilter(often)).toHaveProperty('filter');
    expect(parseFilter(`${often} AND ${near("pin = '1'")}`)).toEqual({
      error: {
        message: `A filter may have NEAR at most 8 times; another one begins at character ${often.length + 6}.`,
        at: often.length + 5,
      },
    });
  });

  test('but not by how many stand side by side', () => {
    const text = `${nested(90)} AND `.repeat(500).slice(0, -5);
    expect(parseFilter(text)).toMatchObject({ filter: { op: 'and', of: { length: 500 } } });
  });

  test('in terms', () => {
    const list = (count: number) => `pin IN (${"'1',".repeat(count).slice(0, -1)})`;
    expect(parseFilter(list(FILTER_TERMS_MAX))).toHaveProperty('filter');
    expect(parseFilter(list(FILTER_TERMS_MAX + 1))).toEqual({
      error: {
        message: expect.stringMatching(
          /^A filter may have at most 20,000 conditions and values; another one/,
        ),
        at: expect.any(Number),
      },
    });
    expect(parseFilter('a=1 OR '.repeat(FILTER_TERMS_MAX + 1))).toMatchObject({
      error: { message: expect.stringMatching(/^A filter may have at most 20,000/) },
    });
  });

  test('in points, of all shapes together', () => {
    const ring = (count: number) => `S_INTERSECTS(geometry, POLYGON((0 0,${'1 1,'.repeat(count - 2)}0 0)))`;
    expect(parseFilter(ring(FILTER_POINTS_MAX))).toHaveProperty('filter');
    for (const text of [ring(FILTER_POINTS_MAX + 1), `${ring(6000)} OR ${ring(6000)}`]) {
      expect(parseFilter(text)).toMatchObject({
        error: { message: expect.stringMatching(/^All shapes together may have at most 10,000 points/) },
      });
    }
  });
});
