// Calls about a set of parcels.
import { type SetAnswer, setAnswer } from '../contract/parcel-set.ts';
import { type Call, callServer } from './call-server.ts';

/** Servers and proxies in between refuse long addresses: such a filter goes in a body. */
const ADDRESS_FILTER_MAX = 1500;

export type NamedSet = { filter: string } & Record<string, string>;

export function setCall(path: string, named: NamedSet): Call {
  if (named.filter.length > ADDRESS_FILTER_MAX) return { kind: 'set', method: 'POST', path, body: named };
  return { kind: 'set', path: `${path}?${new URLSearchParams(named)}` };
}

/** Its count and acres, and as many of its parcels as `limit` says: '0' is none. */
export async function fetchSet(named: NamedSet, signal: AbortSignal): Promise<SetAnswer> {
  return setAnswer.parse(await callServer({ ...setCall('/api/parcels', named), signal }));
}
