// Constant-time response: an address that may not sign in gets no mail, but the answer that it would have got with one, after the same
// time. So the answer tells nobody who has an account.
import { setTimeout as pause } from 'node:timers/promises';

/** However long a mail server has kept the last message waiting. */
const PRETENDED_MS_MAX = 10_000;

export type ConstantTimeResponse = {
  /** Does the work, and remembers how it went. */
  run(work: () => Promise<void>): Promise<void>;
  /** Takes as long as the last work, and ends as it did. */
  pretend(): Promise<void>;
};

export function createConstantTimeResponse(): ConstantTimeResponse {
  let last: { durationMs: number; failure: unknown } = { durationMs: 0, failure: undefined };
  return {
    async run(work) {
      const startedAtMs = performance.now();
      let failure: unknown;
      try {
        await work();
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        last = { durationMs: performance.now() - startedAtMs, failure };
      }
    },
    async pretend() {
      const { durationMs, failure } = last;
      await pause(Math.min(durationMs, PRETENDED_MS_MAX));
      if (failure !== undefined) throw failure;
    },
  };
}
