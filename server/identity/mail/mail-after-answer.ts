// Sends mail after the answer, from a bounded queue. The answer and its time are the same for a mailbox that the mail
// server accepts and for one that it rejects, and a mail server that hangs holds no request.
import { setTimeout as pause } from 'node:timers/promises';
import { type Mailer, MailFailed, type MailMessage } from './mailer.ts';

/** How many messages are under way at once, and how many wait for it. */
const RUNNING_MAX = 8;
const WAITING_MAX = 1000;
/** How long a server that stops waits for its mail. */
const STOP_TIMEOUT_MS = 10_000;
/** How long requests are refused after the mail server could not be reached. */
const OUTAGE_MS = 30_000;

/** For the log: what went wrong, without the address. The mail server's own words often repeat it. */
type MailProblem = { code?: string | undefined; responseCode?: number | undefined };

type Parts = {
  mailer: Mailer;
  onFailure(problem: MailProblem): void;
  /** Messages that were given up at the stop. */
  onLost(count: number): void;
  /** Milliseconds of any clock. */
  now?: () => number;
  stopTimeoutMs?: number;
};

export type MailAfterAnswer = {
  /** Resolves at once. Rejects with MailFailed where no message to anybody could be sent just now. */
  mailer: Mailer;
  /** Waits for the messages under way, for a while. */
  stop(): Promise<void>;
};

export function sendAfterAnswer({
  mailer,
  onFailure,
  onLost,
  now = () => performance.now(),
  stopTimeoutMs = STOP_TIMEOUT_MS,
}: Parts): MailAfterAnswer {
  const waiting: MailMessage[] = [];
  const running = new Set<Promise<void>>();
  let outageUntilMs = Number.NEGATIVE_INFINITY;

  async function deliver(message: MailMessage): Promise<void> {
    try {
      await mailer.send(message);
      outageUntilMs = Number.NEGATIVE_INFINITY;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.isOutage) outageUntilMs = now() + OUTAGE_MS;
      onFailure({ code: problem.code, responseCode: problem.responseCode });
    }
  }

  function sendNext(): void {
    while (running.size < RUNNING_MAX && waiting.length > 0) {
      const delivery = deliver(waiting.shift()!).finally(() => {
        running.delete(delivery);
        sendNext();
      });
      running.add(delivery);
    }
  }

  async function untilAllSent(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    mailer: {
      async send(message) {
        if (now() < outageUntilMs) throw new MailFailed('the mail server could not be reached');
        if (waiting.length >= WAITING_MAX) throw new MailFailed('too many messages wait');
        waiting.push(message);
        setImmediate(sendNext);
      },
    },
    async stop() {
      sendNext();
      const timer = new AbortController();
      const timeout = pause(stopTimeoutMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([untilAllSent(), timeout]);
      timer.abort();
      const lost = waiting.splice(0).length + running.size;
      if (lost > 0) onLost(lost);
    },
  };
}

/**
 * An outage is what no mailbox can cause: no connection at all, or a refused sign-in. A connection that ends later may
 * be the answer to one mailbox, and the next request would tell it.
 */
function problemOf(error: unknown): MailProblem & { isOutage: boolean } {
  const cause = error instanceof MailFailed ? error.cause : error;
  const { code, responseCode, syscall } = (cause ?? {}) as MailProblem & { syscall?: string };
  const isOutage = syscall === 'connect' || code === 'EDNS' || code === 'EAUTH';
  return { code, responseCode, isOutage };
}
