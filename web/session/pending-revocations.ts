// Log-outs that the server did not hear are tried again, with back-off, also after the page was closed and opened again.
//
// Local storage keeps the SHA-256 hash of the session token: it ends the session, but opens nothing, so the person at this
// browser next cannot come in by it.
import { SESSION_MINUTES } from '../../contract/limits.ts';
import { keepText, keptJson } from '../kept-in-browser.ts';

const STORAGE_KEY = 'sessions_to_end';
const FIRST_PAUSE_MS = 2000;
const PAUSE_MS_MAX = 5 * 60_000;
/** Nobody logs out so often without an answer: this bounds the entry. */
const PENDING_MAX = 20;
const CALL_TIMEOUT_MS = 10_000;

type Pending = { hash: string; atMs: number }[];

/** Without a schema: the login page would load the library for this alone. */
const isEntry = (entry: Partial<Pending[number]> | null): entry is Pending[number] =>
  typeof entry?.hash === 'string' && typeof entry.atMs === 'number';

function load(): Pending {
  const stored = keptJson(STORAGE_KEY);
  // By then the session has expired by itself.
  const isPending = ({ atMs }: Pending[number]) => Date.now() - atMs < SESSION_MINUTES * 60_000;
  return Array.isArray(stored) ? stored.filter(isEntry).filter(isPending) : [];
}

/** Where it cannot be kept, the session ends by its own expiry. */
function store(pending: Pending): void {
  keepText(STORAGE_KEY, pending.length === 0 ? undefined : JSON.stringify(pending.slice(-PENDING_MAX)));
}

async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps a log-out that failed, and starts trying again. Does nothing where the browser has no cryptography. */
export async function endSessionLater(token: string): Promise<void> {
  try {
    store([...load(), { hash: await hashOf(token), atMs: Date.now() }]);
  } catch {
    return;
  }
  wake?.();
}

/** Whether the server has answered: with a refusal, trying again would not help. */
async function end(hash: string): Promise<boolean> {
  try {
    const { ok, status } = await fetch('/api/ended-sessions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ token_sha256: hash }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    return ok || (status >= 400 && status < 500 && status !== 408 && status !== 429);
  } catch {
    return false;
  }
}

let wake: (() => void) | undefined;

/** Tries what is pending at once and then with back-off, until the returned function is called. */
export function retryPendingRevocations(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTrying = false;
  let isStopped = false;
  let pauseMs = FIRST_PAUSE_MS;

  async function tryAll(): Promise<void> {
    if (isTrying || isStopped) return;
    isTrying = true;
    clearTimeout(timer);
    for (const { hash } of load()) {
      if (await end(hash)) store(load().filter((entry) => entry.hash !== hash));
    }
    isTrying = false;
    if (isStopped || load().length === 0) {
      pauseMs = FIRST_PAUSE_MS;
      return;
    }
    timer = setTimeout(tryAll, pauseMs);
    pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX);
  }

  const tryNow = () => void tryAll();
  wake = tryNow;
  addEventListener('online', tryNow);
  tryNow();
  return () => {
    isStopped = true;
    wake = undefined;
    clearTimeout(timer);
    removeEventListener('online', tryNow);
  };
}
