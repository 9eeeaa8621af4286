// Readiness: runs checks, remembers the result for a moment, and logs when it changes.
import type { EventLog } from './event-log.ts';

type ReadinessCheck = {
  /** What is wrong when it fails, in words that everybody may read. */
  message: string;
  run(): Promise<unknown>;
};

/** Probes cost writes: asking more often must not cause more of them. */
const REMEMBERED_MS = 2000;
/** Load balancers want a quick no, not a wait. */
const TIMEOUT_MS = 2000;

type Options = { checks: readonly ReadinessCheck[]; log: EventLog; clockMs?: () => number };

/** Returns a function that answers what is wrong: nothing when all is well. */
export function createReadiness({
  checks,
  log,
  clockMs = () => performance.now(),
}: Options): () => Promise<string[]> {
  const runs = checks.map(({ message, run }) => ({ message, run: neverTwice(run) }));
  let last: { atMs: number; failed: Promise<string[]> } | undefined;
  let told = '';

  async function probe(): Promise<string[]> {
    const results = await Promise.allSettled(runs.map(({ run }) => run()));
    const failures = results.flatMap((result, at) =>
      result.status === 'rejected' ? [{ message: runs[at]!.message, err: result.reason }] : [],
    );
    const failed = failures.map(({ message }) => message);
    const reason = failed.join(' ');
    if (reason !== told) {
      told = reason;
      if (failures.length > 0) log.event('not-ready', { reason, err: failures[0]!.err });
      else log.event('ready');
    }
    return failed;
  }

  return () => {
    const nowMs = clockMs();
    if (!last || nowMs - last.atMs >= REMEMBERED_MS) last = { atMs: nowMs, failed: probe() };
    return last.failed;
  };
}

/** A check that hangs is not begun again and again: it fails until it has ended. */
function neverTwice(run: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return withTimeout(running);
  };
}

async function withTimeout(work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${TIMEOUT_MS} ms.`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
