// The rows of a set by distance. Only as many shapes are compared as the answer needs: a box tells how near a parcel may be.
import type { EngineWork } from './engine-work.ts';
import type { Distances } from './near-condition.ts';
import { pinComparison, ROWS, rowOf, segmentOf } from './row-order.ts';

type Measured = { id: number; feet: number };

/** The ids of the nearest rows, or of all, in order. Equal distances are by PIN. */
export function nearestRows({
  work,
  chosen,
  distances,
  count,
}: {
  work: EngineWork;
  chosen: readonly Uint8Array[];
  distances: Distances;
  count: number;
}): Uint32Array {
  const byPin = pinComparison(work);
  const nearest = new Nearest(count, (a, b) => a.feet - b.feet || byPin(a.id, b.id));
  const measure = (id: number) => nearest.add(id, distances.feetOf(segmentOf(id), rowOf(id)));
  const farther = new NearestFirst();
  chosen.forEach((rows, at) => {
    work.goOn();
    for (let row = rows.indexOf(1); row >= 0; row = rows.indexOf(1, row + 1)) {
      const atLeast = distances.atLeast(at, row);
      // Inside an area many are at no distance at all.
      if (atLeast === 0) measure(at * ROWS + row);
      else farther.add(at * ROWS + row, atLeast);
    }
  });
  farther.settle();
  for (let next = farther.take(); next && next.feet <= nearest.farthest; next = farther.take())
    measure(next.id);
  return Uint32Array.from(nearest.inOrder(), ({ id }) => id);
}

/** The nearest so far: a bounded heap with the farthest of them on top. */
class Nearest {
  readonly #count: number;
  readonly #compare: (a: Measured, b: Measured) => number;
  readonly #heap: Measured[] = [];

  constructor(count: number, compare: (a: Measured, b: Measured) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  /** Nothing farther is of interest any more. */
  get farthest(): number {
    return this.#heap.length < this.#count ? Infinity : this.#heap[0]!.feet;
  }

  add(id: number, feet: number): void {
    const heap = this.#heap;
    const added = { id, feet };
    if (heap.length < this.#count) {
      let at = heap.length;
      for (
        let parent = (at - 1) >> 1;
        at > 0 && this.#compare(added, heap[parent]!) > 0;
        parent = (at - 1) >> 1
      ) {
        heap[at] = heap[parent]!;
        at = parent;
      }
      heap[at] = added;
      return;
    }
    if (feet > heap[0]!.feet || this.#compare(added, heap[0]!) >= 0) return;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && this.#compare(heap[child + 1]!, heap[child]!) > 0) child++;
      if (this.#compare(heap[child]!, added) <= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = added;
  }

  inOrder(): Measured[] {
    return this.#heap.sort(this.#compare);
  }
}

/** A heap: made in the time of a look at each, and few are taken from it. */
class NearestFirst {
  readonly #ids: number[] = [];
  readonly #feet: number[] = [];

  add(id: number, feet: number): void {
    this.#ids.push(id);
    this.#feet.push(feet);
  }

  /** After the last was added. */
  settle(): void {
    for (let at = (this.#ids.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  take(): Measured | undefined {
    const [id, feet] = [this.#ids[0], this.#feet[0]];
    if (id === undefined || feet === undefined) return undefined;
    const lastId = this.#ids.pop()!;
    const lastFeet = this.#feet.pop()!;
    if (this.#ids.length > 0) {
      this.#ids[0] = lastId;
      this.#feet[0] = lastFeet;
      this.#sink(0);
    }
    return { id, feet };
  }

  #sink(from: number): void {
    const [ids, feet] = [this.#ids, this.#feet];
    const [id, own] = [ids[from]!, feet[from]!];
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= ids.length) break;
      if (child + 1 < ids.length && feet[child + 1]! < feet[child]!) child++;
      if (feet[child]! >= own) break;
      ids[at] = ids[child]!;
      feet[at] = feet[child]!;
      at = child;
    }
    ids[at] = id;
    feet[at] = own;
  }
}
