// The two axes that prices are plotted over.
import { formatField } from '../../contract/format-field.ts';
import { parcelColumns } from '../../contract/parcel-columns.ts';
import type { Sizes } from '../sizes.ts';
import { landOnAxis } from './sales-words.ts';

export type PlotAxis = {
  name: string;
  isTime: boolean;
  /** How much of it is shown where all dots stand at one place. */
  least: number;
  /** Undefined: the library writes dates. */
  onAxis: ((value: number) => string) | undefined;
  inWords: (value: number) => string;
};

/** Its values are in acres or hectares. */
export const landAxis = ({ label, land, totalAcres }: Sizes): PlotAxis => ({
  name: label('Acres'),
  isTime: false,
  least: 1,
  onAxis: landOnAxis,
  inWords: (size) => totalAcres(size * land.acres),
});

const DAY_SECONDS = 86_400;

export const DAYS: PlotAxis = {
  name: 'Sale date',
  isTime: true,
  least: 60 * DAY_SECONDS,
  onAxis: undefined,
  inWords: (seconds) =>
    formatField(new Date(seconds * 1000).toISOString().slice(0, 10), parcelColumns.sale_date),
};
