// How many rows are asked for at once: halved where that was too much for the server, and grown back carefully.

/** Parcels are about 1 KB each: larger pages win nothing, and a broken one costs more. */
const LARGEST = 2000;
/** Of a server that does not say: the default of version 10, and half of it before. */
const OF_AN_OLD_SERVER = 500;
const SMALLEST = 10;
const SUCCESSES_TO_GROW = 8;

export class PageSize {
  #current: number;
  #largest: number;
  #successes = 0;
  /** By the power of two of the page's size. */
  readonly #failures = new Map<number, number>();
  /** The most rows in one answer; undefined where the server does not say and has not shown it. */
  cap: number | undefined;

  constructor(maxRecordCount: number | undefined) {
    this.cap = maxRecordCount && maxRecordCount > 0 ? maxRecordCount : undefined;
    this.#largest = Math.min(LARGEST, this.cap ?? OF_AN_OLD_SERVER);
    this.#current = this.#largest;
  }

  get current(): number {
    return this.#current;
  }

  /** An answer was cut at so many rows: the server's own limit. */
  capAt(rows: number): void {
    if (rows < 1) return;
    this.cap = rows;
    this.#largest = Math.min(this.#largest, rows);
    this.#current = Math.min(this.#current, rows);
  }

  succeeded(): void {
    if (this.#current >= this.#largest || ++this.#successes < SUCCESSES_TO_GROW) return;
    this.#successes = 0;
    this.#current = Math.min(this.#largest, this.#current * 2);
  }

  /**
   * So many rows were too much. A single record that breaks the server fails once at every size on the way down to it,
   * which says nothing of the size: halves of a failed page count only when both fail.
   */
  failed(rows: number, isHalf: boolean): void {
    this.#successes = 0;
    const level = Math.floor(Math.log2(Math.max(1, rows)));
    const times = (this.#failures.get(level) ?? 0) + 1;
    this.#failures.set(level, times);
    if (isHalf && times % 2 === 1) return;
    const half = Math.max(SMALLEST, Math.floor(rows / 2));
    this.#current = Math.max(1, Math.min(this.#current, half));
  }
}
