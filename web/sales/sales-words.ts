// Comparable sales in words: what the figures say, what was left out, and a sale or a plot for those who do not see it.
import { formatField, isKnown } from '../../contract/format-field.ts';
import { parcelColumns } from '../../contract/parcel-columns.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import type { SalesAnswer, SetParcel } from '../../contract/parcel-set.ts';
import type { Sizes } from '../sizes.ts';
import { acresOf, type Dot } from './sales-dots.ts';

const whole = new Intl.NumberFormat('en-US');
const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const compactDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 4,
});

const dollars = (amount: number) => formatField(amount, parcelColumns.sales_price);
/** On an axis: $250K, $1.2M. */
export const dollarsOnAxis = (amount: number) => compactDollars.format(amount);
/** Of acres or hectares. */
export const landOnAxis = (size: number) => threeDigits.format(size);
export const salesInWords = (count: number) => `${whole.format(count)} ${count === 1 ? 'sale' : 'sales'}`;

type Quartiles = NonNullable<SalesAnswer['quartiles']>;

const middleHalf = ({ low, high }: Quartiles) => `half of them from ${dollars(low)} to ${dollars(high)}`;

/** One sentence for each figure. */
export function figuresInWords(
  { count, quartiles, per_acre: perAcre }: SalesAnswer,
  { label, land }: Sizes,
): string[] {
  const perLand = perAcre && {
    low: perAcre.low * land.acres,
    median: perAcre.median * land.acres,
    high: perAcre.high * land.acres,
  };
  return [
    `${salesInWords(count)}.`,
    ...(quartiles ? [`Median price ${dollars(quartiles.median)}, ${middleHalf(quartiles)}.`] : []),
    ...(perLand
      ? [`${label('Price an acre')}: median ${dollars(perLand.median)}, ${middleHalf(perLand)}.`]
      : []),
  ];
}

/** `12 sales: no price is recorded`. */
export const leftOutInWords = ({ reason, count }: SalesAnswer['left_out'][number]) =>
  `${salesInWords(count)}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;

export function saleInWords(sale: SetParcel, { totalAcres }: Sizes): string {
  const acres = acresOf(sale);
  const parts = [
    sale.name || pinLabel(sale.pin),
    sale.site_address,
    sale.sales_price === null ? '' : dollars(sale.sales_price),
    acres === undefined ? '' : totalAcres(acres),
    isKnown(sale.sale_date) ? formatField(sale.sale_date, parcelColumns.sale_date) : '',
  ];
  return parts.filter(Boolean).join(', ');
}

type Plotted = { title: string; dots: readonly Dot[]; xInWords: (x: number) => string };

/** The text alternative of a plot. */
export function plotInWords({ title, dots, xInWords }: Plotted): string {
  const [first, last] = [dots[0], dots.at(-1)];
  if (!first || !last) return `${title}: nothing to show.`;
  const prices = dots.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return `${title}, ${salesInWords(dots.length)}: from ${xInWords(first.x)} to ${xInWords(last.x)}, ${dollars(low)} to ${dollars(high)}. The table has each of them.`;
}
