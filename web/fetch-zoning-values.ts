// The zoning that most parcels have, to shade them by.
import { fieldValuesAnswer } from '../contract/parcel-set.ts';
import { callServer } from './call-server.ts';
import { ZONING_VALUES_MAX } from './shading-classes.ts';

export async function fetchZoningValues(
  signal: AbortSignal,
): Promise<{ values: readonly string[]; hasMore: boolean }> {
  // One more, because null may be among them; and one that tells whether there are further ones.
  const path = `/api/parcel-fields/zoning/values?limit=${ZONING_VALUES_MAX + 2}`;
  const answer = fieldValuesAnswer.parse(await callServer({ kind: 'set', path, signal }));
  const values = answer.values.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return { values: values.slice(0, ZONING_VALUES_MAX), hasMore: values.length > ZONING_VALUES_MAX };
}
