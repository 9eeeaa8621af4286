// Keeps the best few of many, without sorting the many.

export class BestFew<T> {
  readonly #few: T[] = [];
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;

  /** `compare` as for sorting: what is better comes first. */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  offer(candidate: T): void {
    const few = this.#few;
    if (this.bar !== undefined && this.#compare(candidate, this.bar) >= 0) return;
    let at = few.length;
    while (at > 0 && this.#compare(candidate, few[at - 1]!) < 0) at--;
    few.splice(at, 0, candidate);
    if (few.length > this.#limit) few.pop();
  }

  /** What the next one must beat; undefined while there is room. */
  get bar(): T | undefined {
    return this.#few.length === this.#limit ? this.#few.at(-1) : undefined;
  }

  /** The best first. */
  get list(): readonly T[] {
    return this.#few;
  }
}
