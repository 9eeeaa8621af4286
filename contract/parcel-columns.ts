// Every field of a parcel, listed once. The database tables, the writers and readers of both stores, the schemas of the
// HTTP answers and the properties of vector tiles are all generated from parcelColumns.

export type ParcelColumn = {
  /** A date is text of the form YYYY-MM-DD. */
  type: 'text' | 'number' | 'date';
  nullable: boolean;
  /** The name of the vector tile property, for a field that tiles carry. */
  tileProperty?: string;
  /** Whether a hit of the parcel search (ParcelMatch) carries the field. */
  isInParcelMatch?: boolean;
};

/** The field's name is the same in our code, in the database and in JSON. */
export const parcelColumns = {
  pin: { type: 'text', nullable: false, tileProperty: 'PIN', isInParcelMatch: true },
  /** The owner as the county writes it; empty where the county has none. */
  name: { type: 'text', nullable: false, tileProperty: 'Name', isInParcelMatch: true },
  /** The owner's mailing address: the five fields from `add1` to `zip`. */
  add1: { type: 'text', nullable: true, tileProperty: 'ADD1', isInParcelMatch: true },
  add2: { type: 'text', nullable: true },
  city: { type: 'text', nullable: true, tileProperty: 'CITY', isInParcelMatch: true },
  state: { type: 'text', nullable: true },
  zip: { type: 'text', nullable: true },
  /** Where the land itself lies: house number and street. */
  site_address: { type: 'text', nullable: true, isInParcelMatch: true },
  taxacres: { type: 'number', nullable: true, tileProperty: 'TaxAcres', isInParcelMatch: true },
  township: { type: 'text', nullable: true },
  zoning: { type: 'text', nullable: true },
  sale_date: { type: 'date', nullable: true },
  sales_price: { type: 'number', nullable: true },
} as const satisfies Record<string, ParcelColumn>;

/**
 * The format of stored parcels. Raise it by one with every change of parcelColumns, of a database table or index of
 * parcels (`store/`), or of the stored tiles: parcels of an older format are then loaded again instead of being misread.
 */
export const PARCEL_FORMAT = 4;

type Columns = typeof parcelColumns;
export type ParcelField = keyof Columns;
type ValueOf<Column extends ParcelColumn> =
  | (Column['type'] extends 'number' ? number : string)
  | (Column['nullable'] extends true ? null : never);

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

/** The value of each field where nothing is known: null, or an empty text or 0 where null is not allowed. */
export const emptyParcelFields = Object.fromEntries(
  columnEntries.map(([field, { type, nullable }]) => [field, nullable ? null : type === 'number' ? 0 : '']),
) as ParcelFields;
