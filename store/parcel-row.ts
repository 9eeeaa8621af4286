// A row of the parcel table, in either database: its columns, generated from parcelColumns, and the conversions between
// a row and a parcel.
import { noExtras, type Parcel } from '../contract/parcel.ts';
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
import type { AreaGeometry } from '../geo/geometry.ts';
import type { TileParcel } from '../geo/parcel-tile.ts';
import type { ParcelRecord } from './parcel-store.ts';
import type { MatchedParcel } from './search-parcels.ts';

/** The centroid is stored as two columns. */
type Centroid = { lng: number; lat: number };
export type ParcelRow = ParcelFields & Centroid;
export type ParcelMatchRow = Pick<ParcelFields, ParcelMatchField> & Centroid;
export type TileRow = Pick<ParcelFields, TileField> & Centroid;

export const parcelRowColumns = [...parcelFields, 'lng', 'lat'] as const;
export const parcelMatchColumns = [...parcelMatchFields, 'lng', 'lat'] as const;
export const tileColumns = [...tileFields, 'lng', 'lat'] as const;

/** The columns of parcelRowColumns for CREATE TABLE, with the database's own names of the types. */
export function columnDefinitions(sqlTypes: Record<ParcelColumn['type'], string>): string {
  const fields = columnEntries.map(
    ([field, { type, nullable }]) => `${field} ${sqlTypes[type]}${nullable ? '' : ' NOT NULL'}`,
  );
  return [...fields, `lng ${sqlTypes.number} NOT NULL`, `lat ${sqlTypes.number} NOT NULL`].join(', ');
}

export function parcelRowOf(parcel: Pick<ParcelRecord, keyof ParcelFields | 'centroid'>): ParcelRow {
  const { lng, lat } = parcel.centroid;
  return { ...pick(parcel, parcelFields), lng, lat };
}

/** Drops extra columns of the row, such as the geometry. */
export function parcelOf(row: ParcelRow): Parcel {
  const { pin, name, ...others } = pick(row, parcelFields);
  return {
    pin,
    name,
    owner: name,
    ...others,
    centroid: { lng: row.lng, lat: row.lat },
    ...noExtras,
  };
}

export function matchedParcelOf(row: ParcelMatchRow): MatchedParcel {
  return { ...pick(row, parcelMatchFields), centroid: { lng: row.lng, lat: row.lat } };
}

export function tileParcelOf(row: TileRow, geometry: AreaGeometry): TileParcel {
  const properties = tileFields.map((field) => [parcelColumns[field].tileProperty, row[field]]);
  return {
    properties: Object.fromEntries(properties) as TileParcel['properties'],
    lng: row.lng,
    lat: row.lat,
    geometry,
  };
}

function pick<Row, Field extends keyof Row>(row: Row, fields: readonly Field[]): Pick<Row, Field> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>;
}
