// A set in words: how many parcels, how many acres.
const whole = new Intl.NumberFormat('en-US');
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const rounded = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const parcelsInWords = (count: number) =>
  `${whole.format(count)} ${count === 1 ? 'parcel' : 'parcels'}`;

/** Hundredths of an acre matter in a town, and nowhere else. */
export const acresInWords = (acres: number) =>
  `${(acres < 1000 ? hundredths : rounded).format(acres)} ${acres === 1 ? 'acre' : 'acres'}`;

export function totalsInWords({ count, acres }: { count: number; acres: number }): string {
  return count === 0 ? 'No parcels' : `${parcelsInWords(count)}, ${acresInWords(acres)}`;
}
