// Constant-time response: an address that may not sign in gets no mail, but the answer that it would have got with one, after the same
// time. So the answer tells nobody who has an account.
import { setTimeout as pause } from 'node:timers/promises';

/** However long a mail server has kept the last message waiting. */
const PRETENDED_MS_MAX = 10_000;

export type ConstantTimeResponse = {
  /**
   * Does the work, and remembers how it went. Work that resolves to false had nothing to do: this takes as long as the last
   * that had, and ends as it did.
   */
  run(work: () => Promise<unknown>): Promise<void>;
};

export function createConstantTimeResponse(): ConstantTimeResponse {
  let last: { durationMs: number; failure: unknown } = { durationMs: 0, failure: undefined };
  return {
    async run(work) {
      const startedAtMs = performance.now();
      const sinceStartMs = () => performance.now() - startedAtMs;
      try {
        if ((await work()) !== false) {
          last = { durationMs: sinceStartMs(), failure: undefined };
          return;
        }
      } catch (failure) {
        last = { durationMs: sinceStartMs(), failure };
        throw failure;
      }
      const { durationMs, failure } = last;
      await pause(Math.max(0, Math.min(durationMs, PRETENDED_MS_MAX) - sinceStartMs()));
      if (failure !== undefined) throw failure;
    },
  };
}
