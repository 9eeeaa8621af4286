// Lengths and areas in words, in the units that somebody reads: feet and acres, or meters and hectares. What is stored and
// asked for stays in feet and acres.
import { formatField } from '../contract/format-field.ts';
import { kindOf, type ParcelColumn } from '../contract/parcel-columns.ts';
import type { Preferences } from '../contract/preferences.ts';
import { SQUARE_METERS_PER_ACRE } from '../geo/area.ts';
import { METERS_PER_FOOT } from '../geo/local-plane.ts';

type Unit = { unit: string; meters: number };

export type Units = NonNullable<Preferences['units']>;

export type Sizes = {
  /** Whole feet below a mile, miles from there on; whole meters below a kilometer. */
  length: (meters: number) => string;
  /** Of a parcel's sides: to a tenth of a foot, as county shapes are not more exact than that, or to a centimeter. */
  side: (meters: number) => string;
  /** Whole feet at any height. */
  height: (meters: number) => string;
  /** Land: `1.25 acres`. In the small unit where that would be zero. */
  area: (squareMeters: number) => string;
  /** `54,450 sq ft`. */
  smallArea: (squareMeters: number) => string;
  /** As `area`, of what is known in acres. */
  acres: (acres: number) => string;
  /** Of many parcels, or of one among them: without hundredths from a thousand acres on, which matter in a town and nowhere else. */
  totalAcres: (acres: number) => string;
  /** A known value of a parcel. */
  field: (value: string | number, column: ParcelColumn) => string;
  /** What lengths are counted in: a foot and a mile, or a meter and a kilometer. */
  short: Unit & { word: string };
  long: Unit;
  /** `Tax acres`, `Price an acre` as they are called in these units. */
  label: (words: string) => string;
  /** To be read at a glance: `2.1 acres`, `1 acre`. */
  roughAcres: (acres: number) => string;
  /** What land is counted in, and how many acres that is. */
  land: { unit: string; acres: number };
};

type System = {
  short: Sizes['short'] & { square: string; sideDecimals: number };
  long: Unit;
  land: { unit: string; one: string; acres: number; decimals: number };
  label: (words: string) => string;
  /** The field as such, where this system is not the county's own. */
  field: Partial<Record<ReturnType<typeof kindOf>, (value: number, sizes: Sizes) => string>>;
};

const numbers = (decimals: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const whole = numbers(0);
const hundredths = numbers(2);

function sizesOf({ short, long, land, label, field }: System): Sizes {
  const ofSide = numbers(short.sideDecimals);
  const ofLand = numbers(land.decimals);
  const leastLand = 0.5 * 10 ** -land.decimals;
  const smallArea = (squareMeters: number) =>
    `${whole.format(squareMeters / short.meters ** 2)} ${short.square}`;
  /** Where two decimals read zero, the small unit says more. Nothing at all stays zero. */
  const orSmall = (acres: number, inWords: (size: number) => string) => {
    const size = acres / land.acres;
    return size > 0 && size < leastLand ? smallArea(acres * SQUARE_METERS_PER_ACRE) : inWords(size);
  };
  const acres = (size: number) => orSmall(size, (shown) => `${ofLand.format(shown)} ${land.unit}`);
  const sizes: Sizes = {
    length: (meters) =>
      Math.round(meters / short.meters) < Math.round(long.meters / short.meters)
        ? `${whole.format(meters / short.meters)} ${short.unit}`
        : `${hundredths.format(meters / long.meters)} ${long.unit}`,
    side: (meters) => `${ofSide.format(meters / short.meters)} ${short.unit}`,
    height: (meters) => `${whole.format(meters / short.meters)} ${short.unit}`,
    area: (squareMeters) => acres(squareMeters / SQUARE_METERS_PER_ACRE),
    smallArea,
    acres,
    totalAcres: (size) =>
      orSmall(size, (shown) => {
        const number = (shown < 1000 ? ofLand : whole).format(shown);
        return `${number} ${shown === 1 ? land.one : land.unit}`;
      }),
    roughAcres: (size) =>
      orSmall(size, (shown) => {
        const decimals = shown < 0.995 ? land.decimals : 1;
        const number = shown.toLocaleString('en-US', { maximumFractionDigits: decimals });
        return `${number} ${number === '1' ? land.one : land.unit}`;
      }),
    field: (value, column) =>
      (typeof value === 'number' && field[kindOf(column)]?.(value, sizes)) || formatField(value, column),
    short,
    long,
    label,
    land: { unit: land.unit, acres: land.acres },
  };
  return sizes;
}

const hectares = numbers(3);
const ACRES_PER_HECTARE = 10_000 / SQUARE_METERS_PER_ACRE;

export const SIZES: Record<Units, Sizes> = {
  us: sizesOf({
    short: { unit: 'ft', word: 'feet', square: 'sq ft', meters: METERS_PER_FOOT, sideDecimals: 1 },
    long: { unit: 'mi', meters: 5280 * METERS_PER_FOOT },
    land: { unit: 'acres', one: 'acre', acres: 1, decimals: 2 },
    label: (words) => words,
    field: {},
  }),
  metric: sizesOf({
    short: { unit: 'm', word: 'meters', square: 'm²', meters: 1, sideDecimals: 2 },
    long: { unit: 'km', meters: 1000 },
    // A house lot is a twentieth of a hectare: its hundredths would say little.
    land: { unit: 'hectares', one: 'hectare', acres: ACRES_PER_HECTARE, decimals: 3 },
    label: (words) =>
      words.replace('an acre', 'a hectare').replace('acres', 'hectares').replace('Acres', 'Hectares'),
    field: {
      acres: (acres) => hectares.format(acres / ACRES_PER_HECTARE),
      'square feet': (feet, { smallArea }) => smallArea(feet * METERS_PER_FOOT ** 2),
    },
  }),
};
