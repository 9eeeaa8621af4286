// What is done about whole accounts, in SQL that both SQLite and PostgreSQL understand.
import type { SavedParcel } from '../contract/saved-parcel.ts';
import { type SessionRow, sessionOf, type UserRow, userOf } from './account-rows.ts';
import type { PeopleStore, PersonInList, Session, User } from './account-store.ts';
import type { SessionChanges } from './session-changes.ts';
import type { SqlClient } from './sql-client.ts';
import { SAVED_PARCEL_COLUMNS } from './sql-saved-parcels.ts';

/** The person may write something between two statements of a removal, which then fails as a whole. */
const REMOVAL_TRIES = 3;

/** The user last, because the others refer to it. */
const REMOVALS = [
  'DELETE FROM sessions WHERE user_id = $1',
  'DELETE FROM sign_in_tokens WHERE user_id = $1',
  'DELETE FROM saved_parcels WHERE user_id = $1',
  'DELETE FROM drawings WHERE user_id = $1',
  'DELETE FROM users WHERE user_id = $1',
] as const;

type PersonRow = UserRow & { sessions: number; saved_parcels: number; last_seen_at_ms: number | null };

export class SqlPeople implements PeopleStore {
  readonly #sql: SqlClient;
  readonly #changes: SessionChanges;

  constructor(sql: SqlClient, changes: SessionChanges) {
    this.#sql = sql;
    this.#changes = changes;
  }

  async list({ nowMs }: { nowMs: number }): Promise<PersonInList[]> {
    // Cast: PostgreSQL counts in bigints.
    const rows = await this.#sql.query<PersonRow>(
      `SELECT users.*,
         CAST((SELECT count(*) FROM sessions WHERE sessions.user_id = users.user_id AND expires_at_ms > $1)
           AS INTEGER) AS sessions,
         CAST((SELECT count(*) FROM saved_parcels WHERE saved_parcels.user_id = users.user_id)
           AS INTEGER) AS saved_parcels,
         (SELECT max(last_accessed_at_ms) FROM sessions WHERE sessions.user_id = users.user_id)
           AS last_seen_at_ms
       FROM users ORDER BY email, user_id`,
      [nowMs],
    );
    return rows.map((row) => ({
      ...userOf(row),
      sessions: row.sessions,
      savedParcels: row.saved_parcels,
      lastSeenAtMs: row.last_seen_at_ms ?? undefined,
    }));
  }

  async find(addressOrId: string): Promise<User | undefined> {
    const [row] = await this.#sql.query<UserRow>('SELECT * FROM users WHERE email = $1 OR user_id = $1', [
      addressOrId,
    ]);
    return row && userOf(row);
  }

  async ban({ userId, nowMs }: { userId: string; nowMs: number }): Promise<void> {
    // First of all, so that nothing new begins.
    await this.#sql.queryWithReserve(
      'UPDATE users SET banned_at_ms = $2 WHERE user_id = $1 AND banned_at_ms IS NULL',
      [userId, nowMs],
    );
    await this.#sql.queryWithReserve('DELETE FROM sign_in_tokens WHERE user_id = $1', [userId]);
    await this.endSessions({ userId });
  }

  async unban(userId: string): Promise<void> {
    await this.#sql.query('UPDATE users SET banned_at_ms = NULL WHERE user_id = $1', [userId]);
  }

  async listSessions({ userId, nowMs }: { userId: string; nowMs: number }): Promise<Session[]> {
    const rows = await this.#sql.query<SessionRow>(
      `SELECT * FROM sessions WHERE user_id = $1 AND expires_at_ms > $2
       ORDER BY last_accessed_at_ms DESC, session_id`,
      [userId, nowMs],
    );
    return rows.map(sessionOf);
  }

  async endSession({ userId, sessionId }: { userId: string; sessionId: string }): Promise<boolean> {
    const ended = await this.#sql.queryWithReserve<{ session_id: string }>(
      'DELETE FROM sessions WHERE user_id = $1 AND session_id = $2 RETURNING session_id',
      [userId, sessionId],
    );
    return (await this.#publish(ended)) > 0;
  }

  async endSessions({
    userId,
    exceptSessionId,
  }: {
    userId: string;
    exceptSessionId?: string | undefined;
  }): Promise<number> {
    const ended = await this.#sql.queryWithReserve<{ session_id: string }>(
      'DELETE FROM sessions WHERE user_id = $1 AND session_id <> $2 RETURNING session_id',
      // No session has an empty id.
      [userId, exceptSessionId ?? ''],
    );
    return this.#publish(ended);
  }

  async endSessionByHash(tokenHash: string): Promise<void> {
    const ended = await this.#sql.queryWithReserve<{ session_id: string }>(
      'DELETE FROM sessions WHERE token_hash = $1 RETURNING session_id',
      [tokenHash],
    );
    await this.#publish(ended);
  }

  async listSignedIn({ nowMs }: { nowMs: number }): Promise<Pick<User, 'userId' | 'email'>[]> {
    const rows = await this.#sql.query<Pick<UserRow, 'user_id' | 'email'>>(
      `SELECT user_id, email FROM users
       WHERE EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.user_id AND expires_at_ms > $1)`,
      [nowMs],
    );
    return rows.map((row) => ({ userId: row.user_id, email: row.email }));
  }

  async listSavedParcels(userId: string): Promise<(SavedParcel & { savedAtMs: number })[]> {
    const rows = await this.#sql.query<SavedParcel & { created_at_ms: number }>(
      `SELECT ${SAVED_PARCEL_COLUMNS}, created_at_ms
       FROM saved_parcels WHERE user_id = $1 ORDER BY created_at_ms DESC, id DESC`,
      [userId],
    );
    return rows.map(({ created_at_ms, ...saved }) => ({ ...saved, savedAtMs: created_at_ms }));
  }

  async remove({ userId, email }: Pick<User, 'userId' | 'email'>): Promise<void> {
    const word = email.replace(/[\\%_]/g, '\\$&');
    const statements = [
      ...REMOVALS.map((text) => ({ text, values: [userId] })),
      // A counter is named in words, one of which may be the address.
      {
        text: `DELETE FROM counters WHERE name LIKE $1 ESCAPE '\\' OR name LIKE $2 ESCAPE '\\'`,
        values: [`% ${word}`, `% ${word} %`],
      },
    ];
    for (let tries = 1; ; tries++) {
      try {
        await this.#sql.transact(statements);
        break;
      } catch (error) {
        if (tries === REMOVAL_TRIES) throw error;
      }
    }
    await this.#changes.publish(undefined);
  }

  async #publish(ended: readonly { session_id: string }[]): Promise<number> {
    if (ended.length > 0) await this.#changes.publish(ended.length === 1 ? ended[0]!.session_id : undefined);
    return ended.length;
  }
}
