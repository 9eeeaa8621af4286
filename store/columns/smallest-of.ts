// The smallest of many weights by a bounded heap.

/** The numbers of the rows with the smallest weights, in order. Equal weights are in order of their rows. */
export function smallestOf({
  chosen,
  lead,
  weightOf,
  count,
}: {
  /** 1 for the rows that are in question. */
  chosen: Uint8Array;
  /** By code what a weight is at least: most rows are passed over by a look at it. */
  lead: { atLeast: Float64Array; codes: ArrayLike<number> };
  weightOf: (row: number) => number;
  count: number;
}): number[] {
  // A heap with the largest on top.
  const weights: number[] = [];
  const rows: number[] = [];
  const isLarger = (one: number, other: number) =>
    weights[one]! > weights[other]! || (weights[one] === weights[other] && rows[one]! > rows[other]!);
  const swap = (one: number, other: number) => {
    [weights[one], weights[other]] = [weights[other]!, weights[one]!];
    [rows[one], rows[other]] = [rows[other]!, rows[one]!];
  };
  const { atLeast, codes } = lead;
  let limit = count === 0 ? -Infinity : Infinity;
  for (let row = 0; row < chosen.length; row++) {
    if (chosen[row] === 0 || atLeast[codes[row]!]! >= limit) continue;
    const weight = weightOf(row);
    let at = weights.length;
    if (at < count) {
      weights.push(weight);
      rows.push(row);
      for (let parent = (at - 1) >> 1; at > 0 && isLarger(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
      if (weights.length === count) limit = weights[0]!;
      continue;
    }
    if (weight >= weights[0]!) continue;
    weights[0] = weight;
    rows[0] = row;
    at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && isLarger(child + 1, child)) child++;
      if (!isLarger(child, at)) break;
      swap(child, at);
      at = child;
    }
    limit = weights[0]!;
  }
  return rows
    .map((row, i) => ({ row, weight: weights[i]! }))
    .sort((a, b) => a.weight - b.weight || a.row - b.row)
    .map(({ row }) => row);
}
