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
  const compare = (a: Measured, b: Measured) => a.feet - b.feet || byPin(a.id, b.id);
  const open = new NearestFirst(estimates(work, chosen, distances));
  let found: Measured[] = [];
  // Beyond it nothing can be among the nearest any more.
  let farthest = Infinity;
  for (let next = open.take(); next && next.feet <= farthest; next = open.take()) {
    const { id } = next;
    found.push({ id, feet: distances.feetOf(segmentOf(id), rowOf(id)) });
    if (found.length >= 2 * count) {
      found = found.sort(compare).slice(0, count);
      farthest = found.at(-1)!.feet;
    }
  }
  return Uint32Array.from(found.sort(compare).slice(0, count), ({ id }) => id);
}

function estimates(work: EngineWork, chosen: readonly Uint8Array[], distances: Distances) {
  const ids: number[] = [];
  const feet: number[] = [];
  chosen.forEach((rows, at) => {
    work.goOn();
    for (let row = rows.indexOf(1); row >= 0; row = rows.indexOf(1, row + 1)) {
      ids.push(at * ROWS + row);
      feet.push(distances.atLeast(at, row));
    }
  });
  return { ids, feet };
}

/** A heap: made in the time of a look at each, and few are taken from it. */
class NearestFirst {
  readonly #ids: number[];
  readonly #feet: number[];

  constructor({ ids, feet }: { ids: number[]; feet: number[] }) {
    this.#ids = ids;
    this.#feet = feet;
    for (let at = (ids.length >> 1) - 1; at >= 0; at--) this.#sink(at);
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
