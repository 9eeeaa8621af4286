// A call about a set of parcels.
import type { Call } from './call-server.ts';

/** Servers and proxies in between refuse long addresses: such a filter goes in a body. */
const ADDRESS_FILTER_MAX = 1500;

export type NamedSet = { filter: string } & Record<string, string>;

export function setCall(path: string, named: NamedSet): Call {
  if (named.filter.length > ADDRESS_FILTER_MAX) return { kind: 'set', method: 'POST', path, body: named };
  return { kind: 'set', path: `${path}?${new URLSearchParams(named)}` };
}
