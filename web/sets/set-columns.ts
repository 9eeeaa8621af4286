// The columns of the table: what each shows, how it is sorted, and which of them somebody wants to see.
import { formatField, isKnown } from '../../contract/format-field.ts';
import {
  columnEntries,
  type ParcelColumn,
  type ParcelField,
  parcelColumns,
} from '../../contract/parcel-columns.ts';
import type { FilterField } from '../../contract/parcel-filter.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { METERS_PER_FOOT } from '../../geo/local-plane.ts';
import { keepText, keptJson } from '../kept-in-browser.ts';
import type { Sizes } from '../sizes.ts';

type SortWords = { up: string; down: string };

export type SetColumn = {
  id: string;
  label: string;
  /** Undefined: the set comes sorted by it unless another column is chosen. */
  sortBy: FilterField | undefined;
  isNumber: boolean;
  /** What each direction puts at the top. Of numbers, where it is left out. */
  sortWords?: SortWords;
  widthRem: number;
  /** Empty where nothing is known. */
  text: (parcel: SetParcel) => string;
};

const WIDTHS_REM: Partial<Record<ParcelField, number>> = {
  name: 12,
  site_address: 9.5,
  pin: 8.5,
  zoning: 6,
  state: 6,
  zip: 6,
};

const NUMBERS: SortWords = { up: 'smallest first', down: 'largest first' };
const TEXTS: SortWords = { up: 'A to Z', down: 'Z to A' };
const TIMES: SortWords = { up: 'oldest first', down: 'newest first' };

export const sortWordsOf = ({ sortWords, isNumber }: SetColumn): SortWords =>
  sortWords ?? (isNumber ? NUMBERS : TEXTS);

function ofField([field, column]: [ParcelField, ParcelColumn], sizes: Sizes): SetColumn {
  const isNumber = column.type === 'number';
  const isTime = column.type === 'date' || column.format === 'year';
  return {
    id: field,
    label: sizes.label(column.label),
    sortBy: field,
    isNumber,
    ...(isTime && { sortWords: TIMES }),
    widthRem: WIDTHS_REM[field] ?? (isNumber || column.type === 'date' ? 6.5 : 9),
    text: (parcel) => (isKnown(parcel[field]) ? sizes.field(parcel[field]!, column) : ''),
  };
}

const distance = ({ height }: Sizes): SetColumn => ({
  id: 'feet',
  label: 'Distance',
  sortBy: undefined,
  isNumber: true,
  widthRem: 6,
  text: (parcel) => (parcel.feet === undefined ? '' : height(parcel.feet * METERS_PER_FOOT)),
});

const TOUCHES: SetColumn = {
  id: 'touches',
  label: 'Touches',
  sortBy: undefined,
  isNumber: false,
  widthRem: 6,
  text: ({ touches }) => (touches === 'side' ? 'Side' : touches === 'corner' ? 'Corner' : ''),
};

const derived = ({ field, label, land }: Sizes): SetColumn[] => [
  {
    id: 'price_per_acre',
    label: label('Price an acre'),
    sortBy: 'price_per_acre',
    isNumber: true,
    widthRem: 7,
    text: ({ price_per_acre: price }) =>
      price === null ? '' : formatField(price * land.acres, parcelColumns.sales_price),
  },
  {
    id: 'shape_acres',
    label: label('Acres of shape'),
    sortBy: 'shape_acres',
    isNumber: true,
    widthRem: 7,
    text: ({ shape_acres: acres }) => (acres === null ? '' : field(acres, parcelColumns.taxacres)),
  },
  {
    id: 'elsewhere',
    label: 'Owner elsewhere',
    sortBy: 'elsewhere',
    isNumber: false,
    sortWords: { up: 'no first', down: 'yes first' },
    widthRem: 8,
    text: ({ elsewhere }) => (elsewhere === null ? '' : elsewhere ? 'Yes' : 'No'),
  },
  {
    id: 'source',
    label: 'County',
    sortBy: 'source',
    isNumber: false,
    widthRem: 9,
    text: ({ source }) => source,
  },
];

/** Those that a table begins with, in this order. The rest of a parcel's fields follow. */
const FIRST = [
  'name',
  'site_address',
  'feet',
  'touches',
  'taxacres',
  'pin',
  'zoning',
  'township',
  'sale_date',
  'sales_price',
  'price_per_acre',
];

/** `hasDistance`: the set lies around other parcels. */
type Shown = { hasDistance: boolean; sizes: Sizes };

/** In the order of the table. */
export function columnsOf({ hasDistance, sizes }: Shown): SetColumn[] {
  const all = [
    ...columnEntries.map((entry) => ofField(entry, sizes)),
    ...derived(sizes),
    ...(hasDistance ? [distance(sizes), TOUCHES] : []),
  ];
  const first = FIRST.flatMap((id) => all.find((column) => column.id === id) ?? []);
  return [...first, ...all.filter((column) => !first.includes(column))];
}

const STORAGE_KEY = 'setColumns';

/** By default the first ones. At least one is shown: the row is opened by it. */
export function shownColumns(
  columns: readonly SetColumn[],
  chosen: readonly string[] | undefined,
): SetColumn[] {
  const shown = columns.filter(({ id }) => (chosen ?? FIRST).includes(id));
  return shown.length > 0 ? shown : columns.slice(0, 1);
}

/** Undefined where nobody has chosen. */
export function keptColumns(): string[] | undefined {
  const kept = keptJson(STORAGE_KEY);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : undefined;
}

export const keepColumns = (ids: readonly string[]) => keepText(STORAGE_KEY, JSON.stringify(ids));

export type Sorting = { column: string; isDescending: boolean } | undefined;

/** The first press sorts upwards, or from the largest number down; the second turns it; the third goes back to the set's own order. */
export function nextSorting(sorting: Sorting, { id, isNumber, sortBy }: SetColumn): Sorting {
  if (sortBy === undefined) return undefined;
  const isFirst = sorting?.column !== id;
  if (isFirst) return { column: id, isDescending: isNumber };
  return sorting.isDescending === isNumber ? { column: id, isDescending: !isNumber } : undefined;
}

/** As the server reads it. */
export function sortText(sorting: Sorting, columns: readonly SetColumn[]): string {
  const field = columns.find(({ id }) => id === sorting?.column)?.sortBy;
  if (!sorting || field === undefined) return '';
  return `${sorting.isDescending ? '-' : ''}${field}`;
}
