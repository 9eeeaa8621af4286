import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSeed } from '../../test/seeded-random.ts';
import { FILTER_FEET_MAX } from '../limits.ts';
import { columnEntries } from '../parcel-columns.ts';
import {
  type Comparison,
  derivedFields,
  type FilterField,
  type FilterType,
  type FilterValue,
  fieldAliases,
  type ParcelFilter,
  typeOfField,
} from '../parcel-filter.ts';
import { formatFilter } from './format-filter.ts';
import { parseFilter } from './parse-filter.ts';
import { formatSort, parseSort } from './parse-sort.ts';

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom("'", '"', "''", '%', '\\'),
  )
  .filter((one) => !/[\0\p{Surrogate}]/u.test(one));
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((one) => one + 0);
const feet = fc.double({ min: 0, max: FILTER_FEET_MAX, noNaN: true }).map((one) => one + 0);
const pin = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a PIN has none
  .filter((one) => one.length <= 60 && !/[\u0000-\u001f\u007f]/.test(one));

const ours = [...columnEntries.map(([name]) => name), ...Object.keys(derivedFields)] as FilterField[];
/** Also labels that are words of the language, or names of fields of ours. */
const label = fc.oneof(
  text.filter((one) => one !== ''),
  fc.constantFrom('AND', 'null', 'Date', 'NEAR', 'true', 'more:', 'more:x', 'STORIES', 'a b', ':', 'é1.2'),
  fc.constantFrom(...ours, ...Object.keys(fieldAliases)),
  fc.constantFrom(...ours).map((name) => name.toUpperCase()),
);
const own = label.map((one): FilterField => `more:${one}`);
const field = fc.oneof(fc.constantFrom(...ours), own);
const fieldOf = (...types: FilterType[]) => field.filter((one) => types.includes(typeOfField(one)));

const day = fc
  .date({ min: new Date('1700-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const valueFor = (type: FilterType): fc.Arbitrary<FilterValue> =>
  ({ text, number, date: day, boolean: fc.boolean() })[type];
const isFolded = (type: FilterType) =>
  type === 'text' ? fc.constantFrom({}, { ignoresCase: true }) : fc.constant({});

const equality = field.chain((one) =>
  fc
    .tuple(
      fc.constantFrom('=', '<>') as fc.Arbitrary<Comparison>,
      valueFor(typeOfField(one)),
      isFolded(typeOfField(one)),
    )
    .map(([is, value, folded]): ParcelFilter => ({ op: 'compare', field: one, is, value, ...folded })),
);
const order = fieldOf('text', 'number', 'date').chain((one) =>
  fc
    .tuple(fc.constantFrom('<', '<=', '>', '>=') as fc.Arbitrary<Comparison>, valueFor(typeOfField(one)))
    .map(([is, value]): ParcelFilter => ({ op: 'compare', field: one, is, value })),
);
const between = fieldOf('text', 'number', 'date').chain((one) =>
  fc
    .tuple(valueFor(typeOfField(one)), valueFor(typeOfField(one)))
    .map(([low, high]): ParcelFilter => ({ op: 'between', field: one, low, high })),
);
const list = field.chain((one) =>
  fc
    .tuple(fc.array(valueFor(typeOfField(one)), { minLength: 1, maxLength: 5 }), isFolded(typeOfField(one)))
    .map(([values, folded]): ParcelFilter => ({ op: 'in', field: one, values, ...folded })),
);

const position = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }).map((one) => one + 0),
  fc.double({ min: -90, max: 90, noNaN: true }).map((one) => one + 0),
);
const ring = fc.array(position, { minLength: 3, maxLength: 6 }).map((points) => [...points, points[0]!]);
const rings = fc.array(ring, { minLength: 1, maxLength: 3 });
const area = fc.oneof(
  rings.map((coordinates) => ({ type: 'Polygon' as const, coordinates })),
  fc
    .array(rings, { minLength: 1, maxLength: 3 })
    .map((coordinates) => ({ type: 'MultiPolygon' as const, coordinates })),
);

const { filter } = fc.letrec<{ filter: ParcelFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 6 },
    equality,
    order,
    between,
    list,
    fc.record({ op: fc.constant('all' as const) }),
    fc.record({ op: fc.constant('like' as const), field: fieldOf('text'), pattern: text }),
    fc.record({ op: fc.constant('is-null' as const), field }),
    fc.record({ op: fc.constant('intersects' as const), area }),
    fc.record({ op: fc.constant('within-feet' as const), area, feet }),
    fc.record({ op: fc.constantFrom('same-owner' as const, 'same-mailing' as const), pin }),
    fc.record({
      op: fc.constant('matches' as const),
      text: text.filter((words) => words.trim().length >= 2 && words.length <= 200),
    }),
    fc.record({ op: fc.constant('not' as const), of: tie('filter') }),
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('filter'), { minLength: 2, maxLength: 4 }),
    }),
    fc.record(
      { op: fc.constant('near' as const), of: tie('filter'), feet, sameBlock: fc.constant(true) },
      { requiredKeys: ['op', 'of', 'feet'] },
    ),
  ),
}));

test('[P8] every filter reads back from its text', () => {
  fc.assert(
    fc.property(filter, (tree) => {
      expect(parseFilter(formatFilter(tree))).toEqual({ filter: tree });
    }),
    { numRuns: 2000, seed: newSeed() },
  );
});

test('[P8] whatever is written is a filter, or has an error at a place in it', () => {
  const words = fc.constantFrom(
    ...[
      "'x'",
      '"y"',
      '5',
      '(',
      ')',
      ',',
      '=',
      '<',
      'AND',
      'OR',
      'NOT',
      'IN',
      'LIKE',
      'BETWEEN',
      'IS',
      'NULL',
    ],
    ...[
      'taxacres',
      'name',
      'NEAR(',
      'CASEI(',
      'S_INTERSECTS(',
      'geometry',
      'POLYGON((',
      'DATE(',
      'TRUE',
      "'",
    ],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 20 }).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(texts, (written) => {
      const parsed = parseFilter(written);
      if ('filter' in parsed) {
        expect(parseFilter(formatFilter(parsed.filter))).toEqual(parsed);
      } else {
        expect(parsed.error.at).toBeGreaterThanOrEqual(0);
        expect(parsed.error.at).toBeLessThanOrEqual(written.length);
      }
    }),
    { numRuns: 2000, seed: newSeed() },
  );
});

test.each<[ParcelFilter, string]>([
  [{ op: 'all' }, ''],
  [{ op: 'not', of: { op: 'all' } }, 'FALSE'],
  [{ op: 'near', of: { op: 'all' }, feet: 5 }, 'NEAR(TRUE, 5)'],
  [{ op: 'not', of: { op: 'like', field: 'name', pattern: "o'%" } }, "name NOT LIKE 'o''%'"],
  [{ op: 'not', of: { op: 'is-null', field: 'zip' } }, 'zip IS NOT NULL'],
  [{ op: 'compare', field: 'sale_date', is: '>', value: '2024-01-01' }, "sale_date > DATE('2024-01-01')"],
  [{ op: 'compare', field: 'elsewhere', is: '=', value: true }, 'elsewhere = TRUE'],
  [
    { op: 'in', field: 'city', values: ['a', 'b'], ignoresCase: true },
    "CASEI(city) IN (CASEI('a'), CASEI('b'))",
  ],
  [
    { op: 'in', field: 'more:FLOORS', values: ['a', 5], ignoresCase: true },
    "CASEI(FLOORS) IN (CASEI('a'), 5)",
  ],
  [{ op: 'is-null', field: 'more:STORIES' }, 'STORIES IS NULL'],
  [{ op: 'is-null', field: 'more:Year built' }, '"Year built" IS NULL'],
  [{ op: 'is-null', field: 'more:OWNER' }, '"OWNER" IS NULL'],
  [{ op: 'is-null', field: 'more:owner' }, '"more:owner" IS NULL'],
])('[P8] %j is %s', (tree, written) => {
  expect(formatFilter(tree)).toBe(written);
  expect(parseFilter(written)).toEqual({ filter: tree });
});

test('[P8] one condition joined alone is itself, and none is true or false', () => {
  const one: ParcelFilter = { op: 'is-null', field: 'zip' };
  expect(formatFilter({ op: 'and', of: [one] })).toBe('zip IS NULL');
  expect(formatFilter({ op: 'and', of: [] })).toBe('TRUE');
  expect(formatFilter({ op: 'or', of: [] })).toBe('FALSE');
});

test('[P8] every order of a set reads back from its text', () => {
  const keys = fc.array(fc.record({ field, isDescending: fc.boolean() }), { maxLength: 8 });
  fc.assert(
    fc.property(keys, (sort) => {
      expect(parseSort(formatSort(sort))).toEqual({ sort });
    }),
    { seed: newSeed() },
  );
});

test('[P8] an order is fields with commas, those with a minus from most to least', () => {
  expect(parseSort('taxacres,-sale_date')).toEqual({
    sort: [
      { field: 'taxacres', isDescending: false },
      { field: 'sale_date', isDescending: true },
    ],
  });
  expect(parseSort(' + Owner , -"Year built"')).toEqual({
    sort: [
      { field: 'name', isDescending: false },
      { field: 'more:Year built', isDescending: true },
    ],
  });
  expect(parseSort('')).toEqual({ sort: [] });
});

test.each([
  ['taxacres,', 'Expected the name of a field after "," at character 10.'],
  [',taxacres', 'Expected the name of a field at character 1.'],
  ['--taxacres', 'Expected the name of a field after "-" at character 2.'],
  ['-5', 'Expected the name of a field at character 1.'],
  ['taxacres desc', 'Expected a comma or the end after "taxacres" at character 10.'],
  ['a,b,c,d,e,f,g,h,i', 'A set is sorted by at most 8 fields; another one stands at character 17.'],
])('[P8] an order cannot be %s', (written, message) => {
  expect(parseSort(written)).toMatchObject({ error: { message } });
});
