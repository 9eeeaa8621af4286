// Follows the changes of sessions by every process on the database, with LISTEN, and waits until all processes know of a
// session that has ended.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { SessionChanges } from '../session-changes.ts';
import { reconnectSeconds, type Statements } from './connect.ts';

const CHANNEL = 'platbook_sessions';
/** The connections of a process have this name and its id, by which processes find each other. */
const CONNECTION_NAME = 'platbook sessions';
const nameOf = (processId: string) => `${CONNECTION_NAME} ${processId}`;
/**
 * The payload is the id of a session that has changed, or one of three others. Notifications arrive in their order, so a
 * process that receives one has received all before it.
 * `=PROCESS TIME` is a heartbeat: it proves to the process that sent it that it receives notifications.
 * `?ID` asks who has come as far as this, and `!ID PROCESS` is the answer of each process.
 */
const HEARTBEAT = '=';
const QUESTION = '?';
const ANSWER = '!';

const HEARTBEAT_MS = 1000;
/** Without a proof as young as this nothing remembered counts: a network may lose a connection without a word. */
const PROOF_MS = 2500;

/**
 * A trigger tells every change, no matter who makes it: another process, an older version beside this one,
 * or an operator. A new session is not announced: nobody can remember it yet.
 */
export async function publishSessionChanges(transaction: Statements): Promise<void> {
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
    SELECT count(DISTINCT application_name) FROM pg_stat_activity
    WHERE application_name LIKE ${`${CONNECTION_NAME}%`} AND datname = current_database()`;
  return found!.count;
}

export type SubscribedSessions = { changes: SessionChanges; close(): Promise<void> };

/** `isSubscribed` is false until the first heartbeat, and whenever the connection is lost, until it is back. */
export function subscribeToSessions(databaseUrl: string): SubscribedSessions {
  const ownId = randomUUID();
  /** When the last heartbeat was sent that has been received. */
  let provedAtMs = Number.NEGATIVE_INFINITY;
  let isBeating = false;
  const closing = new AbortController();
  const changes = new SessionChanges({
    isSubscribed: () => performance.now() - provedAtMs < PROOF_MS,
    publish: () => untilReceived(),
  });
  /** For each question of this process, the processes that have not answered it. */
  const questions = new Map<string, { missing: Set<string>; done(): void }>();

  const sql = postgres(databaseUrl, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 10,
    backoff: reconnectSeconds,
    fetch_types: false,
    connection: { application_name: nameOf(ownId) },
    onnotice: () => {},
    // Of the connection that sends. The one that listens was probably lost with it.
    onclose: () => {
      provedAtMs = Number.NEGATIVE_INFINITY;
    },
  });

  function receive(payload: string): void {
    const kind = payload.slice(0, 1);
    const [id = '', detail = ''] = payload.slice(1).split(' ');
    if (kind === HEARTBEAT) {
      if (id === ownId) provedAtMs = Number(detail);
    } else if (kind === QUESTION) {
      sql.notify(CHANNEL, `${ANSWER}${id} ${ownId}`).catch(() => {});
    } else if (kind === ANSWER) {
      const question = questions.get(id);
      question?.missing.delete(nameOf(detail));
      if (question?.missing.size === 0) question.done();
    } else {
      changes.notify(payload || undefined);
    }
  }

  const untilDisbelieved = () =>
    pause(PROOF_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});

  /**
   * The trigger has told them. After PROOF_MS at the latest, a process that has not received it no longer believes what it
   * remembers. An error is not a reason to fail: the session has ended.
   */
  async function untilReceived(): Promise<void> {
    const id = randomUUID();
    const missing = new Set<string>();
    const received = new Promise<void>((done) => {
      questions.set(id, { missing, done });
    });
    try {
      const others = await sql<{ application_name: string }[]>`
        SELECT DISTINCT application_name FROM pg_stat_activity
        WHERE application_name LIKE ${`${CONNECTION_NAME}%`} AND application_name <> ${nameOf(ownId)}
          AND datname = current_database()`;
      if (others.length === 0) return;
      for (const { application_name } of others) missing.add(application_name);
      await sql.notify(CHANNEL, QUESTION + id);
      await Promise.race([received, untilDisbelieved()]);
    } catch {
      // The connection is lost. The others are told by the trigger all the same.
      await untilDisbelieved();
    } finally {
      questions.delete(id);
    }
  }

  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    await sql.notify(CHANNEL, `${HEARTBEAT}${ownId} ${performance.now()}`).catch(() => {});
    isBeating = false;
  }

  // Called again after each reconnect, which the library repeats until it succeeds.
  const onListening = () => {
    // What changed while nobody listened is unknown, and this connection has proved nothing yet.
    provedAtMs = Number.NEGATIVE_INFINITY;
    changes.notify(undefined);
    void beat();
  };
  sql.listen(CHANNEL, receive, onListening).catch(() => {});
  const heartbeat = setInterval(beat, HEARTBEAT_MS).unref();

  return {
    changes,
    async close() {
      closing.abort();
      clearInterval(heartbeat);
      await sql.end({ timeout: 1 });
    },
  };
}
