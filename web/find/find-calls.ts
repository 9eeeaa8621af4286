// What the panel asks the server: the fields there are, the values of one, and how many parcels a filter finds.
import type { z } from 'zod';
import { fieldValuesAnswer, parcelFieldsAnswer } from '../../contract/parcel-set.ts';
import { callServer } from '../call-server.ts';
import { fetchSet } from '../set-call.ts';

export type FieldValues = z.infer<typeof fieldValuesAnswer>;

/** More can be found by a part of their text. */
const VALUES_LISTED = 200;

export async function fetchFields(signal: AbortSignal) {
  const answer = await callServer({ kind: 'set', path: '/api/parcel-fields', signal });
  return parcelFieldsAnswer.parse(answer).fields;
}

export async function fetchValues(field: string, signal: AbortSignal): Promise<FieldValues> {
  const path = `/api/parcel-fields/${encodeURIComponent(field)}/values?limit=${VALUES_LISTED}`;
  return fieldValuesAnswer.parse(await callServer({ kind: 'set', path, signal }));
}

export type Totals = { count: number; acres: number };

export async function fetchTotals(filter: string, signal: AbortSignal): Promise<Totals> {
  const { count, acres } = await fetchSet({ filter, limit: '0' }, signal);
  return { count, acres };
}

/** Fewer different ones are picked more easily than bounded. */
const PICKED_NUMBERS_MAX = 12;
const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/;

/** Of one of the county's own fields, which are all text: whether most of its parcels have a number there. */
export function areNumbers({ values, distinct }: FieldValues): boolean {
  if (distinct <= PICKED_NUMBERS_MAX) return false;
  const known = values.filter(({ value }) => value !== null && value !== '');
  const sum = (of: typeof known) => of.reduce((total, { count }) => total + count, 0);
  return sum(known.filter(({ value }) => NUMBER.test(String(value)))) > 0.95 * sum(known);
}
