// Drops stale responses: only the answers to the newest request count, in whatever order they arrive.

export class StaleResponseGuard {
  #newest = 0;

  /** Starts a new request and makes every earlier one stale. */
  startRequest(): void {
    this.#newest++;
  }

  /** The answer, which never settles if a newer request was started meanwhile. */
  unlessStale<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const request = this.#newest;
    const isNewest = () => request === this.#newest;
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => isNewest() && resolve(value),
        (error) => isNewest() && reject(error),
      );
    });
  }
}
