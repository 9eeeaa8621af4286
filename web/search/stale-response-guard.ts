// Drops stale responses: only the answers to the newest request count, in whatever order they arrive.

export class StaleResponseGuard {
  #newest = 0;

  /** Starts a new request and makes every earlier one stale. Returns its number. */
  startRequest(): number {
    return ++this.#newest;
  }

  isNewest(request: number | undefined): boolean {
    return request === this.#newest;
  }

  /** The answer, which never settles if a newer request was started meanwhile. */
  unlessStale<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const request = this.#newest;
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => this.isNewest(request) && resolve(value),
        (error) => this.isNewest(request) && reject(error),
      );
    });
  }
}
