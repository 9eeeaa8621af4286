// The call for comparable sales, for the button that opens them and the view that changes their bounds.
import { queryOptions } from '@tanstack/react-query';
import { salesAnswer } from '../contract/parcel-set.ts';
import { callServer } from './call-server.ts';

export type SalesBounds = {
  miles: number;
  months: number;
  /** How many percent more or fewer acres than the parcel. */
  acres: number;
};

export const FIRST_BOUNDS: SalesBounds = { miles: 1, months: 24, acres: 50 };

type Wanted = {
  pin: string;
  bounds: SalesBounds;
  /** Other parcels, other sales. */
  version: string | undefined;
};

/** One cache for both: what the button has fetched is there when the view opens. */
export function salesQuery({ pin, bounds: { miles, months, acres }, version }: Wanted) {
  const query = new URLSearchParams({ miles: `${miles}`, months: `${months}`, acres: `${acres}` });
  return queryOptions({
    queryKey: ['sales', version, pin, miles, months, acres],
    queryFn: async ({ signal }) => {
      const path = `/api/parcels/${encodeURIComponent(pin)}/sales?${query}`;
      return salesAnswer.parse(await callServer({ kind: 'set', path, signal }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
