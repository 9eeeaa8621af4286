// News of changed sessions: who remembers a session forgets it when it is extended or ended, by this process or another.

export type SessionListener = (sessionId: string | undefined) => void;

export type NewsOfOthers = {
  /** Whether changes by other processes arrive now. */
  isHeard(): boolean;
  /** Tells other processes. Resolves once they have been told, as far as can be known. Without an id: any session. */
  spread(sessionId: string | undefined): Promise<unknown>;
};

export class SessionNews {
  readonly #listeners = new Set<SessionListener>();
  readonly #others: NewsOfOthers;

  constructor(others: NewsOfOthers) {
    this.#others = others;
  }

  listen(listener: SessionListener): void {
    this.#listeners.add(listener);
  }

  /** For whoever has changed a session, or several: then without an id. */
  async announce(sessionId: string | undefined): Promise<void> {
    this.tell(sessionId);
    await this.#others.spread(sessionId);
  }

  /** Tells this process. Without an id: any session may have changed. */
  tell(sessionId: string | undefined): void {
    for (const listener of this.#listeners) listener(sessionId);
  }

  isHeard(): boolean {
    return this.#others.isHeard();
  }
}
