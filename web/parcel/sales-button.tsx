// Opens the comparable sales of a parcel. The server names their filter, so the set opens when it has answered.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChartScatter } from 'lucide-react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { FIRST_BOUNDS, salesQuery } from '../comparable-sales.ts';
import { openSet } from '../open-set.ts';
import type { FetchedParcel } from './fetch-parcel.ts';

type SalesButtonProps = { parcel: Pick<FetchedParcel, 'pin' | 'site_address'>; version: string };

/** With a key by parcel: an answer that comes when another one is shown opens nothing. */
export function SalesButton({ parcel: { pin, site_address: address }, version }: SalesButtonProps) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.fetchQuery(salesQuery({ pin, bounds: FIRST_BOUNDS, version })),
  });
  const open = () =>
    mutate(undefined, {
      onSuccess: ({ filter }) =>
        openSet({
          filter,
          title: `Sales comparable to ${address || pinLabel(pin)}`,
          subject: pin,
          sales: FIRST_BOUNDS,
        }),
    });
  return (
    <>
      <button
        type="button"
        className="parcel-set"
        aria-busy={isPending}
        onClick={() => {
          if (!isPending) open();
        }}
      >
        <ChartScatter size={16} strokeWidth={2} aria-hidden="true" />
        {isPending ? 'Looking for sales…' : 'Comparable sales'}
      </button>
      {error && (
        <p role="alert" className="basis-full text-sm text-danger">
          {error.message}{' '}
          <button type="button" className="font-semibold underline" onClick={open}>
            Try again
          </button>
        </p>
      )}
    </>
  );
}
