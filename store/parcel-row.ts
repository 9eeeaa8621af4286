// A row of the parcel table, in either database: its columns, generated from parcelColumns, and the conversions between
// a row and a parcel.
import type { CountyField, Parcel, ParcelOrigin, ParcelUnit } from '../contract/parcel.ts';
import {
  columnEntries,
  type ParcelColumn,
  type ParcelFields,
  type ParcelMatchField,
  parcelColumns,
  parcelFields,
  parcelMatchFields,
  type TileField,
  tileFields,
} from '../contract/parcel-columns.ts';
import { qualifiedPin } from '../contract/parcel-pin.ts';
import type { AreaGeometry, LngLat } from '../geo/geometry.ts';
import type { TileParcel } from '../geo/parcel-tile.ts';
import type { ParcelInBox } from './parcel-store.ts';
import type { MatchedParcel } from './search-parcels.ts';

/** The centroid is stored as two columns. */
type Centroid = { lng: number; lat: number };
export type ParcelRow = ParcelFields & Centroid;
export type ParcelMatchRow = Pick<ParcelFields, ParcelMatchField> & Centroid;
export type TileRow = Pick<ParcelFields, TileField | 'site_address'> & Centroid;

export const parcelRowColumns = [...parcelFields, 'lng', 'lat'] as const;
export const parcelMatchColumns = [...parcelMatchFields, 'lng', 'lat'] as const;
export const tileColumns = [...tileFields, 'site_address', 'lng', 'lat'] as const;

/** The columns of parcelRowColumns for CREATE TABLE, with the database's own names of the types. */
export function columnDefinitions(sqlTypes: Record<ParcelColumn['type'], string>): string {
  const fields = columnEntries.map(
    ([field, { type, isNeverNull }]) => `${field} ${sqlTypes[type]}${isNeverNull ? ' NOT NULL' : ''}`,
  );
  return [...fields, `lng ${sqlTypes.number} NOT NULL`, `lat ${sqlTypes.number} NOT NULL`].join(', ');
}

/** A unit's row has the centroid of its lot. */
export function parcelRowOf(fields: ParcelFields, { lng, lat }: LngLat): ParcelRow {
  return { ...pick(fields, parcelFields), lng, lat };
}

export type RowValue = string | number | null;

/** The values of parcelRowColumns, in their order. */
export function rowValuesOf(fields: ParcelFields, { lng, lat }: LngLat): RowValue[] {
  const values: RowValue[] = [];
  for (const field of parcelFields) values.push(fields[field]);
  values.push(lng, lat);
  return values;
}

/** The inverse of rowValuesOf, without the centroid. */
export function fieldsOfValues(values: readonly RowValue[]): ParcelFields {
  const fields: Record<string, RowValue> = {};
  for (let i = 0; i < parcelFields.length; i++) fields[parcelFields[i]!] = values[i]!;
  return fields as ParcelFields;
}

export function centroidOfValues(values: readonly RowValue[]): LngLat {
  return { lng: values[parcelFields.length] as number, lat: values[parcelFields.length + 1] as number };
}

/** County fields as they are stored: JSON, or null where there are none. */
export function packMore(more: readonly CountyField[] | undefined): string | null {
  return more && more.length > 0 ? JSON.stringify(more) : null;
}

/** The inverse of packMore. */
export function unpackMore(more: string | null): CountyField[] {
  return more === null ? [] : JSON.parse(more);
}

/** The columns of a unit in the list of its lot. */
export const unitColumns = ['pin', 'name', 'site_address'] as const satisfies (keyof ParcelUnit)[];

/** What belongs to a parcel besides its own row. */
export type ParcelSurroundings = {
  /** See packMore. */
  more: string | null;
  units: readonly ParcelUnit[];
  /** The PIN of a unit's lot. */
  lot: string | null;
  origin: ParcelOrigin;
  /** The source that the PIN is qualified with, if it is. */
  qualifier: string | undefined;
};

/** Drops extra columns of the row, such as the geometry. */
export function parcelOf(
  row: ParcelRow,
  { more, units, lot, origin, qualifier }: ParcelSurroundings,
): Parcel {
  const { pin, name, ...others } = pick(row, parcelFields);
  const qualified = (pin: string) => qualifiedPin({ pin, source: qualifier });
  return {
    pin: qualified(pin),
    name,
    owner: name,
    ...others,
    centroid: { lng: row.lng, lat: row.lat },
    more: unpackMore(more),
    units: units.map(({ pin, name, site_address }) => ({ pin: qualified(pin), name, site_address })),
    lot: lot === null ? null : qualified(lot),
    origin,
  };
}

/** `title` is that of the source, where several are loaded. */
export function matchedParcelOf(
  row: ParcelMatchRow,
  { qualifier, title }: { qualifier: string | undefined; title: string | undefined },
): MatchedParcel {
  const fields = pick(row, parcelMatchFields);
  fields.pin = qualifiedPin({ pin: fields.pin, source: qualifier });
  const centroid = { lng: row.lng, lat: row.lat };
  return title === undefined ? { ...fields, centroid } : { ...fields, centroid, source: title };
}

export function tileParcelOf({
  row,
  geometry,
  qualifier,
}: {
  row: TileRow;
  geometry: AreaGeometry;
  qualifier: string | undefined;
}): ParcelInBox {
  return {
    properties: tilePropertiesOf(row, qualifier),
    siteAddress: row.site_address,
    lng: row.lng,
    lat: row.lat,
    geometry,
  };
}

export function tilePropertiesOf(
  fields: Pick<ParcelFields, TileField>,
  qualifier: string | undefined,
): TileParcel['properties'] {
  const properties: Record<string, string | number | null> = {};
  for (const field of tileFields) {
    const { tileProperty, tileValue }: ParcelColumn = parcelColumns[field];
    const value = fields[field];
    properties[tileProperty!] = tileValue && value !== null ? tileValue(value as never) : value;
  }
  properties.PIN = qualifiedPin({ pin: fields.pin, source: qualifier });
  return properties as TileParcel['properties'];
}

function pick<Row, Field extends keyof Row>(row: Row, fields: readonly Field[]): Pick<Row, Field> {
  const picked = {} as Pick<Row, Field>;
  for (const field of fields) picked[field] = row[field];
  return picked;
}
