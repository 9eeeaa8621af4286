// A circuit breaker for a host of imagery: after several failures in a row it is left alone for a while, which grows. Two lines
// are logged, when that begins and when it ends.

/** Failures in a row that open it. One with a Retry-After is enough. */
const FAILURES_MAX = 5;
const PAUSE_MIN_MS = 30_000;
const PAUSE_MAX_MS = 600_000;

export type CircuitBreaker = {
  /** 0: go on, and call leave() at the end. Otherwise how many milliseconds are left. */
  enter(): number;
  leave(): void;
  succeeded(): void;
  failed(failure: { reason: string; retryAfterMs?: number | undefined }): void;
};

type Parts = { host: string; onWarning: (line: string) => void; now: () => number };

export function createCircuitBreaker({ host, onWarning, now }: Parts): CircuitBreaker {
  let failures = 0;
  let pauseMs = 0;
  /** Undefined while it is closed, which is the normal state. */
  let openUntil: number | undefined;
  let running = 0;

  return {
    enter() {
      if (openUntil !== undefined) {
        const leftMs = openUntil - now();
        if (leftMs > 0) return leftMs;
        // Half open: one request tries it, the others wait for its outcome.
        if (running > 0) return 1000;
      }
      running++;
      return 0;
    },
    leave() {
      running--;
    },
    succeeded() {
      failures = 0;
      pauseMs = 0;
      if (openUntil === undefined) return;
      openUntil = undefined;
      onWarning(`${host} answers again: imagery is fetched from there.`);
    },
    failed({ reason, retryAfterMs }) {
      // Requests that were under way when it opened say nothing new.
      if (openUntil !== undefined && openUntil > now()) return;
      failures++;
      if (failures < FAILURES_MAX && retryAfterMs === undefined && openUntil === undefined) return;
      if (openUntil === undefined) {
        onWarning(
          `No imagery comes from ${host} (${reason}): it is left alone for a while, and pictures that are kept are shown.`,
        );
      }
      pauseMs = Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, pauseMs * 2));
      openUntil = now() + Math.min(PAUSE_MAX_MS, Math.max(pauseMs, retryAfterMs ?? 0));
    },
  };
}
