// Accounts: users, how they sign in, and what they save. Small writes that must never be lost.
import type { SavedParcel, SaveParcelBody } from '../contract/saved-parcel.ts';

/** Times are milliseconds since 1970. Tokens are only ever stored hashed: `…Hash` is the hex SHA-256. */
export type User = { userId: string; email: string; emailVerified: boolean; createdAtMs: number };

/** What was sent to a person to sign in with: a link in a mail, or a token at the end of an OAuth round. */
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

/** `spent`: used before, or tried wrongly too often. */
export type SignInTokenSpending =
  | { outcome: 'spent-now'; token: SignInToken }
  | { outcome: 'unknown' | 'expired' | 'spent' | 'wrong-challenge' };

export type SpendSignInToken = {
  tokenHash: string;
  kind: SignInKind;
  /** What the presented verifier hashes to; undefined where none was presented. */
  codeChallenge: string | undefined;
  nowMs: number;
  wrongTriesMax: number;
};

/** How this server names itself as an authentication provider. */
export type Project = { projectId: string; publicToken: string };

export type SigningKey = {
  keyId: string;
  /** A JSON Web Key, private part included. */
  privateJwk: string;
  createdAtMs: number;
};

export interface AccountStore {
  /** The address is normalized by the caller. Two calls at once create one user. */
  findOrCreateUser(user: { email: string; nowMs: number }): Promise<User>;
  /** A user whom another provider knows by this id, and whose address stays there. */
  adoptUser(user: { userId: string; nowMs: number }): Promise<void>;
  findUser(userId: string): Promise<User | undefined>;
  markEmailVerified(userId: string): Promise<void>;

  addSignInToken(token: SignInToken): Promise<void>;
  /** Of two calls at once on one token, exactly one gets `spent-now`. A wrong challenge counts a try. */
  spendSignInToken(attempt: SpendSignInToken): Promise<SignInTokenSpending>;

  addSession(session: Session): Promise<void>;
  /** Undefined for unknown, revoked and expired sessions alike. */
  findSession(query: { tokenHash: string; nowMs: number }): Promise<Session | undefined>;
  findSessionById(query: { sessionId: string; nowMs: number }): Promise<Session | undefined>;
  /** The session as it is now; undefined where it was revoked meanwhile. */
  touchSession(touch: {
    sessionId: string;
    lastAccessedAtMs: number;
    expiresAtMs: number;
  }): Promise<Session | undefined>;
  revokeSession(sessionId: string): Promise<void>;

  /** Counts one more under this name, and says how many there were since its window began. */
  count(counter: { name: string; nowMs: number; windowMs: number }): Promise<{
    count: number;
    windowEndsAtMs: number;
  }>;

  /** Stores the given project on the first call; every call answers what is stored. */
  findOrCreateProject(project: Project): Promise<Project>;
  addSigningKey(key: SigningKey): Promise<void>;
  /** Newest first. */
  listSigningKeys(): Promise<SigningKey[]>;
  removeSigningKeys(query: { createdBeforeMs: number }): Promise<void>;

  /**
   * Expired sessions, sign-in tokens and counters, long past any use, and users as old who have never signed in.
   * Returns how many rows went.
   */
  removeExpired(query: { beforeMs: number }): Promise<number>;

  /** Undefined where the user has saved this PIN already. */
  saveParcel(save: {
    userId: string;
    parcel: SaveParcelBody;
    nowMs: number;
  }): Promise<SavedParcel | undefined>;
  /** Newest first. */
  listSavedParcels(userId: string): Promise<SavedParcel[]>;
  /** Undefined where the user has no such saved parcel. */
  editNotes(edit: { userId: string; id: string; notes: string | null }): Promise<SavedParcel | undefined>;
  deleteSavedParcel(target: { userId: string; id: string }): Promise<boolean>;

  ping(): Promise<void>;
  close(): Promise<void>;
}
