import { describe, expect, test } from 'vitest';
import { formatFilter } from '../../contract/cql2/format-filter.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import {
  type Criteria,
  type FactTest,
  firstCriteria,
  joined,
  modesOf,
  newFact,
  partsOf,
  type Row,
  testOf,
  type Where,
} from './criteria.ts';
import { criteriaFrom } from './criteria-from-filter.ts';

const today = new Date(2026, 10, 18);
const anywhere: Where = { kind: 'anywhere' };
const area: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-80.9, 35.6],
      [-80.8, 35.6],
      [-80.8, 35.7],
      [-80.9, 35.6],
    ],
  ],
};

const textOf = (criteria: Criteria) => formatFilter(joined(partsOf(criteria, today).parts));
const problemsOf = (criteria: Criteria) => partsOf(criteria, today).problems.map(({ problem }) => problem);
const fact = (field: Parameters<typeof newFact>[0], test: FactTest): Criteria => ({
  rows: [newFact(field, test)],
  where: anywhere,
});
const other = (text: string): Criteria => ({ rows: [{ id: 0, kind: 'other', text }], where: anywhere });
/** Without the ids, which are new each time. */
const bare = ({ rows, where }: Criteria) => ({
  rows: rows.map(({ id: _, ...row }) => row as Omit<Row, 'id'>),
  where,
});

const POLYGON = 'POLYGON((-80.9 35.6, -80.8 35.6, -80.8 35.7, -80.9 35.6))';

/** Each reads as written, and back to the same rows. */
const both: [text: string, criteria: Criteria][] = [
  ['', { rows: [], where: anywhere }],
  ['taxacres >= 10', fact('taxacres', { mode: 'range', from: '10', to: '' })],
  ['taxacres <= 2.5', fact('taxacres', { mode: 'range', from: '', to: '2.5' })],
  ['taxacres > 10', fact('taxacres', { mode: 'range', from: '10', to: '', isAbove: true })],
  ['taxacres < 10', fact('taxacres', { mode: 'range', from: '', to: '10', isBelow: true })],
  ['taxacres BETWEEN 1 AND 5', fact('taxacres', { mode: 'range', from: '1', to: '5' })],
  ['year_built = 1960', fact('year_built', { mode: 'range', from: '1960', to: '1960' })],
  [
    "sale_date BETWEEN DATE('2024-01-01') AND DATE('2024-12-31')",
    fact('sale_date', { mode: 'range', from: '2024-01-01', to: '2024-12-31' }),
  ],
  ["sale_date >= DATE('2024-01-01')", fact('sale_date', { mode: 'range', from: '2024-01-01', to: '' })],
  ['sale_date IS NULL', fact('sale_date', { mode: 'unknown' })],
  ['sale_date IS NOT NULL', fact('sale_date', { mode: 'known' })],
  ["name LIKE '%smith%'", fact('name', { mode: 'contains', text: 'smith' })],
  ["name LIKE 'o''malley%'", fact('name', { mode: 'begins', text: "o'malley" })],
  ["site_address LIKE '%oak st'", fact('site_address', { mode: 'ends', text: 'oak st' })],
  ["name LIKE '%100\\% \\_a\\\\b%'", fact('name', { mode: 'contains', text: '100% _a\\b' })],
  ["zoning = 'RA'", fact('zoning', { mode: 'values', values: ['RA'] })],
  ["zoning IN ('RA', 'R20')", fact('zoning', { mode: 'values', values: ['RA', 'R20'] })],
  [
    "zoning IN ('RA', 'R20') OR zoning IS NULL",
    fact('zoning', { mode: 'values', values: ['RA', 'R20', null] }),
  ],
  ['elsewhere = TRUE', fact('elsewhere', { mode: 'yes' })],
  ['elsewhere = FALSE', fact('elsewhere', { mode: 'no' })],
  ['HEATED >= 2000', fact('more:HEATED', { mode: 'range', from: '2000', to: '' })],
  [`"Roof type" = 'TIN'`, fact('more:Roof type', { mode: 'values', values: ['TIN'] })],
  [
    `S_INTERSECTS(geometry, ${POLYGON})`,
    { rows: [], where: { kind: 'shape', area, feet: '', name: 'the shape of this filter' } },
  ],
  [
    `S_DWITHIN(geometry, ${POLYGON}, 300)`,
    { rows: [], where: { kind: 'shape', area, feet: '300', name: 'the shape of this filter' } },
  ],
  ["CASEI(city) = CASEI('Harrow')", other("CASEI(city) = CASEI('Harrow')")],
  ["SAME_OWNER('1')", other("SAME_OWNER('1')")],
  ["taxacres > 1 OR zoning = 'RA'", other("taxacres > 1 OR zoning = 'RA'")],
  ['taxacres <> 1', other('taxacres <> 1')],
  ['taxacres IN (1, 2)', other('taxacres IN (1, 2)')],
  ["name LIKE 'a%b'", other("name LIKE 'a%b'")],
  ["name LIKE '% %'", other("name LIKE '% %'")],
  ["name NOT LIKE '%bank%'", other("name NOT LIKE '%bank%'")],
  ['NOT (elsewhere = TRUE OR taxacres > 1)', other('NOT (elsewhere = TRUE OR taxacres > 1)')],
  ["zoning BETWEEN 'A' AND 'C'", other("zoning BETWEEN 'A' AND 'C'")],
  ['elsewhere IS NOT NULL', other('elsewhere IS NOT NULL')],
];

test.each(both)('[F8] rows make the filter %s', (text, criteria) => {
  expect(problemsOf(criteria)).toEqual([]);
  expect(textOf(criteria)).toBe(text);
});

test.each(both)('[F9] the filter %s becomes rows again', (text, criteria) => {
  expect(bare(criteriaFrom(text))).toEqual(bare(criteria));
});

test('[F9] what no row can say is one row, beside those that can', () => {
  const text = `taxacres >= 5 AND SAME_OWNER('1') AND (name LIKE '%a%' OR pin = '2') AND zoning = 'RA'`;
  const criteria = criteriaFrom(text);
  expect(criteria.rows.map((row) => (row.kind === 'other' ? row.text : row.field))).toEqual([
    'taxacres',
    'zoning',
    `SAME_OWNER('1') AND (name LIKE '%a%' OR pin = '2')`,
  ]);
  expect(textOf(criteria)).toBe(
    `taxacres >= 5 AND zoning = 'RA' AND SAME_OWNER('1') AND (name LIKE '%a%' OR pin = '2')`,
  );
});

test('[F9] only the first shape is the place', () => {
  const text = `S_INTERSECTS(geometry, ${POLYGON}) AND S_DWITHIN(geometry, ${POLYGON}, 5)`;
  const { rows, where } = criteriaFrom(text);
  expect(where).toMatchObject({ feet: '' });
  expect(rows).toMatchObject([{ kind: 'other', text: `S_DWITHIN(geometry, ${POLYGON}, 5)` }]);
});

test('[F9] a text that is no filter is kept, with what is wrong with it', () => {
  const criteria = criteriaFrom('taxacres >');
  expect(criteria.rows).toMatchObject([{ kind: 'other', text: 'taxacres >' }]);
  expect(problemsOf(criteria)).toEqual(['Expected a value after ">" at character 11.']);
});

describe('what is typed', () => {
  test('[F8] rows that are empty ask for nothing', () => {
    expect(textOf(firstCriteria())).toBe('');
    expect(textOf(other('  '))).toBe('');
    for (const field of ['name', 'taxacres', 'sale_date', 'more:X'] as const) {
      for (const mode of modesOf(field)) {
        if (mode === 'known' || mode === 'unknown') continue;
        expect(textOf(fact(field, testOf(mode)))).toBe('');
      }
    }
  });

  test('[F8] numbers may be written as people write them', () => {
    expect(textOf(fact('sales_price', { mode: 'range', from: '$1,200.50', to: ' 2 000 000 ' }))).toBe(
      'sales_price BETWEEN 1200.5 AND 2000000',
    );
  });

  test.each([
    ['many', '', '“many” is not a number.'],
    ['', '1e', '“1e” is not a number.'],
    ['0x10', '', '“0x10” is not a number.'],
    ['5', '1', 'The first is larger than the second: nothing lies between them.'],
  ])('[F8] acres from %j to %j are refused in words', (from, to, words) => {
    expect(problemsOf(fact('taxacres', { mode: 'range', from, to }))).toEqual([words]);
  });

  test('[F8] days are refused where there is none, and in the wrong order', () => {
    expect(problemsOf(fact('sale_date', { mode: 'range', from: '2024-02-30', to: '' }))).toHaveLength(1);
    expect(
      problemsOf(fact('sale_date', { mode: 'range', from: '2024-02-02', to: '2024-02-01' })),
    ).toHaveLength(1);
  });

  test.each([
    ['2', '2024-11-18'],
    ['0.5', '2026-05-18'],
    ['200', '1826-11-18'],
  ])('[F8] the last %s years begin on %s', (years, day) => {
    expect(textOf(fact('sale_date', { mode: 'last-years', years }))).toBe(`sale_date >= DATE('${day}')`);
  });

  test('[F8] years before a leap day end on the last of February', () => {
    const criteria = fact('sale_date', { mode: 'last-years', years: '1' });
    const { parts } = partsOf(criteria, new Date(2028, 1, 29));
    expect(formatFilter(joined(parts))).toBe("sale_date >= DATE('2027-02-28')");
  });

  test.each(['0', '-1', '201', 'two'])('[F8] %s years are refused', (years) => {
    expect(problemsOf(fact('sale_date', { mode: 'last-years', years }))).toHaveLength(1);
  });

  test('[F8] a distance must be a number within bounds', () => {
    const within = (feet: string): Criteria => ({
      rows: [],
      where: { kind: 'view', area, feet, name: 'the view' },
    });
    expect(textOf(within('1,000'))).toBe(`S_DWITHIN(geometry, ${POLYGON}, 1000)`);
    for (const feet of ['-1', 'near', '264001']) expect(problemsOf(within(feet))).toHaveLength(1);
  });

  test('[F8] an open interval with both ends keeps both', () => {
    const criteria = fact('taxacres', { mode: 'range', from: '1', to: '5', isAbove: true });
    expect(textOf(criteria)).toBe('taxacres > 1 AND taxacres <= 5');
  });
});
