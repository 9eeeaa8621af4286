// Publish and subscribe for changed sessions: code that caches a session forgets it when it is extended or ended, by this
// process or another.

export type SessionListener = (sessionId: string | undefined) => void;

export type OtherProcesses = {
  /** Whether changes by other processes arrive now. */
  isSubscribed(): boolean;
  /** Resolves once the other processes have received it, as far as can be known. Without an id: any session. */
  publish(sessionId: string | undefined): Promise<unknown>;
};

export class SessionChanges {
  readonly #listeners = new Set<SessionListener>();
  readonly #others: OtherProcesses;

  constructor(others: OtherProcesses) {
    this.#others = others;
  }

  subscribe(listener: SessionListener): void {
    this.#listeners.add(listener);
  }

  /** After a session was changed, or several: then without an id. */
  async publish(sessionId: string | undefined): Promise<void> {
    this.notify(sessionId);
    await this.#others.publish(sessionId);
  }

  /** Notifies this process alone. Without an id: any session may have changed. */
  notify(sessionId: string | undefined): void {
    for (const listener of this.#listeners) listener(sessionId);
  }

  isSubscribed(): boolean {
    return this.#others.isSubscribed();
  }
}
