// Quartiles by linear interpolation, as percentile_cont of SQL and NumPy's default have them.
import type { FieldValue, Quartiles } from '../parcel-queries.ts';

type Counted = { value: number; count: number };

/** Of the numbers from `from` on; `others` are what is below, and null. */
export function quartilesFrom(
  from: number,
  values: readonly FieldValue[],
): { quartiles: Quartiles; others: FieldValue[] } {
  const isIn = (counted: FieldValue): counted is Counted =>
    typeof counted.value === 'number' && counted.value >= from;
  return { quartiles: quartilesOf(values.filter(isIn)), others: values.filter((value) => !isIn(value)) };
}

/** Null of nothing. Values come in any order. */
export function quartilesOf(counted: readonly Counted[]): Quartiles {
  const sorted = counted.filter(({ count }) => count > 0).sort((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const at = (share: number) => {
    const place = share * (total - 1);
    const below = valueAt(sorted, Math.floor(place));
    return below + (valueAt(sorted, Math.ceil(place)) - below) * (place % 1);
  };
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}

function valueAt(sorted: readonly Counted[], index: number): number {
  let passed = 0;
  return sorted.find(({ count }) => {
    passed += count;
    return passed > index;
  })!.value;
}
