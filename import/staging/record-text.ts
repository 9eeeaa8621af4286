// Rows as text for the staging file: one long string of many rows crosses threads much faster than their objects.
import type { CountyField } from '../../contract/parcel.ts';
import { type ParcelFields, parcelFields } from '../../contract/parcel-columns.ts';

export type FieldsAndMore = { fields: ParcelFields; more: readonly CountyField[] };

/** The values in the order of parcelFields, then the county's own fields, if any. */
export type PackedRecord = unknown[];

export function packRecord({ fields, more }: FieldsAndMore): PackedRecord {
  const record: PackedRecord = [];
  for (let i = 0; i < parcelFields.length; i++) record.push(fields[parcelFields[i]!]);
  if (more.length > 0) record.push(more);
  return record;
}

export function fieldsOf(record: PackedRecord): ParcelFields {
  const fields: Record<string, unknown> = {};
  for (let i = 0; i < parcelFields.length; i++) fields[parcelFields[i]!] = record[i];
  return fields as ParcelFields;
}

/** Undefined for a row without any. */
export function moreOf(record: PackedRecord): CountyField[] | undefined {
  return record[parcelFields.length] as CountyField[] | undefined;
}
