// Hears of changed sessions from every process on the database, by LISTEN on a connection of its own.
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { SessionNews } from '../session-news.ts';
import type { Statements } from './connect.ts';

const CHANNEL = 'platbook_sessions';

/** How often the connection has to prove that it is alive: a network may lose one without a word. */
const HEARTBEAT_MS = 1000;
/** Without a proof as young as this, nothing is believed to be heard. */
const PROOF_MS = 2500;
const RETRY_PAUSE_MS = 250;

/**
 * A trigger tells every change, so that it is heard whoever makes it: another process, an older version beside this one,
 * or an operator. Only a new session is no news: nobody can remember it yet.
 */
export async function announceSessionChanges(transaction: Statements): Promise<void> {
  const [announced] = await transaction`
    SELECT 1 FROM pg_trigger WHERE tgname = 'session_changed' AND tgrelid = 'sessions'::regclass`;
  if (announced) return;
  await transaction.unsafe(`
    CREATE FUNCTION announce_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- OLD is not set where a whole table is truncated.
      PERFORM pg_notify('${CHANNEL}', CASE TG_LEVEL WHEN 'ROW' THEN OLD.session_id ELSE '' END);
      RETURN NULL;
    END $$;
    CREATE TRIGGER session_changed AFTER UPDATE OR DELETE ON sessions
      FOR EACH ROW EXECUTE FUNCTION announce_session_change();
    CREATE TRIGGER sessions_truncated AFTER TRUNCATE ON sessions
      FOR EACH STATEMENT EXECUTE FUNCTION announce_session_change();`);
}

export type HeardSessions = { news: SessionNews; close(): Promise<void> };

/** `isHeard` is false until the first connection, and whenever it is lost, until it is back. */
export function hearSessions(databaseUrl: string): HeardSessions {
  let isListening = false;
  let isConnecting = false;
  let isAsking = false;
  /** When the last question was asked that has been answered. News come in order, so all before it have been heard. */
  let provedAtMs = 0;
  const closing = new AbortController();
  const news = new SessionNews({
    isHeard: () => isListening && performance.now() - provedAtMs < PROOF_MS,
    // The trigger does that.
    spread: async () => {},
  });

  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: undefined,
    max_lifetime: null,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => {
      isListening = false;
      if (!closing.signal.aborted) void listen();
    },
    // Not in its types. `sql.listen` uses it, but does not tell when the connection is lost.
    ...{ onnotify: (_channel: string, sessionId: string) => news.tell(sessionId || undefined) },
  });

  async function prove(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const askedAtMs = performance.now();
      await sql`SELECT 1`;
      provedAtMs = askedAtMs;
    } finally {
      isAsking = false;
    }
  }

  async function listen(): Promise<void> {
    if (isConnecting) return;
    isConnecting = true;
    while (!closing.signal.aborted && !isListening) {
      try {
        await sql.unsafe(`LISTEN ${CHANNEL}`);
        await prove();
        // What changed while nobody listened is unknown.
        news.tell(undefined);
        isListening = true;
      } catch {
        await pause(RETRY_PAUSE_MS, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
    isConnecting = false;
  }

  void listen();
  const heartbeat = setInterval(() => {
    if (isListening) prove().catch(() => {});
  }, HEARTBEAT_MS).unref();

  return {
    news,
    async close() {
      closing.abort();
      clearInterval(heartbeat);
      await sql.end({ timeout: 1 });
    },
  };
}
