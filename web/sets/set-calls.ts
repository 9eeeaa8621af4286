// What the results panel asks the server about a set of parcels: its pages, and the PINs of all of it.
import { pinsAnswer, type SetAnswer } from '../../contract/parcel-set.ts';
import { callServer } from '../call-server.ts';
import { fetchSet, setCall } from '../set-call.ts';

/** Of one call. A screen shows some 30. */
export const PAGE_ROWS = 100;

export type PageQuery = {
  filter: string;
  /** As the server reads it: a field, with a minus for descending. Empty: by distance where there is one, else by PIN. */
  sort: string;
  /** From 0. */
  page: number;
};

export function fetchSetPage({ filter, sort, page }: PageQuery, signal: AbortSignal): Promise<SetAnswer> {
  const rows = { limit: String(PAGE_ROWS), ...(page > 0 && { offset: String(page * PAGE_ROWS) }) };
  return fetchSet({ filter, ...(sort && { sort }), ...rows }, signal);
}

/** What the map draws of the set: a unit by its lot. */
export async function fetchDrawnPins(filter: string, signal: AbortSignal): Promise<string[]> {
  const answer = await callServer({ ...setCall('/api/parcels/pins', { filter }), signal });
  const { pins, lots } = pinsAnswer.parse(answer);
  return lots.length === 0 ? pins : [...new Set([...pins, ...lots])];
}
