// Sends mail after the answer, from a bounded queue. The answer and its time are the same for a mailbox that the mail
// server accepts and for one that it rejects, and a mail server that hangs holds no request. A message that is not accepted is
// tried again for as long as its link works; meanwhile nobody else is told that theirs was sent.
import { setTimeout as pause } from 'node:timers/promises';
import { TOKEN_LIFETIME_MINUTES } from '../sign-in-tokens.ts';
import { isWorthRetrying, type Mailer, MailFailed, type MailMessage } from './mailer.ts';

/** How many messages are under way at once, and how many wait for it. */
const RUNNING_MAX = 8;
const WAITING_MAX = 1000;
/** How long a server that stops waits for its mail. */
const STOP_TIMEOUT_MS = 10_000;
/** How long it counts that the mail server was there or away, and the pause before a message is tried again. */
const KNOWN_MS = 30_000;
/** How long a request waits to hear whether the mail server is there. */
const CHECK_TIMEOUT_MS = 1_500;
const TRY_FOR_MS = TOKEN_LIFETIME_MINUTES * 60_000;

/** For the log: what went wrong, without the address. The mail server's own words often repeat it. */
type MailProblem = {
  code?: string | undefined;
  responseCode?: number | undefined;
  isTriedAgain: boolean;
};

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
  /** `send` resolves at once. It and `check` reject with MailFailed where no message to anybody could be sent just now. */
  mailer: Required<Mailer>;
  /** Waits for the messages under way, for a while. Those that were to be tried again later are tried once more. */
  stop(): Promise<void>;
};

type Waiting = { message: MailMessage; untilMs: number };

export function sendAfterAnswer({
  mailer,
  onFailure,
  onLost,
  now = () => performance.now(),
  stopTimeoutMs = STOP_TIMEOUT_MS,
}: Parts): MailAfterAnswer {
  const waiting: Waiting[] = [];
  const running = new Set<Promise<void>>();
  const later = new Map<NodeJS.Timeout, Waiting>();
  let isAway = false;
  let knownUntilMs = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  let isStopping = false;

  function note(is: 'away' | 'there'): void {
    isAway = is === 'away';
    knownUntilMs = now() + KNOWN_MS;
  }

  async function check(): Promise<void> {
    try {
      await mailer.check?.();
      note('there');
    } catch (error) {
      const { code, responseCode } = problemOf(error);
      note('away');
      onFailure({ code, responseCode, isTriedAgain: true });
    }
  }

  async function deliver(one: Waiting): Promise<void> {
    try {
      await mailer.send(one.message);
      note('there');
    } catch (error) {
      const { code, responseCode, isOutage, isTemporary } = problemOf(error);
      if (isOutage) note('away');
      const isTriedAgain = isTemporary && !isStopping && now() + KNOWN_MS < one.untilMs;
      onFailure({ code, responseCode, isTriedAgain });
      if (isTriedAgain) tryLater(one);
    }
  }

  function tryLater(one: Waiting): void {
    const timer = setTimeout(() => {
      later.delete(timer);
      waiting.push(one);
      sendNext();
    }, KNOWN_MS).unref();
    later.set(timer, one);
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

  const away = () => new MailFailed('the mail server could not be reached');

  return {
    mailer: {
      async check() {
        if (now() >= knownUntilMs) {
          checking ??= check().finally(() => {
            checking = undefined;
          });
          await within(CHECK_TIMEOUT_MS, checking);
        }
        if (isAway) throw away();
      },
      async send(message) {
        if (isAway && now() < knownUntilMs) throw away();
        if (waiting.length + later.size >= WAITING_MAX) throw new MailFailed('too many messages wait');
        waiting.push({ message, untilMs: now() + TRY_FOR_MS });
        setImmediate(sendNext);
      },
    },
    async stop() {
      isStopping = true;
      for (const [timer, one] of later) {
        clearTimeout(timer);
        waiting.push(one);
      }
      later.clear();
      sendNext();
      await within(stopTimeoutMs, untilAllSent());
      const lost = waiting.splice(0).length + running.size;
      if (lost > 0) onLost(lost);
    },
  };
}

/** Waits no longer than that. */
async function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const timeout = pause(timeoutMs, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([work, timeout]);
  timer.abort();
}

/**
 * An outage is what no mailbox can cause: no connection at all, or a refused sign-in. A connection that ends later may
 * be the answer to one mailbox, and the next request would tell it.
 */
function problemOf(error: unknown): {
  code?: string | undefined;
  responseCode?: number | undefined;
  isOutage: boolean;
  isTemporary: boolean;
} {
  const cause = error instanceof MailFailed ? error.cause : error;
  const { code, responseCode, syscall } = (cause ?? {}) as Record<'code' | 'syscall', string | undefined> & {
    responseCode?: number;
  };
  const isOutage = syscall === 'connect' || code === 'EDNS' || code === 'EAUTH';
  return { code, responseCode, isOutage, isTemporary: isOutage || isWorthRetrying(cause ?? {}) };
}
