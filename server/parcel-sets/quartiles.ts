// Quartiles by linear interpolation, as percentile_cont of SQL and NumPy's default have them.

type Counted = { value: number; count: number };

/** Null of nothing. Values come in any order. */
export function quartilesOf(
  counted: readonly Counted[],
): { low: number; median: number; high: number } | null {
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
