// The account store, in SQL that both SQLite and PostgreSQL understand. Each operation here writes with a single
// statement, so it is atomic without a transaction.
import { randomUUID } from 'node:crypto';
import { SESSION_AGE_DAYS_MAX } from '../contract/limits.ts';
import type { SavedParcel } from '../contract/saved-parcel.ts';
import {
  type SessionRow,
  type SignInTokenRow,
  type SigningKeyRow,
  sessionOf,
  signInTokenOf,
  signingKeyOf,
  type UserRow,
  userOf,
} from './account-rows.ts';
import {
  AccountGone,
  type AccountStore,
  type EditSavedParcel,
  type Project,
  type SavedParcelsPage,
  type SavedParcelsQuery,
  type SaveParcel,
  type Session,
  type SignInToken,
  type SignInTokenSpending,
  type SigningKey,
  type SpendSignInToken,
  type User,
} from './account-store.ts';
import type { SessionChanges, SessionListener } from './session-changes.ts';
import type { SqlClient } from './sql-client.ts';
import { SqlDrawings } from './sql-drawings.ts';
import { SqlPeople } from './sql-people.ts';
import { SqlSavedParcels } from './sql-saved-parcels.ts';

/** Race: a sign-in under way while its person is banned may add a session after all others have been ended. */
const OF_NOBODY_BANNED = `NOT EXISTS (
  SELECT 1 FROM users WHERE users.user_id = sessions.user_id AND banned_at_ms IS NOT NULL)`;

/**
 * A session or link whose end lies further ahead than any can last dates from before the clock was set back: it would else
 * be good until that clock's date.
 */
const SESSION_LASTS_MS_MAX = SESSION_AGE_DAYS_MAX * 24 * 60 * 60_000;
/** Links live for minutes; a day is for clocks that differ. */
const SIGN_IN_LASTS_MS_MAX = 24 * 60 * 60_000;

/** Race: every row refers to its person, so what is written while that one is removed fails by a foreign key. */
function refuseIfGone(error: Error & { code?: string }): never {
  const isForeignKey = error.code === '23503' || error.message.startsWith('FOREIGN KEY constraint');
  throw isForeignKey ? new AccountGone() : error;
}

export class SqlAccountStore implements AccountStore {
  readonly #sql: SqlClient;
  readonly #changes: SessionChanges;
  readonly #savedParcels: SqlSavedParcels;
  readonly people: SqlPeople;
  readonly drawings: SqlDrawings;

  constructor(client: SqlClient, changes: SessionChanges) {
    const sql: SqlClient = {
      ...client,
      query: (text, values) => client.query<never>(text, values).catch(refuseIfGone),
      queryLocked: (...statement) => client.queryLocked<never>(...statement).catch(refuseIfGone),
    };
    this.#sql = sql;
    this.#changes = changes;
    this.#savedParcels = new SqlSavedParcels(sql);
    this.drawings = new SqlDrawings(sql);
    this.people = new SqlPeople(sql, changes);
  }

  async findOrCreateUser({ email, nowMs }: { email: string; nowMs: number }): Promise<User> {
    // Upsert: the update changes nothing, but makes RETURNING answer with the existing row.
    const [row] = await this.#sql.query<UserRow>(
      `INSERT INTO users (user_id, email, email_verified, created_at_ms) VALUES ($1, $2, 0, $3)
       ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING *`,
      [randomUUID(), email, nowMs],
    );
    return userOf(row!);
  }

  async adoptUser({ userId, nowMs }: { userId: string; nowMs: number }): Promise<void> {
    // The email column is unique and not null. The address is with the other provider, so the id fills the column. Two
    // calls at once may meet in either unique column, so the conflict names none.
    await this.#sql.query(
      `INSERT INTO users (user_id, email, email_verified, created_at_ms) VALUES ($1, $2, 0, $3)
       ON CONFLICT DO NOTHING`,
      [userId, userId, nowMs],
    );
  }

  async findUser(userId: string): Promise<User | undefined> {
    const [row] = await this.#sql.query<UserRow>('SELECT * FROM users WHERE user_id = $1', [userId]);
    return row && userOf(row);
  }

  async markEmailVerified(userId: string): Promise<void> {
    await this.#sql.query('UPDATE users SET email_verified = 1 WHERE user_id = $1', [userId]);
  }

  async addSignInToken(token: SignInToken): Promise<void> {
    const { methodHash = null, codeHash = null } = token.code ?? {};
    const { tokenHash, kind, userId, codeChallenge, createdAtMs, expiresAtMs } = token;
    await this.#sql.query(
      `INSERT INTO sign_in_tokens
         (token_hash, kind, user_id, code_challenge, created_at_ms, expires_at_ms, wrong_tries, spent,
          method_hash, code_hash)
       VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $7, $8)`,
      [tokenHash, kind, userId, codeChallenge, createdAtMs, expiresAtMs, methodHash, codeHash],
    );
  }

  async spendSignInToken(attempt: SpendSignInToken): Promise<SignInTokenSpending> {
    const { kind, nowMs, wrongTriesMax } = attempt;
    // Names of columns, which come from here alone: what a token is found by, and what must be the same then.
    const { key, found, proof, given } =
      'methodHash' in attempt
        ? { key: 'method_hash', found: attempt.methodHash, proof: 'code_hash', given: attempt.codeHash }
        : {
            key: 'token_hash',
            found: attempt.tokenHash,
            proof: 'code_challenge',
            given: attempt.codeChallenge,
          };
    const [tried] = await this.#sql.query<SignInTokenRow & { is_proven: number }>(
      `UPDATE sign_in_tokens
       SET spent = CASE WHEN ${proof} = $2 OR wrong_tries + 1 >= $4 THEN 1 ELSE 0 END,
           wrong_tries = wrong_tries + CASE WHEN ${proof} = $2 THEN 0 ELSE 1 END
       WHERE ${key} = $1 AND kind = $5 AND spent = 0 AND expires_at_ms > $3 AND expires_at_ms <= $6
       RETURNING *, CASE WHEN ${proof} = $2 THEN 1 ELSE 0 END AS is_proven`,
      [found, given ?? null, nowMs, wrongTriesMax, kind, nowMs + SIGN_IN_LASTS_MS_MAX],
    );
    if (tried) {
      return tried.is_proven === 1
        ? { outcome: 'spent-now', token: signInTokenOf(tried) }
        : { outcome: 'wrong-proof' };
    }
    const [token] = await this.#sql.query<SignInTokenRow>(
      `SELECT * FROM sign_in_tokens WHERE ${key} = $1 AND kind = $2`,
      [found, kind],
    );
    if (!token) return { outcome: 'unknown' };
    return { outcome: token.spent ? 'spent' : 'expired' };
  }

  async addSession(session: Session): Promise<void> {
    await this.#sql.query(
      `INSERT INTO sessions
         (session_id, user_id, kind, token_hash, started_at_ms, last_accessed_at_ms, expires_at_ms, browser)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        session.sessionId,
        session.userId,
        session.kind,
        session.tokenHash,
        session.startedAtMs,
        session.lastAccessedAtMs,
        session.expiresAtMs,
        session.browser ?? null,
      ],
    );
  }

  async findSession(query: { tokenHash: string; nowMs: number }): Promise<Session | undefined> {
    const [row] = await this.#sql.query<SessionRow>(
      `SELECT * FROM sessions WHERE token_hash = $1 AND expires_at_ms > $2 AND expires_at_ms <= $3
         AND ${OF_NOBODY_BANNED}`,
      [query.tokenHash, query.nowMs, query.nowMs + SESSION_LASTS_MS_MAX],
    );
    return row && sessionOf(row);
  }

  async findSessionById(query: { sessionId: string; nowMs: number }): Promise<Session | undefined> {
    const [row] = await this.#sql.query<SessionRow>(
      `SELECT * FROM sessions WHERE session_id = $1 AND expires_at_ms > $2 AND expires_at_ms <= $3
         AND ${OF_NOBODY_BANNED}`,
      [query.sessionId, query.nowMs, query.nowMs + SESSION_LASTS_MS_MAX],
    );
    return row && sessionOf(row);
  }

  async touchSession(touch: {
    sessionId: string;
    lastAccessedAtMs: number;
    expiresAtMs: number;
  }): Promise<Session | undefined> {
    const [row] = await this.#sql.query<SessionRow>(
      'UPDATE sessions SET last_accessed_at_ms = $2, expires_at_ms = $3 WHERE session_id = $1 RETURNING *',
      [touch.sessionId, touch.lastAccessedAtMs, touch.expiresAtMs],
    );
    // Not awaited: nobody is kept out by it.
    void this.#changes.publish(touch.sessionId);
    return row && sessionOf(row);
  }

  async revokeSession(sessionId: string): Promise<void> {
    await this.#sql.queryWithReserve('DELETE FROM sessions WHERE session_id = $1', [sessionId]);
    await this.#changes.publish(sessionId);
  }

  onSessionChange(listener: SessionListener): void {
    this.#changes.subscribe(listener);
  }

  receivesSessionChanges(): boolean {
    return this.#changes.isSubscribed();
  }

  async count(counter: {
    name: string;
    nowMs: number;
    windowMs: number;
  }): Promise<{ count: number; windowEndsAtMs: number }> {
    const { name, nowMs, windowMs } = counter;
    // Clock skew: a window may begin slightly in the future, because servers' clocks differ and calls overtake each
    // other. A window that begins more than its length ahead dates from before the clock was set back: it is over.
    const [row] = await this.#sql.query<{ count: number; window_ends_at_ms: number }>(
      `INSERT INTO counters (name, count, window_ends_at_ms) VALUES ($1, 1, $2)
       ON CONFLICT (name) DO UPDATE SET
         count = CASE WHEN counters.window_ends_at_ms > $3 AND counters.window_ends_at_ms <= $4
           THEN counters.count + 1 ELSE 1 END,
         window_ends_at_ms = CASE WHEN counters.window_ends_at_ms > $3 AND counters.window_ends_at_ms <= $4
           THEN counters.window_ends_at_ms ELSE $2 END
       RETURNING count, window_ends_at_ms`,
      [name, nowMs + windowMs, nowMs, nowMs + 2 * windowMs],
    );
    return { count: row!.count, windowEndsAtMs: row!.window_ends_at_ms };
  }

  async findOrCreateProject({ projectId, publicToken }: Project): Promise<Project> {
    // Upsert, as in findOrCreateUser.
    const [row] = await this.#sql.query<{ project_id: string; public_token: string }>(
      `INSERT INTO project (only_row, project_id, public_token) VALUES (1, $1, $2)
       ON CONFLICT (only_row) DO UPDATE SET only_row = 1 RETURNING *`,
      [projectId, publicToken],
    );
    return { projectId: row!.project_id, publicToken: row!.public_token };
  }

  async addSigningKey(key: SigningKey): Promise<void> {
    await this.#sql.query(
      'INSERT INTO signing_keys (key_id, private_jwk, created_at_ms) VALUES ($1, $2, $3)',
      [key.keyId, key.privateJwk, key.createdAtMs],
    );
  }

  async listSigningKeys(): Promise<SigningKey[]> {
    const rows = await this.#sql.query<SigningKeyRow>(
      'SELECT * FROM signing_keys ORDER BY created_at_ms DESC, key_id',
      [],
    );
    return rows.map(signingKeyOf);
  }

  async removeSigningKeys({ createdBeforeMs }: { createdBeforeMs: number }): Promise<void> {
    await this.#sql.query('DELETE FROM signing_keys WHERE created_at_ms < $1', [createdBeforeMs]);
  }

  async removeExpired({ beforeMs }: { beforeMs: number }): Promise<number> {
    const removed = await Promise.all(
      [
        'DELETE FROM sign_in_tokens WHERE expires_at_ms < $1 RETURNING 1',
        'DELETE FROM sessions WHERE expires_at_ms < $1 RETURNING 1',
        'DELETE FROM counters WHERE window_ends_at_ms < $1 RETURNING 1',
      ].map((statement) => this.#sql.query(statement, [beforeMs])),
    );
    // Users last, because tokens and sessions refer to them. Anybody can enter an address, so a user who has never
    // signed in is removed.
    const unverified = await this.#sql.query(
      `DELETE FROM users WHERE email_verified = 0 AND banned_at_ms IS NULL AND created_at_ms < $1
         AND NOT EXISTS (SELECT 1 FROM sign_in_tokens WHERE sign_in_tokens.user_id = users.user_id)
         AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.user_id)
         AND NOT EXISTS (SELECT 1 FROM saved_parcels WHERE saved_parcels.user_id = users.user_id)
         AND NOT EXISTS (SELECT 1 FROM drawings WHERE drawings.user_id = users.user_id)
       RETURNING 1`,
      [beforeMs],
    );
    return removed.flat().length + unverified.length;
  }

  saveParcel(save: SaveParcel): Promise<SavedParcel | undefined> {
    return this.#savedParcels.save(save);
  }

  pageSavedParcels(query: SavedParcelsQuery): Promise<SavedParcelsPage> {
    return this.#savedParcels.page(query);
  }

  listSavedParcels(userId: string): Promise<SavedParcel[]> {
    return this.#savedParcels.all(userId);
  }

  nameCountyOfSaved(source: string): Promise<void> {
    return this.#savedParcels.nameCounty(source);
  }

  editSavedParcel(edit: EditSavedParcel): Promise<SavedParcel | undefined> {
    return this.#savedParcels.edit(edit);
  }

  deleteSavedParcel(target: { userId: string; id: string }): Promise<boolean> {
    return this.#savedParcels.delete(target);
  }

  async findPreferences(userId: string): Promise<string | undefined> {
    const [row] = await this.#sql.query<{ preferences: string | null }>(
      'SELECT preferences FROM users WHERE user_id = $1',
      [userId],
    );
    return row?.preferences ?? undefined;
  }

  async keepPreferences({ userId, chosen }: Parameters<AccountStore['keepPreferences']>[0]): Promise<string> {
    const [kept] = await this.#sql.query<{ preferences: string }>(
      `UPDATE users SET preferences = ${this.#sql.mergedJson("coalesce(preferences, '{}')", '$2')}
       WHERE user_id = $1 RETURNING preferences`,
      [userId, JSON.stringify(chosen)],
    );
    if (!kept) throw new AccountGone();
    return kept.preferences;
  }

  async ping(): Promise<void> {
    // A store that can only be read is of little use: the disk may be full, or the database a read-only copy.
    await this.count({ name: 'health checks', nowMs: Date.now(), windowMs: 60_000 });
  }

  close(): Promise<void> {
    return this.#sql.close();
  }
}
