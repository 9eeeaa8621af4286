// Hears of changed sessions from every process on the database, by LISTEN on a connection of its own, and makes sure that
// all have heard of a session that has ended.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { SessionNews } from '../session-news.ts';
import { reconnectSeconds, type Statements } from './connect.ts';

const CHANNEL = 'platbook_sessions';
/** By this name, the connections that listen find each other. */
const CONNECTION_NAME = 'platbook sessions';
/**
 * What is sent is the id of a session that has changed, or one of two others. `?ID` asks who has come as far as this: news
 * arrive in their order, so whoever hears it has heard all before it, and answers `!ID PID` with the number of its connection.
 */
const QUESTION = '?';
const ANSWER = '!';

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

/** How many processes have the accounts of this database open. */
export async function countServers(sql: Statements): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    SELECT count(*) FROM pg_stat_activity
    WHERE application_name = ${CONNECTION_NAME} AND datname = current_database()`;
  return found!.count;
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
    spread: (sessionId) => untilHeard(sessionId),
  });
  /** For each question of this process, the connections that have not answered it. */
  const questions = new Map<string, { missing: Set<number>; done(): void }>();

  function hear(message: string): void {
    if (message.startsWith(QUESTION)) {
      const answer = `${ANSWER}${message.slice(QUESTION.length)}`;
      sql`SELECT pg_notify(${CHANNEL}, ${answer} || ' ' || pg_backend_pid())`.catch(() => {});
    } else if (message.startsWith(ANSWER)) {
      const [id = '', pid] = message.slice(ANSWER.length).split(' ');
      const question = questions.get(id);
      question?.missing.delete(Number(pid));
      if (question?.missing.size === 0) question.done();
    } else {
      news.tell(message || undefined);
    }
  }

  const untilDisbelieved = () =>
    pause(PROOF_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});

  /**
   * The trigger has told them. After PROOF_MS at the latest, whoever has not heard it no longer believes what it remembers.
   * An error is no reason to fail: the session has ended.
   */
  async function untilHeard(_sessionId: string | undefined): Promise<void> {
    const id = randomUUID();
    const missing = new Set<number>();
    const heard = new Promise<void>((done) => {
      questions.set(id, { missing, done });
    });
    try {
      const listeners = await sql<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity
        WHERE application_name = ${CONNECTION_NAME} AND datname = current_database() AND pid <> pg_backend_pid()`;
      if (listeners.length === 0) return;
      for (const { pid } of listeners) missing.add(pid);
      await sql`SELECT pg_notify(${CHANNEL}, ${QUESTION + id})`;
      await Promise.race([heard, untilDisbelieved()]);
    } catch {
      // The connection is lost. The others hear of it by the trigger all the same.
      await untilDisbelieved();
    } finally {
      questions.delete(id);
    }
  }

  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: undefined,
    max_lifetime: null,
    connect_timeout: 10,
    backoff: reconnectSeconds,
    fetch_types: false,
    connection: { application_name: CONNECTION_NAME },
    onnotice: () => {},
    onclose: () => {
      isListening = false;
      if (!closing.signal.aborted) void listen();
    },
    // Not in its types. `sql.listen` uses it, but does not tell when the connection is lost.
    ...{ onnotify: (_channel: string, message: string) => hear(message) },
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
