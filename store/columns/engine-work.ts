// What all conditions of an engine work with: the segments, and the question whether anybody still waits for the answer.
import type { Segment } from './segment.ts';

/** Asked between segments, and every few hundred comparisons of shapes: a query runs in a thread that hears nothing else. */
export type Stopped = () => boolean;

export class QueryStopped extends Error {
  constructor() {
    super('The query was stopped.');
  }
}

const COMPARISONS_BETWEEN = 256;

export class EngineWork {
  readonly segments: readonly Segment[];
  /** Of the query that runs now: what one has found out is remembered for the next. */
  stopped: Stopped = () => false;
  #comparisons = 0;

  constructor(segments: readonly Segment[]) {
    this.segments = segments;
  }

  /** Throws a QueryStopped. */
  goOn(): void {
    if (this.stopped()) throw new QueryStopped();
  }

  /** To be called at each comparison of shapes. */
  comparesShapes(): void {
    if (++this.#comparisons % COMPARISONS_BETWEEN === 0) this.goOn();
  }
}
