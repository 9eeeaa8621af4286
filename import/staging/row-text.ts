// The fields of a row as text for the staging file: one string crosses threads faster than an object, and compares at once.
import type { CountyField } from '../../contract/parcel.ts';
import { emptyParcelFields, type ParcelFields, parcelFields } from '../../contract/parcel-columns.ts';

/** The PIN has a column of its own. */
const textFields = parcelFields.filter((field) => field !== 'pin');

export function fieldsToText(fields: ParcelFields): string {
  return JSON.stringify(textFields.map((field) => fields[field]));
}

export function fieldsFromText(pin: string, text: string): ParcelFields {
  const values = JSON.parse(text) as unknown[];
  const fields: Record<string, unknown> = { ...emptyParcelFields, pin };
  for (let i = 0; i < textFields.length; i++) fields[textFields[i]!] = values[i];
  return fields as ParcelFields;
}

export function moreToText(more: readonly CountyField[]): string | null {
  return more.length === 0 ? null : JSON.stringify(more);
}

export function moreFromText(text: string | null): CountyField[] {
  return text === null ? [] : JSON.parse(text);
}
