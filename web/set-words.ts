// A set in words: how many parcels, how many acres.
import type { Sizes } from './sizes.ts';

const whole = new Intl.NumberFormat('en-US');

export const parcelsInWords = (count: number) =>
  `${whole.format(count)} ${count === 1 ? 'parcel' : 'parcels'}`;

type Totals = { count: number; acres: number };

export function totalsInWords({ count, acres }: Totals, { totalAcres }: Sizes): string {
  return count === 0 ? 'No parcels' : `${parcelsInWords(count)}, ${totalAcres(acres)}`;
}
