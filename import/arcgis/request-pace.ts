// How many requests a server gets at once, and when it is left in peace. One pace a host: when one request is told to
// slow down, all wait.
import { wait } from '../download-request.ts';
import { MOST_AT_ONCE } from '../in-parallel.ts';

export type Timing = {
  /** Ends early when it is aborted; who waited then throws the reason. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** From 0 to 1, for jitter. */
  random(): number;
  now(): number;
  /** For one request, its body included. Many servers give up after a minute themselves. */
  timeoutMs: number;
};

export const realTiming: Timing = {
  pause: wait,
  random: Math.random,
  now: Date.now,
  timeoutMs: 120_000,
};

const AT_FIRST = 2;
const SUCCESSES_TO_GROW = 10;
const LONGEST_WAIT_MS = 5 * 60_000;

/** Exponential back-off with jitter: from half to the whole of 1 s, 2 s, 4 s … 60 s. */
export function backOffMs(attempt: number, random: number): number {
  return Math.min(60_000, 1000 * 2 ** attempt) * (0.5 + random / 2);
}

export class RequestPace {
  #allowed = AT_FIRST;
  #running = 0;
  #successes = 0;
  #waiting: (() => void)[] = [];
  #peace: Promise<void> | undefined;
  readonly #timing: Timing;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  async run<T>(signal: AbortSignal | undefined, request: () => Promise<T>): Promise<T> {
    while (this.#peace || this.#running >= this.#allowed) {
      if (this.#peace) await this.#peace;
      else await new Promise<void>((resolve) => this.#waiting.push(resolve));
      signal?.throwIfAborted();
    }
    this.#running++;
    try {
      return await request();
    } finally {
      this.#running--;
      this.#wake();
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  succeeded(): void {
    if (++this.#successes < SUCCESSES_TO_GROW || this.#allowed >= MOST_AT_ONCE) return;
    this.#successes = 0;
    this.#allowed++;
    this.#wake();
  }

  /** Half as many requests from now on, and none for a while. */
  async slowDown(o: { waitMs: number; signal: AbortSignal | undefined }): Promise<void> {
    this.#successes = 0;
    // Requests that were in flight together are told together: that is one slowing down.
    if (!this.#peace) {
      this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
      this.#peace = this.#timing.pause(Math.min(o.waitMs, LONGEST_WAIT_MS), o.signal).finally(() => {
        this.#peace = undefined;
        this.#wake();
      });
    }
    await this.#peace;
  }
}
