import { createExpression, latest } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { classesOf, SHADINGS, type Shading, ZONING_VALUES_MAX } from './shading-classes.ts';

const zoning = { values: ['R-12', 'RA', "O'Hare", 'CB'], hasMore: true };
const year = 2026;

/** The color of a parcel as the map draws it, and what the legend says about that color. */
function drawn(shading: Shading, properties: object) {
  const { color, legend } = classesOf(shading, { zoning, year })!;
  const expression = createExpression(color, latest.paint_fill['fill-color'] as never);
  if (expression.result === 'error') throw new Error(expression.value.map(({ message }) => message).join());
  const shown = String(expression.value.evaluate({ zoom: 15 }, { type: 3, properties: { ...properties } }));
  if (shown === 'transparent') return 'no color';
  return legend.find((entry) => entry.color === shown)?.label;
}

describe('[N7] parcels are shaded', () => {
  test('by zoning: the most frequent values, the others as one', () => {
    expect(drawn('zoning', { Zoning: 'RA' })).toBe('RA');
    expect(drawn('zoning', { Zoning: "O'Hare" })).toBe("O'Hare");
    expect(drawn('zoning', { Zoning: 'M-1' })).toBe('Other');
  });

  test('by the year of the last sale, in round years', () => {
    expect(drawn('sale', { SaleYear: 1979 })).toBe('Before 1980');
    expect(drawn('sale', { SaleYear: 1980 })).toBe('1980 to 1989');
    expect(drawn('sale', { SaleYear: 2014 })).toBe('2010 to 2014');
    expect(drawn('sale', { SaleYear: 2024 })).toBe('2020 to 2024');
    expect(drawn('sale', { SaleYear: 2026 })).toBe('2025 or later');
  });

  test('by price an acre', () => {
    expect(drawn('price-per-acre', { SalesPrice: 9000, TaxAcres: 2 })).toBe('Under $5,000');
    expect(drawn('price-per-acre', { SalesPrice: 10_000, TaxAcres: 2 })).toBe('$5,000 to $10,000');
    expect(drawn('price-per-acre', { SalesPrice: 300_000, TaxAcres: 0.25 })).toBe('$1,000,000 or more');
  });

  test('by acres', () => {
    expect(drawn('acres', { TaxAcres: 0.24 })).toBe('Under 0.25');
    expect(drawn('acres', { TaxAcres: 0.25 })).toBe('0.25 to 0.5');
    expect(drawn('acres', { TaxAcres: 39.9 })).toBe('10 to 40');
    expect(drawn('acres', { TaxAcres: 4000 })).toBe('40 or more');
  });

  test.each<[Shading, object]>([
    ['zoning', {}],
    ['zoning', { Zoning: null }],
    ['sale', {}],
    ['price-per-acre', { SalesPrice: 200_000 }],
    ['price-per-acre', { TaxAcres: 3 }],
    ['price-per-acre', { SalesPrice: 200_000, TaxAcres: 0 }],
    // A gift says nothing about what the land is worth.
    ['price-per-acre', { SalesPrice: 10, TaxAcres: 3 }],
    ['acres', {}],
    ['acres', { TaxAcres: 0 }],
  ])('by %s, and not where it is unknown: %o', (shading, properties) => {
    expect(drawn(shading, properties)).toBe('no color');
  });

  test('in as many colors as the legend has entries', () => {
    const full = Array.from({ length: ZONING_VALUES_MAX }, (_, index) => `Z-${index}`);
    for (const { id } of SHADINGS) {
      const { legend } = classesOf(id, { zoning: { values: full, hasMore: true }, year })!;
      expect(new Set(legend.map(({ color }) => color)).size).toBe(legend.length);
      expect(new Set(legend.map(({ label }) => label)).size).toBe(legend.length);
      expect(legend.length).toBe(id === 'zoning' ? ZONING_VALUES_MAX + 1 : 8);
    }
  });
});

test('[N7] a zone keeps its color when counts change', () => {
  const colorIn = (values: string[], zone: string) =>
    classesOf('zoning', { zoning: { values, hasMore: false } })!.legend.find(({ label }) => label === zone)!
      .color;
  const before = ['R-12', 'RA', 'R-8', 'R-20', 'CD', 'CB', 'R-40', 'O-I', 'RM', 'NB', 'GB'];
  for (const zone of before) expect(colorIn(before.toReversed(), zone)).toBe(colorIn(before, zone));
});

test('[N7] without zoning values there is nothing to draw', () => {
  for (const none of [undefined, 'failed', { values: [], hasMore: false }] as const)
    expect(classesOf('zoning', { zoning: none })).toBeUndefined();
});

test.each([
  [2025, [1980, 1990, 2000, 2010, 2015, 2020, 2025]],
  [2029, [1980, 1990, 2000, 2010, 2015, 2020, 2025]],
  [2030, [1980, 1990, 2000, 2010, 2020, 2025, 2030]],
])('[N7] in %i the classes of sales begin in %o', (now, years) => {
  const { legend } = classesOf('sale', { zoning: undefined, year: now })!;
  expect(legend.slice(1).map(({ label }) => Number(label.slice(0, 4)))).toEqual(years);
});
