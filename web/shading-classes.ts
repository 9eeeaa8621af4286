// The fields that parcels are shaded by, with their classes and colors: docs/decisions/0083-shading-and-picking.md.
import type { ExpressionSpecification } from 'maplibre-gl';
import type { MapLayer } from '../contract/client-config.ts';
import { MARKET_PRICE_MIN } from '../contract/market-price.ts';
import { parcelColumns } from '../contract/parcel-columns.ts';
import { SIZES, type Sizes } from './sizes.ts';

/** In the order of the choice, by their names in links. */
export const SHADINGS = [
  { id: 'zoning', label: 'Zoning' },
  { id: 'sale', label: 'Last sale' },
  { id: 'price-per-acre', label: 'Price an acre' },
  { id: 'acres', label: 'Acres' },
] as const;
export type Shading = (typeof SHADINGS)[number]['id'];

export const isShading = (text: string): text is Shading => SHADINGS.some(({ id }) => id === text);

/** Of zoning: the most frequent. Undefined until they have arrived. */
export type ZoningValues = { values: readonly string[]; hasMore: boolean } | 'failed' | undefined;

/** As many as there are colors that can be told apart. */
export const ZONING_VALUES_MAX = 11;

type Legend = NonNullable<MapLayer['legend']>;
/** What the map draws, and what it means. A parcel of which nothing is known is transparent. */
export type ShadingClasses = { color: ExpressionSpecification; legend: Legend };

type ClassOptions = {
  zoning: ZoningValues;
  /** What the legend counts land in. */
  land?: Sizes['land'];
  year?: number;
};

/** Undefined where nothing can be drawn: zoning values have not arrived, or there are none. */
export function classesOf(
  shading: Shading,
  { zoning, land = SIZES.us.land, year = new Date().getFullYear() }: ClassOptions,
): ShadingClasses | undefined {
  switch (shading) {
    case 'zoning':
      return typeof zoning === 'object' && zoning.values.length > 0 ? zoningClasses(zoning) : undefined;
    case 'sale':
      return steps({
        value: saleYear,
        isKnown: ['>', saleYear, 0],
        bounds: saleYears(year),
        inWords: yearsInWords,
      });
    case 'price-per-acre':
      return steps({
        value: ['/', price, acres],
        isKnown: ['all', ['>=', price, MARKET_PRICE_MIN], ['>', acres, 0]],
        bounds: [5000, 10_000, 25_000, 100_000, 250_000, 500_000, 1_000_000],
        inWords: rangeOf((amount) => dollars.format(amount * land.acres)),
      });
    case 'acres':
      return steps({
        value: acres,
        isKnown: ['>', acres, 0],
        bounds: [0.25, 0.5, 1, 2, 5, 10, 40],
        inWords: rangeOf((size) => twoDigits.format(size / land.acres)),
      });
  }
}

const numberOf = (property: string): ExpressionSpecification => ['to-number', ['get', property], 0];
const saleYear = numberOf(parcelColumns.sale_date.tileProperty);
const price = numberOf(parcelColumns.sales_price.tileProperty);
const acres = numberOf(parcelColumns.taxacres.tileProperty);
const zone: ExpressionSpecification = ['get', parcelColumns.zoning.tileProperty];

const TRANSPARENT = 'transparent';

/** From light to dark, for people who see colors differently, too. Neither the green of a selected parcel nor the color of a set. */
const RAMP = [
  '#ffe9a0',
  '#fdcf66',
  '#fbae3c',
  '#f08a24',
  '#d9661a',
  '#b34614',
  '#862c18',
  '#561a1e',
] as const;

type Steps = {
  value: ExpressionSpecification;
  isKnown: ExpressionSpecification;
  /** Ascending, one fewer than there are colors. Each begins a class. */
  bounds: readonly number[];
  inWords: (from: number | undefined, below: number | undefined) => string;
};

function steps({ value, isKnown, bounds, inWords }: Steps): ShadingClasses {
  const [first, ...colors] = RAMP;
  const stops = bounds.flatMap((bound, index) => [bound, colors[index]!]);
  return {
    color: ['case', isKnown, ['step', value, first, ...stops], TRANSPARENT] as ExpressionSpecification,
    legend: RAMP.map((color, index) => ({ label: inWords(bounds[index - 1], bounds[index]), color })),
  };
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});
const twoDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

const rangeOf =
  (write: (value: number) => string) => (from: number | undefined, below: number | undefined) => {
    if (from === undefined) return `Under ${write(below!)}`;
    return below === undefined ? `${write(from)} or more` : `${write(from)} to ${write(below)}`;
  };

const yearsInWords = (from: number | undefined, below: number | undefined) => {
  if (from === undefined) return `Before ${below}`;
  return below === undefined ? `${from} or later` : `${from} to ${below - 1}`;
};

/** The last ten years and more in steps of five, decades before. Round years, which stay for five years. */
function saleYears(year: number): number[] {
  const last = year - (year % 5);
  const decade = Math.ceil((last - 10) / 10 - 1) * 10;
  return [decade - 30, decade - 20, decade - 10, decade, last - 10, last - 5, last];
}

/** Of Paul Tol, and of Okabe and Ito: most of them are told apart by people with any color vision. */
const ZONING_COLORS = [
  '#88ccee',
  '#ddcc77',
  '#cc6677',
  '#332288',
  '#44aa99',
  '#e69f00',
  '#882255',
  '#999933',
  '#0072b2',
  '#117733',
  '#a97b50',
] as const;
const OTHER_COLOR = '#8d8d8d';

function zoningClasses({ values, hasMore }: Exclude<ZoningValues, 'failed' | undefined>): ShadingClasses {
  const colors = colorsByValue(values);
  const cases = values.flatMap((value) => [value, colors.get(value)!]);
  return {
    color: [
      'case',
      ['==', ['typeof', zone], 'string'],
      ['match', zone, ...cases, OTHER_COLOR],
      TRANSPARENT,
    ] as unknown as ExpressionSpecification,
    legend: [
      ...values.map((label) => ({ label, color: colors.get(label)! })),
      ...(hasMore ? [{ label: 'Other', color: OTHER_COLOR }] : []),
    ],
  };
}

/** By the values themselves, not by their rank: a zone keeps its color when another import changes the counts. */
function colorsByValue(values: readonly string[]): Map<string, string> {
  const free: (string | undefined)[] = [...ZONING_COLORS];
  return new Map(
    values.toSorted().map((value) => {
      let at = hashOf(value) % free.length;
      while (free[at] === undefined) at = (at + 1) % free.length;
      const color = free[at]!;
      free[at] = undefined;
      return [value, color];
    }),
  );
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
