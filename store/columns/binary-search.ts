// Binary search.

/** The first number from `from` on that a condition holds of, as it does of all behind it; `end` where it holds of none. */
export function firstWhere(from: number, end: number, holds: (place: number) => boolean): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
