// What else the owner of a parcel has, and what else goes to the same mailing address.
import { useQuery } from '@tanstack/react-query';
import { holdingsAnswer } from '../../contract/parcel-set.ts';
import { callServer } from '../call-server.ts';

async function fetchHoldings(pin: string, signal: AbortSignal) {
  const path = `/api/parcels/${encodeURIComponent(pin)}/holdings?limit=0`;
  return holdingsAnswer.parse(await callServer({ kind: 'set', path, signal }));
}

/** Undefined until it has come, and where it fails: the details themselves are worth showing. */
export function useHoldings({ pin, version }: { pin: string; version: string }) {
  return useQuery({
    queryKey: ['holdings', version, pin],
    queryFn: ({ signal }) => fetchHoldings(pin, signal),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
