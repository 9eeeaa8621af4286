// How many parcels the rows find, asked for while somebody types; and where it is none, which row is the reason.
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatFilter } from '../../contract/cql2/format-filter.ts';
import { COUNT_DEBOUNCE_MS } from '../../contract/limits.ts';
import { useMapStore } from '../map-store.ts';
import { joined, type Part } from './criteria.ts';
import { fetchTotals, type Totals } from './find-calls.ts';

export type Found = {
  /** Of the rows as they are now. Undefined until they are counted. */
  totals: Totals | undefined;
  failure: Error | undefined;
  tryAgain: () => void;
  /** Where none is found: how many there are without one of the rows. Only those that leave some. */
  without: { of: Part['of']; count: number }[] | undefined;
};

/** Each one more is another count. */
const WITHOUT_MAX = 8;

/** `filter` is undefined while a row is wrong. */
export function useTotals({ filter, parts }: { filter: string | undefined; parts: readonly Part[] }): Found {
  // Other parcels, other counts.
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  const settled = useSettled(filter);
  const isSettled = settled === filter;
  const counted = useQuery({
    queryKey: ['find', version, settled],
    // A call that nobody waits for any more is aborted by its signal, and its answer belongs to its own filter.
    queryFn:
      isSettled && settled !== undefined
        ? ({ signal }: { signal: AbortSignal }) => fetchTotals(settled, signal)
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const totals = isSettled ? counted.data : undefined;
  const isNone = totals?.count === 0 && parts.length > 1;
  const without = useQuery({
    queryKey: ['find-without', version, settled],
    queryFn: isNone ? ({ signal }: { signal: AbortSignal }) => countWithout(parts, signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    totals,
    failure: isSettled ? (counted.error ?? undefined) : undefined,
    tryAgain: () => void counted.refetch(),
    without: isNone ? without.data : undefined,
  };
}

/** One after the other: the server lets few queries of a person wait. */
async function countWithout(parts: readonly Part[], signal: AbortSignal) {
  const counts: { of: Part['of']; count: number }[] = [];
  for (const part of parts.slice(0, WITHOUT_MAX)) {
    const rest = joined(parts.filter((other) => other !== part));
    const { count } = await fetchTotals(formatFilter(rest), signal);
    if (count > 0) counts.push({ of: part.of, count });
  }
  return counts;
}

/** Debounce: the value after it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), COUNT_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
