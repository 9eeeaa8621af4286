// Accounts: users, magic links, sessions and saved parcels. Small writes that must never be lost.
import type { SavedParcel, SaveParcelBody } from '../contract/saved-parcel.ts';

/** Times are milliseconds since 1970. Tokens are only ever stored hashed: `…Hash` is the hex SHA-256. */
export type User = { userId: string; email: string; emailVerified: boolean; createdAtMs: number };

export type MagicLink = {
  tokenHash: string;
  userId: string;
  codeChallenge: string;
  createdAtMs: number;
  expiresAtMs: number;
};

export type Session = {
  sessionId: string;
  userId: string;
  tokenHash: string;
  startedAtMs: number;
  lastAccessedAtMs: number;
  expiresAtMs: number;
};

/** `spent`: used before, or tried wrongly too often. */
export type MagicLinkSpending =
  | { outcome: 'spent-now'; link: MagicLink }
  | { outcome: 'unknown' | 'expired' | 'spent' | 'wrong-challenge' };

export type SpendMagicLink = {
  tokenHash: string;
  /** What the presented verifier hashes to; undefined where none was presented. */
  codeChallenge: string | undefined;
  nowMs: number;
  wrongTriesMax: number;
};

export interface AccountStore {
  /** The address is normalised by the caller. Two calls at once create one user. */
  findOrCreateUser(user: { email: string; nowMs: number }): Promise<User>;
  findUser(userId: string): Promise<User | undefined>;
  markEmailVerified(userId: string): Promise<void>;

  addMagicLink(link: MagicLink): Promise<void>;
  /** Of two calls at once on one link, exactly one gets `spent-now`. A wrong challenge counts a try. */
  spendMagicLink(attempt: SpendMagicLink): Promise<MagicLinkSpending>;

  addSession(session: Session): Promise<void>;
  /** Undefined for unknown, revoked and expired sessions alike. */
  findSession(query: { tokenHash: string; nowMs: number }): Promise<Session | undefined>;
  findSessionById(query: { sessionId: string; nowMs: number }): Promise<Session | undefined>;
  touchSession(touch: { sessionId: string; lastAccessedAtMs: number; expiresAtMs: number }): Promise<void>;
  revokeSession(sessionId: string): Promise<void>;
  /** Expired sessions and links, long past any use. Returns how many rows went. */
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
