// The interface of the account store: users, sign-in tokens, sessions and saved parcels. Its writes must never be lost.
import type { SavedParcel, SaveParcelBody } from '../contract/saved-parcel.ts';
import type { SessionListener } from './session-news.ts';

/** Times are milliseconds since 1970. Tokens are stored as hashes only: `…Hash` is the hex SHA-256. */
export type User = { userId: string; email: string; emailVerified: boolean; createdAtMs: number };

/** How a person signs in: by a link in a mail, or by the token at the end of an OAuth flow. */
export type SignInKind = 'magic_links' | 'oauth';

export type SignInToken = {
  tokenHash: string;
  kind: SignInKind;
  userId: string;
  codeChallenge: string;
  createdAtMs: number;
  expiresAtMs: number;
};

export type Session = {
  sessionId: string;
  userId: string;
  /** How the person signed in. */
  kind: SignInKind;
  tokenHash: string;
  startedAtMs: number;
  lastAccessedAtMs: number;
  expiresAtMs: number;
};

/** `spent`: used before, or too many wrong attempts. */
export type SignInTokenSpending =
  | { outcome: 'spent-now'; token: SignInToken }
  | { outcome: 'unknown' | 'expired' | 'spent' | 'wrong-challenge' };

export type SpendSignInToken = {
  tokenHash: string;
  kind: SignInKind;
  /** The hash of the presented PKCE verifier; undefined without one. */
  codeChallenge: string | undefined;
  nowMs: number;
  wrongTriesMax: number;
};

/** The identifiers of this server as an authentication provider. */
export type Project = { projectId: string; publicToken: string };

export type SigningKey = {
  keyId: string;
  /** A JSON Web Key, with its private part. */
  privateJwk: string;
  createdAtMs: number;
};

export interface AccountStore {
  /** Idempotent, also for concurrent calls. The caller normalizes the address. */
  findOrCreateUser(user: { email: string; nowMs: number }): Promise<User>;
  /** Adds a user of another provider by the id there. The address stays with that provider. Idempotent. */
  adoptUser(user: { userId: string; nowMs: number }): Promise<void>;
  findUser(userId: string): Promise<User | undefined>;
  markEmailVerified(userId: string): Promise<void>;

  addSignInToken(token: SignInToken): Promise<void>;
  /** Atomic: of concurrent calls with one token, exactly one gets `spent-now`. A wrong challenge counts as an attempt. */
  spendSignInToken(attempt: SpendSignInToken): Promise<SignInTokenSpending>;

  addSession(session: Session): Promise<void>;
  /** Undefined for unknown, revoked and expired sessions alike. */
  findSession(query: { tokenHash: string; nowMs: number }): Promise<Session | undefined>;
  findSessionById(query: { sessionId: string; nowMs: number }): Promise<Session | undefined>;
  /** Extends the session and answers it; undefined if it has been revoked. */
  touchSession(touch: {
    sessionId: string;
    lastAccessedAtMs: number;
    expiresAtMs: number;
  }): Promise<Session | undefined>;
  /** When it resolves, this process has been told of the change. Others hear of it at about the same time. */
  revokeSession(sessionId: string): Promise<void>;
  /** The listener gets the id of a session that was extended or ended, by any process; undefined if it may be any. */
  onSessionChange(listener: SessionListener): void;
  /** Answered from memory. False while changes by other processes may be missed: then sessions must be looked up. */
  hearsSessionChanges(): boolean;

  /** Rate limiting: adds one to this counter, and answers the count since its window began. */
  count(counter: { name: string; nowMs: number; windowMs: number }): Promise<{
    count: number;
    windowEndsAtMs: number;
  }>;

  /** Stores the given project on the first call. Every call answers the stored one. */
  findOrCreateProject(project: Project): Promise<Project>;
  addSigningKey(key: SigningKey): Promise<void>;
  /** Newest first. */
  listSigningKeys(): Promise<SigningKey[]>;
  removeSigningKeys(query: { createdBeforeMs: number }): Promise<void>;

  /**
   * Removes sessions, sign-in tokens and counters that expired before that time, and users created before it who have
   * never signed in. Returns the number of removed rows.
   */
  removeExpired(query: { beforeMs: number }): Promise<number>;

  /** Undefined if the user has already saved this PIN. */
  saveParcel(save: {
    userId: string;
    parcel: SaveParcelBody;
    nowMs: number;
  }): Promise<SavedParcel | undefined>;
  /** Newest first. */
  listSavedParcels(userId: string): Promise<SavedParcel[]>;
  /** Undefined if the user has no such saved parcel. */
  editNotes(edit: { userId: string; id: string; notes: string | null }): Promise<SavedParcel | undefined>;
  deleteSavedParcel(target: { userId: string; id: string }): Promise<boolean>;

  /** A health check: resolves if the store can be written, and that is durable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
