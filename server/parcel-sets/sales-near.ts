// Comparable sales: the filter of those that count, and what was left out.
import { isMarketPrice, MARKET_PRICE_MIN } from '../../contract/market-price.ts';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import type { FieldValue } from '../../store/parcel-queries.ts';

type Bounds = {
  pin: string;
  feet: number;
  /** YYYY-MM-DD. */
  since: string;
  /** Of the parcel. Undefined if it is not known: then sales of all sizes are comparable. */
  acres: number | undefined;
  percent: number;
};

/** Every sale within the bounds, at whichever price. */
export function salesWithin({ pin, feet, since, acres, percent }: Bounds): ParcelFilter[] {
  const near: ParcelFilter = {
    op: 'near',
    of: { op: 'compare', field: 'pin', is: '=', value: pin },
    feet,
  };
  const lately: ParcelFilter = { op: 'compare', field: 'sale_date', is: '>=', value: since };
  return acres === undefined ? [near, lately] : [near, lately, sizeBetween(acres, percent)];
}

/** By tax acres, or by those of the shape where there are none. */
function sizeBetween(acres: number, percent: number): ParcelFilter {
  const low = rounded(Math.max(0, acres * (1 - percent / 100)));
  const high = rounded(acres * (1 + percent / 100));
  return {
    op: 'or',
    of: [
      { op: 'between', field: 'taxacres', low, high },
      {
        op: 'and',
        of: [
          { op: 'is-null', field: 'taxacres' },
          { op: 'between', field: 'shape_acres', low, high },
        ],
      },
    ],
  };
}

/** A filter is read by people; a ten-thousandth of an acre is 4 square feet. */
const rounded = (acres: number) => Number(acres.toFixed(4));

export const atMarketPrice: ParcelFilter = {
  op: 'compare',
  field: 'sales_price',
  is: '>=',
  value: MARKET_PRICE_MIN,
};

export type LeftOut = { reason: string; count: number }[];

const reasons = [
  { reason: 'No price is recorded', has: (price: number | null) => price === null },
  { reason: 'The price is $0', has: (price: number | null) => price === 0 },
  {
    reason: `The price is below $${MARKET_PRICE_MIN.toLocaleString('en-US')}, as of gifts and transfers within a family`,
    has: (price: number | null) => price !== null && price !== 0 && !isMarketPrice(price),
  },
];

/** `prices` are of all sales within the bounds, at least those that are not market prices; `perAcre` of those at a market price. */
export function leftOutOf(prices: readonly FieldValue[], perAcre: readonly FieldValue[]): LeftOut {
  const countOf = (values: readonly FieldValue[], has: (value: number | null) => boolean) =>
    values.reduce((sum, { value, count }) => sum + (has(value as number | null) ? count : 0), 0);
  const counted = [
    ...reasons.map(({ reason, has }) => ({ reason, count: countOf(prices, has) })),
    {
      reason: 'No acres are known, so it counts only among the prices, not among those an acre',
      count: countOf(perAcre, (value) => value === null),
    },
  ];
  return counted.filter(({ count }) => count > 0);
}
