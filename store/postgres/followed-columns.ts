// The columns of the set that is loaded now, opened by the first question about a version and kept open until the next one.
import type { HeldQueries } from '../columns/held-queries.ts';
import type { OpenColumns } from '../columns/open-set.ts';
import { SourceReplaced } from './column-chunks.ts';
import type { FollowedSet } from './followed-set.ts';
import type { LocalColumns } from './local-columns.ts';

type Opened = {
  version: string;
  columns: Promise<OpenColumns>;
  users: number;
  /** Set once another version is loaded: to be called when the last user is done. */
  onIdle?: () => void;
};
type Parts = {
  followed: FollowedSet;
  local: LocalColumns;
  signal: AbortSignal;
  onWarning: (line: string) => void;
};

export class FollowedColumns {
  readonly #parts: Parts;
  readonly #stopListening: () => void;
  #opened: Opened | undefined;
  /** Of sets that were replaced, while somebody still reads them or they are being closed. */
  readonly #closing = new Set<Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#stopListening = parts.followed.onChange(() => {
      this.#retire();
      this.#tidy();
    });
    // What an earlier process has left.
    this.#tidy();
  }

  /** Undefined while nothing is loaded. If a source is replaced while it is copied, begins again with the new version. */
  async hold(): Promise<HeldQueries | undefined> {
    const { followed, signal } = this.#parts;
    for (;;) {
      signal.throwIfAborted();
      const { set } = followed;
      if (!set) return undefined;
      const opened = this.#open(set.version);
      opened.users++;
      const release = () => this.#release(opened);
      try {
        return { queries: await opened.columns, release };
      } catch (error) {
        release();
        // The next question opens them anew.
        if (this.#opened === opened) this.#opened = undefined;
        if (!(error instanceof SourceReplaced)) throw error;
        await followed.catchUp();
      }
    }
  }

  #open(version: string): Opened {
    if (this.#opened?.version !== version) {
      this.#retire();
      const { local, followed } = this.#parts;
      const columns = local.open({ version, sources: followed.sources });
      columns.catch(() => {});
      this.#opened = { version, columns, users: 0 };
    }
    return this.#opened!;
  }

  #retire(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    if (!opened) return;
    const idle = new Promise<void>((resolve) => {
      opened.onIdle = resolve;
      if (opened.users === 0) resolve();
    });
    const closed = idle
      .then(() => opened.columns)
      .then((columns) => columns.close())
      .catch(() => {});
    this.#closing.add(closed);
    void closed.finally(() => this.#closing.delete(closed));
  }

  #release(opened: Opened): void {
    opened.users--;
    if (opened.users === 0) opened.onIdle?.();
  }

  #tidy(): void {
    const { local, followed, onWarning } = this.#parts;
    local
      .keepOnly(followed.sources)
      .catch((error: Error) =>
        onWarning(`Copies of the columns of replaced parcels could not be removed: ${error.message}`),
      );
  }

  /** Waits for those who hold a set: the signal has fired, so no answer keeps them. */
  async close(): Promise<void> {
    this.#stopListening();
    this.#retire();
    while (this.#closing.size > 0) await Promise.all(this.#closing);
  }
}
