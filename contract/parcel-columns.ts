// Every field of a parcel, listed once. All that names, cleans, stores, answers, draws or shows a field follows from
// parcelColumns.

export type ParcelColumn = {
  /** Of a text: it is empty where it is unknown. */
  isNeverNull?: true;
  /** The panel lists the field under it, in the order of this table; null for a field that has its own place there. */
  label: string | null;
  /** What `--map` calls the field besides its name; messages of an import use the first. */
  words?: readonly string[];
  /** The name of the vector tile property, for a field that tiles carry. */
  tileProperty?: string;
  /** Whether a hit of the parcel search (ParcelMatch) carries the field. */
  isInParcelMatch?: boolean;
} & (
  | { type: 'text'; format?: 'pin' | 'zip'; lengthMax?: number }
  | { type: 'number'; format?: 'acres' | 'price' }
  /** Text of the form YYYY-MM-DD. In the past: a later day is a mistake of the county. */
  | { type: 'date'; format?: 'past' }
);

/** Decides how an import cleans a value, and how the panel writes it. */
export type FieldKind = ParcelColumn['type'] | NonNullable<ParcelColumn['format']>;
export const kindOf = ({ format, type }: ParcelColumn): FieldKind => format ?? type;

/** Of a text, unless its column says otherwise: one crazy row must not break the store. */
export const TEXT_LENGTH_MAX = 200;

/** The field's name is the same in our code, in the database and in JSON. */
export const parcelColumns = {
  pin: {
    type: 'text',
    format: 'pin',
    isNeverNull: true,
    label: null,
    words: ['pin', 'parcel'],
    tileProperty: 'PIN',
    isInParcelMatch: true,
  },
  /** The owner as the county writes it; empty where the county has none. */
  name: {
    type: 'text',
    lengthMax: 300,
    isNeverNull: true,
    label: null,
    words: ['owner'],
    tileProperty: 'Name',
    isInParcelMatch: true,
  },
  /** The owner's mailing address: the five fields from `add1` to `zip`. */
  add1: { type: 'text', label: null, tileProperty: 'ADD1', isInParcelMatch: true },
  add2: { type: 'text', label: null },
  city: { type: 'text', lengthMax: 100, label: null, tileProperty: 'CITY', isInParcelMatch: true },
  state: { type: 'text', lengthMax: 60, label: null },
  /** Below `state`, which an import needs to clean it. */
  zip: { type: 'text', format: 'zip', lengthMax: 20, label: null },
  /** Where the land itself lies: house number and street. */
  site_address: { type: 'text', label: null, words: ['address', 'site'], isInParcelMatch: true },
  taxacres: {
    type: 'number',
    format: 'acres',
    label: 'Tax acres',
    words: ['acres'],
    tileProperty: 'TaxAcres',
    isInParcelMatch: true,
  },
  township: { type: 'text', lengthMax: 120, label: 'Township' },
  zoning: { type: 'text', lengthMax: 120, label: 'Zoning' },
  sale_date: { type: 'date', format: 'past', label: 'Sale date' },
  sales_price: {
    type: 'number',
    format: 'price',
    label: 'Sales price',
    words: ['sales_price', 'price', 'sale_price'],
  },
} as const satisfies Record<string, ParcelColumn>;

/**
 * The format of stored parcels. Raise it by one with every change of a field's name, type, isNeverNull or tileProperty,
 * of a database table or index of parcels (`store/`), or of the stored tiles: parcels of an older format are then loaded
 * again instead of being misread.
 */
export const PARCEL_FORMAT = 4;

type Columns = typeof parcelColumns;
export type ParcelField = keyof Columns;
type ValueOf<Column extends ParcelColumn> =
  | (Column['type'] extends 'number' ? number : string)
  | (Column extends { isNeverNull: true } ? never : null);

export type ParcelFields = { [Field in ParcelField]: ValueOf<Columns[Field]> };

type FieldsWith<Property> = {
  [Field in ParcelField]: Columns[Field] extends Property ? Field : never;
}[ParcelField];
export type TileField = FieldsWith<{ tileProperty: string }>;
export type ParcelMatchField = FieldsWith<{ isInParcelMatch: true }>;

export const columnEntries = Object.entries(parcelColumns) as [ParcelField, ParcelColumn][];
export const parcelFields = columnEntries.map(([field]) => field);
export const tileFields = columnEntries.flatMap(([field, { tileProperty }]) =>
  tileProperty ? [field as TileField] : [],
);
export const parcelMatchFields = columnEntries.flatMap(([field, { isInParcelMatch }]) =>
  isInParcelMatch ? [field as ParcelMatchField] : [],
);

/** The value of each field where nothing is known. */
export const emptyParcelFields = Object.fromEntries(
  columnEntries.map(([field, { isNeverNull }]) => [field, isNeverNull ? '' : null]),
) as ParcelFields;
