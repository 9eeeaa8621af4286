// What all conditions of an engine work with: the segments, and the question whether anybody still waits for the answer.
import { blocksOf } from './row-blocks.ts';
import type { Segment } from './segment.ts';

/** Asked between segments, and every few hundred steps within one: a query runs in a thread that hears nothing else. */
export type Stopped = () => boolean;

export class QueryStopped extends Error {
  constructor() {
    super('The query was stopped.');
  }
}

const STEPS_BETWEEN = 256;

/** What is needed for one row after the other: a segment may have to look for it each time. */
export type SegmentView = {
  boxes: Int32Array;
  /** Around each BLOCK_ROWS rows. */
  blocks: Int32Array;
  /** For a unit the number of its lot, else 0. */
  lots: ArrayLike<number> | undefined;
  shape(row: number): Uint8Array;
};

export type RowPlace = { at: number; row: number };

export class EngineWork {
  readonly segments: readonly Segment[];
  #stopped: Stopped = () => false;
  #steps = 0;
  #views: SegmentView[] = [];

  constructor(segments: readonly Segment[]) {
    this.segments = segments;
  }

  /** For the query that runs from now on: conditions are remembered from one to the next. Throws a QueryStopped. */
  begin(stopped: Stopped): void {
    this.#stopped = stopped;
    this.#views = [];
    this.goOn();
  }

  /** Throws a QueryStopped. */
  goOn(): void {
    if (this.#stopped()) throw new QueryStopped();
  }

  view(at: number): SegmentView {
    this.#views[at] ??= viewOf(this.segments[at]!);
    return this.#views[at];
  }

  /** Of these rows, one after the other. */
  boxesOf(places: readonly RowPlace[]): Int32Array {
    const boxes = new Int32Array(4 * places.length);
    places.forEach(({ at, row }, place) => {
      this.step();
      const own = this.view(at).boxes;
      for (let side = 0; side < 4; side++) boxes[4 * place + side] = own[4 * row + side]!;
    });
    return boxes;
  }

  /** To be called in each round of a loop over what a query may have a million of, or that looks at the edges of a shape. */
  readonly step = (): void => {
    if (++this.#steps % STEPS_BETWEEN === 0) this.goOn();
  };
}

function viewOf(segment: Segment): SegmentView {
  const { boxes } = segment;
  return {
    boxes,
    blocks: blocksOf(boxes),
    lots: segment.column('lot')?.codes,
    shape: (row) => segment.shape(row),
  };
}
