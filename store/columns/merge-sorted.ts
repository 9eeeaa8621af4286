// Merges sorted lists into one order, by a heap of their heads.

export type Merge = {
  lengths: readonly number[];
  /** Of the item at a place of one list and that at a place of another. Where it is 0, the first list comes first. */
  compare(one: number, place: number, other: number, otherPlace: number): number;
  /** The next in order. False ends it. */
  take(list: number, place: number): boolean;
};

export function mergeSorted({ lengths, compare, take }: Merge): void {
  const places = new Uint32Array(lengths.length);
  const heap: number[] = [];
  const isBefore = (one: number, other: number) => {
    const order = compare(one, places[one]!, other, places[other]!);
    return order < 0 || (order === 0 && one < other);
  };
  const sink = (list: number) => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, list)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = list;
  };
  const filled = lengths.flatMap((length, list) => (length > 0 ? [list] : []));
  heap.push(...filled.sort((a, b) => (isBefore(a, b) ? -1 : 1)));
  while (heap.length > 0) {
    const list = heap[0]!;
    if (!take(list, places[list]!++)) return;
    if (places[list]! < lengths[list]!) sink(list);
    else {
      const last = heap.pop()!;
      if (heap.length > 0) sink(last);
    }
  }
}
