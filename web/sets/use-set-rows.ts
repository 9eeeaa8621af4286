// The rows of a set, by pages of the server: those around what is seen are fetched, all others only take room.
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import type { SetAnswer, SetParcel } from '../../contract/parcel-set.ts';
import { useMapStore } from '../map-store.ts';
import { fetchSetPage, PAGE_ROWS } from './set-calls.ts';

export type SetRows = {
  /** Of the whole set. Undefined until the first answer. */
  totals: Totals | undefined;
  /** Undefined while it is loading. */
  rowAt: (index: number) => SetParcel | undefined;
  isLoading: boolean;
  failure: Error | undefined;
  tryAgain: () => void;
};

type Totals = Pick<SetAnswer, 'count' | 'acres' | 'bounds'>;

type Wanted = {
  filter: string;
  sort: string;
  /** The rows in sight. */
  range: { first: number; last: number };
  /** While somebody scrolls through thousands of rows, none of them is fetched. */
  isSettled: boolean;
};

export function useSetRows({ filter, sort, range, isSettled }: Wanted): SetRows {
  const client = useQueryClient();
  // Other parcels, other rows.
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  const ofSet = ['set', version, filter];
  const first = Math.floor(range.first / PAGE_ROWS);
  const last = Math.floor(range.last / PAGE_ROWS);
  // The first page always: it has the count.
  const pages = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, at) => first + at)])];
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...ofSet, sort, page],
      // A call that nobody waits for any more is aborted by its signal.
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchSetPage({ filter, sort, page }, signal),
      enabled: page === 0 || isSettled,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const byPage = new Map(pages.map((page, at) => [page, answers[at]?.data]));
  return {
    totals: byPage.get(0) ?? knownTotals(client, ofSet),
    rowAt: (index) => byPage.get(Math.floor(index / PAGE_ROWS))?.parcels[index % PAGE_ROWS],
    isLoading: answers.some(({ isFetching }) => isFetching),
    failure: answers.find(({ error }) => error)?.error ?? undefined,
    tryAgain: () => {
      for (const { error, refetch } of answers) if (error) void refetch();
    },
  };
}

/** In another order it is the same set: its count need not be waited for. */
function knownTotals(client: QueryClient, ofSet: readonly unknown[]): Totals | undefined {
  return client.getQueriesData<SetAnswer>({ queryKey: ofSet }).find(([, data]) => data)?.[1];
}
