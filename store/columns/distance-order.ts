// The rows of a set by distance. Only as many shapes are compared as the answer needs: a box tells how near a parcel may be.
import type { EngineWork } from './engine-work.ts';
import type { Distances } from './near-condition.ts';
import { BLOCK_ROWS } from './row-blocks.ts';
import { MergedRows, pinComparison, ROWS, rowOf, segmentOf, sortRows } from './row-order.ts';

type Measured = { id: number; feet: number };

/** Ids of blocks begin here, behind those of all rows. */
const BLOCKS = 2 ** 32;
/** Rows that are taken by PIN at a time. */
const TAKEN = 64;

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
  /** Rows that may touch. */
  const touching = chosen.map(({ length }) => new Uint8Array(length));
  /** The others, and blocks that have none of those, by how near they may be. */
  const farther = new NearestFirst();
  const addRows = (at: number, first: number) => {
    const rows = chosen[at]!;
    const { boxes } = work.view(at);
    const end = Math.min(first + BLOCK_ROWS, rows.length);
    for (let row = first; row < end; row++) {
      if (rows[row] === 0) continue;
      const atLeast = distances.atLeast(boxes, 4 * row);
      if (atLeast === 0) touching[at]![row] = 1;
      else farther.add(at * ROWS + row, atLeast);
    }
  };
  chosen.forEach((rows, at) => {
    work.goOn();
    const { blocks } = work.view(at);
    for (let row = rows.indexOf(1); row >= 0; row = rows.indexOf(1, row + 1)) {
      const first = row - (row % BLOCK_ROWS);
      const atLeast = distances.atLeast(blocks, (4 * first) / BLOCK_ROWS);
      if (atLeast === 0) addRows(at, first);
      else farther.add(BLOCKS + at * ROWS + first, atLeast);
      row = first + BLOCK_ROWS - 1;
    }
  });
  // By PIN: as soon as there are enough at no distance, none can be before them.
  const byPins = new MergedRows(work, sortRows(work, touching, []), []);
  for (let ids = byPins.take(TAKEN); ids.length > 0 && nearest.farthest > 0; ids = byPins.take(TAKEN))
    ids.forEach(measure);
  for (let next = farther.take(); next && next.feet <= nearest.farthest; next = farther.take()) {
    const id = next.id - BLOCKS;
    if (id < 0) measure(next.id);
    else addRows(segmentOf(id), rowOf(id));
  }
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

/** A heap. Few of many are taken from it. */
class NearestFirst {
  readonly #ids: number[] = [];
  readonly #feet: number[] = [];

  add(id: number, feet: number): void {
    const [ids, distances] = [this.#ids, this.#feet];
    let at = ids.length;
    for (let parent = (at - 1) >> 1; at > 0 && distances[parent]! > feet; parent = (at - 1) >> 1) {
      ids[at] = ids[parent]!;
      distances[at] = distances[parent]!;
      at = parent;
    }
    ids[at] = id;
    distances[at] = feet;
  }

  take(): Measured | undefined {
    const [id, feet] = [this.#ids[0], this.#feet[0]];
    if (id === undefined || feet === undefined) return undefined;
    const lastId = this.#ids.pop()!;
    const lastFeet = this.#feet.pop()!;
    if (this.#ids.length > 0) {
      this.#ids[0] = lastId;
      this.#feet[0] = lastFeet;
      this.#sink();
    }
    return { id, feet };
  }

  /** What stands on top, to its place. */
  #sink(): void {
    const [ids, feet] = [this.#ids, this.#feet];
    const [id, own] = [ids[0]!, feet[0]!];
    let at = 0;
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
