// The best k of many candidates, kept in order without sorting them all.

export class TopK<T> {
  readonly #best: T[] = [];
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;

  /** `compare` works as for sorting: the better one comes first. */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  offer(candidate: T): void {
    const best = this.#best;
    if (this.worst !== undefined && this.#compare(candidate, this.worst) >= 0) return;
    let at = best.length;
    while (at > 0 && this.#compare(candidate, best[at - 1]!) < 0) at--;
    best.splice(at, 0, candidate);
    if (best.length > this.#limit) best.pop();
  }

  /** The worst one kept, which the next candidate must beat. Undefined while there is room. */
  get worst(): T | undefined {
    return this.#best.length === this.#limit ? this.#best.at(-1) : undefined;
  }

  /** The best first. */
  get list(): readonly T[] {
    return this.#best;
  }
}
