// News of changed sessions: who remembers a session forgets it when it is extended or ended, by this process or another.

export type SessionListener = (sessionId: string | undefined) => void;

export class SessionNews {
  readonly #listeners = new Set<SessionListener>();
  readonly #isHeard: () => boolean;

  /** `isHeard` says whether changes by other processes arrive now. */
  constructor(isHeard: () => boolean = () => true) {
    this.#isHeard = isHeard;
  }

  listen(listener: SessionListener): void {
    this.#listeners.add(listener);
  }

  /** Without an id: any session may have changed. */
  tell(sessionId: string | undefined): void {
    for (const listener of this.#listeners) listener(sessionId);
  }

  isHeard(): boolean {
    return this.#isHeard();
  }
}
