// A filter of parcels as a tree: what the panel builds, the link and the API carry as CQL2 text, and the server evaluates.
import type { AreaGeometry } from '../geo/geometry.ts';
import { columnEntries, type ParcelColumn, type ParcelField } from './parcel-columns.ts';

/** Fields that follow from others. They can be filtered and sorted by, but are no columns of a parcel. */
export const derivedFields = {
  /** The owner's mailing address is another one than the land's. Null where either is unknown. */
  elsewhere: 'boolean',
  /** Of the shape, on the ellipsoid. */
  shape_acres: 'number',
  /** The price by tax acres, or by those of the shape where there are none. Null for sales that are no market price. */
  price_per_acre: 'number',
  /** The name of the county, as `platbook sources` lists it. */
  source: 'text',
  /** The PIN of the lot that a unit belongs to. */
  lot: 'text',
} as const satisfies Record<string, FilterType>;
export type DerivedField = keyof typeof derivedFields;

export type FilterType = ParcelColumn['type'] | 'boolean';

/** A column of a parcel, a derived field, or one of the county's own by its label: `more:YEAR_BUILT`. */
export type FilterField = ParcelField | DerivedField | `more:${string}`;

/** Other names that a filter may use. */
export const fieldAliases: Readonly<Record<string, ParcelField>> = {
  owner: 'name',
  acres: 'taxacres',
  address: 'site_address',
  price: 'sales_price',
};

export function typeOfField(field: FilterField): FilterType {
  if (field.startsWith('more:')) return 'text';
  return fieldTypes.get(field)!;
}

const fieldTypes = new Map<string, FilterType>([
  ...columnEntries.map(([field, { type }]): [string, FilterType] => [field, type]),
  ...Object.entries(derivedFields),
]);
export const isKnownField = (name: string): name is ParcelField | DerivedField => fieldTypes.has(name);

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

/**
 * A date is text of the form YYYY-MM-DD. With one of the county's own fields, which are text, a number means: compare as
 * numbers, and values that are none are unknown.
 */
export type FilterValue = string | number | boolean;

/** Null is neither equal nor unequal to anything, as in SQL: NOT leaves it out, too. */
export type ParcelFilter =
  | { op: 'and' | 'or'; of: ParcelFilter[] }
  | { op: 'not'; of: ParcelFilter }
  | { op: 'all' }
  /** `ignoresCase`: CASEI, and accents do not count either. */
  | { op: 'compare'; field: FilterField; is: Comparison; value: FilterValue; ignoresCase?: boolean }
  | { op: 'between'; field: FilterField; low: FilterValue; high: FilterValue }
  | { op: 'in'; field: FilterField; values: FilterValue[]; ignoresCase?: boolean }
  /** `%` is any text, `_` one character, `\` escapes. Case and accents never count: county data are in capitals. */
  | { op: 'like'; field: FilterField; pattern: string }
  | { op: 'is-null'; field: FilterField }
  /** S_INTERSECTS(geometry, POLYGON(…)). A common border counts. */
  | { op: 'intersects'; area: AreaGeometry }
  /** S_DWITHIN(geometry, POLYGON(…), feet). */
  | { op: 'within-feet'; area: AreaGeometry; feet: number }
  /**
   * NEAR(filter, feet): parcels within a distance of one of those that the inner filter finds, without those. 0 is those
   * that touch. With `sameBlock`, as NEAR(filter, feet, 'same block'), only those that are reached over parcels that touch:
   * a street, a river or a railroad in between ends it.
   */
  | { op: 'near'; of: ParcelFilter; feet: number; sameBlock?: boolean }
  /** SAME_OWNER('pin') and SAME_MAILING('pin'): all of one owner, or of one mailing address, the parcel itself included. */
  | { op: 'same-owner' | 'same-mailing'; pin: string }
  /** MATCHES('smith oak'): what the search box finds by these words. */
  | { op: 'matches'; text: string };

export type SortKey = { field: FilterField; isDescending: boolean };
