// Every field of a parcel, listed once. All that names, cleans, stores, answers, draws or shows a field follows from
// parcelColumns.

export type ParcelColumn = {
  /** Of a text: it is empty where it is unknown. */
  isNeverNull?: true;
  /** In words, wherever fields are listed. */
  label: string;
  /** Lists of fields are divided by it, in the order of this table. */
  group: ParcelGroup;
  /**
   * Where the details panel shows the field: at a place of its own, or always among the first facts, as N/A where it is
   * unknown. Otherwise below them in its group, where it is known.
   */
  inPanel?: 'own place' | 'always';
  /** What `--map` calls the field besides its name; messages of an import use the first. */
  words?: readonly string[];
  /** The name of the vector tile property, for a field that tiles carry. */
  tileProperty?: string;
  /** What a tile carries instead of the value: less exact and therefore smaller, but enough to shade the map by. */
  tileValue?: (value: never) => string | number | null;
  /** Whether a hit of the parcel search (ParcelMatch) carries the field. */
  isInParcelMatch?: boolean;
} & (
  | { type: 'text'; format?: 'pin' | 'zip'; lengthMax?: number }
  /** Unlike a price, a value may be 0: that of the buildings where there are none. Of counts and the rest 0 is unknown. */
  | { type: 'number'; format?: 'acres' | 'price' | 'value' | 'year' | 'square feet' | 'count' }
  /** Text of the form YYYY-MM-DD. In the past: a later day is a mistake of the county. */
  | { type: 'date'; format?: 'past' }
);

export type ParcelGroup = 'Parcel' | 'Owner' | 'Land' | 'Sale' | 'Value' | 'Building' | 'Records';

/** Decides how an import cleans a value, and how the panel writes it. */
export type FieldKind = ParcelColumn['type'] | NonNullable<ParcelColumn['format']>;
export const kindOf = ({ format, type }: ParcelColumn): FieldKind => format ?? type;

/** Of a text, unless its column says otherwise: one crazy row must not break the store. */
export const TEXT_LENGTH_MAX = 200;

/** Within a twentieth of the price, which is finer than any legend. */
const TILE_PRICE_DIGITS = 2;

/** The field's name is the same in our code, in the database and in JSON. */
export const parcelColumns = {
  pin: {
    type: 'text',
    format: 'pin',
    isNeverNull: true,
    label: 'PIN',
    group: 'Parcel',
    inPanel: 'own place',
    words: ['pin', 'parcel'],
    tileProperty: 'PIN',
    isInParcelMatch: true,
  },
  /** The owner as the county writes it; empty where the county has none. */
  name: {
    type: 'text',
    lengthMax: 300,
    isNeverNull: true,
    label: 'Owner',
    group: 'Owner',
    inPanel: 'own place',
    words: ['owner'],
    tileProperty: 'Name',
    isInParcelMatch: true,
  },
  /** The owner's mailing address: the five fields from `add1` to `zip`. */
  add1: {
    type: 'text',
    label: 'Mailing address',
    group: 'Owner',
    inPanel: 'own place',
    tileProperty: 'ADD1',
    isInParcelMatch: true,
  },
  add2: { type: 'text', label: 'Mailing address 2', group: 'Owner', inPanel: 'own place' },
  city: {
    type: 'text',
    lengthMax: 100,
    label: 'Mailing city',
    group: 'Owner',
    inPanel: 'own place',
    tileProperty: 'CITY',
    isInParcelMatch: true,
  },
  state: { type: 'text', lengthMax: 60, label: 'Mailing state', group: 'Owner', inPanel: 'own place' },
  /** Below `state`, which an import needs to clean it. */
  zip: {
    type: 'text',
    format: 'zip',
    lengthMax: 20,
    label: 'Mailing ZIP code',
    group: 'Owner',
    inPanel: 'own place',
  },
  /** Where the land itself lies: house number and street. */
  site_address: {
    type: 'text',
    label: 'Site address',
    group: 'Parcel',
    inPanel: 'own place',
    words: ['address', 'site'],
    isInParcelMatch: true,
  },
  taxacres: {
    type: 'number',
    format: 'acres',
    label: 'Tax acres',
    group: 'Land',
    inPanel: 'always',
    words: ['acres'],
    tileProperty: 'TaxAcres',
    isInParcelMatch: true,
  },
  township: { type: 'text', lengthMax: 120, label: 'Township', group: 'Land', inPanel: 'always' },
  zoning: {
    type: 'text',
    lengthMax: 120,
    label: 'Zoning',
    group: 'Land',
    inPanel: 'always',
    tileProperty: 'Zoning',
  },
  sale_date: {
    type: 'date',
    format: 'past',
    label: 'Sale date',
    group: 'Sale',
    inPanel: 'always',
    tileProperty: 'SaleYear',
    tileValue: (date: string) => Number(date.slice(0, 4)),
  },
  sales_price: {
    type: 'number',
    format: 'price',
    label: 'Sales price',
    group: 'Sale',
    inPanel: 'always',
    words: ['sales_price', 'price', 'sale_price'],
    tileProperty: 'SalesPrice',
    tileValue: (price: number) => Number(price.toPrecision(TILE_PRICE_DIGITS)) || null,
  },
  /** What the land is used for: in words, or the county's code where it has no words. */
  land_use: { type: 'text', label: 'Use', group: 'Land' },
  tax_district: { type: 'text', lengthMax: 120, label: 'Tax district', group: 'Land' },
  /** As the assessor values them; of a county's several kinds of value all three are of one kind. In dollars. */
  land_value: { type: 'number', format: 'value', label: 'Land value', group: 'Value' },
  building_value: { type: 'number', format: 'value', label: 'Building value', group: 'Value' },
  total_value: { type: 'number', format: 'value', label: 'Total value', group: 'Value' },
  /** The year that the three values are for. */
  value_year: { type: 'number', format: 'year', label: 'Value year', group: 'Value' },
  year_built: { type: 'number', format: 'year', label: 'Year built', group: 'Building' },
  /** Where people live or work, without garages and porches if the county tells them apart. In square feet. */
  floor_area: { type: 'number', format: 'square feet', label: 'Floor area', group: 'Building' },
  rooms: { type: 'number', format: 'count', label: 'Rooms', group: 'Building' },
  bedrooms: { type: 'number', format: 'count', label: 'Bedrooms', group: 'Building' },
  /** A half one has no bath: 2.5. */
  bathrooms: { type: 'number', format: 'count', label: 'Bathrooms', group: 'Building' },
  legal: { type: 'text', lengthMax: 500, label: 'Legal description', group: 'Records' },
  deed_book: { type: 'text', lengthMax: 60, label: 'Deed book', group: 'Records' },
  deed_page: { type: 'text', lengthMax: 60, label: 'Deed page', group: 'Records' },
} as const satisfies Record<string, ParcelColumn>;

/**
 * The format of stored parcels. Raise it by one with every change of a field's name, type, isNeverNull or tileProperty,
 * of a database table or index of parcels (`store/`), or of the stored tiles: parcels of an older format are then loaded
 * again, beside the older ones (store/format-folder.ts), instead of being misread.
 */
export const PARCEL_FORMAT = 6;

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
