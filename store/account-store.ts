// The interface of the account store: users, sign-in tokens, sessions, saved parcels and drawings. Its writes must never be lost.
import type { DrawingChange, StoredDrawing } from '../contract/drawing.ts';
import type { EditSavedParcelBody, SavedParcel, SaveParcelBody } from '../contract/saved-parcel.ts';
import type { SessionListener } from './session-changes.ts';

/** Times are milliseconds since 1970. Tokens are stored as hashes only: `…Hash` is the hex SHA-256. */
export type User = {
  userId: string;
  email: string;
  emailVerified: boolean;
  createdAtMs: number;
  /** Undefined for nearly everybody. Who is banned cannot sign in, and no session of theirs is found. */
  bannedAtMs?: number | undefined;
};

/** What a token is of: a link in a mail, or the end of an OAuth flow. */
export type SignInTokenKind = 'magic_links' | 'oauth';
/** How a person signs in. `otps`: by the code that a mail has beside its link. */
export type SignInKind = SignInTokenKind | 'otps';

export type SignInToken = {
  tokenHash: string;
  kind: SignInTokenKind;
  userId: string;
  codeChallenge: string;
  /** The code beside the link: it spends the same token. `codeHash` is keyed with the secret that `methodHash` is of. */
  code?: { methodHash: string; codeHash: string } | undefined;
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
  /** In a few words, such as Firefox on Windows; undefined where it is not known. */
  browser?: string | undefined;
};

/** `spent`: used before, or too many wrong attempts. `wrong-proof`: the challenge or the code is another. */
export type SignInTokenSpending =
  | { outcome: 'spent-now'; token: SignInToken }
  | { outcome: 'unknown' | 'expired' | 'spent' | 'wrong-proof' };

/** By the link and the hash of the presented PKCE verifier, which is undefined without one; or by the code. */
export type SpendSignInToken = (
  | { tokenHash: string; codeChallenge: string | undefined }
  | { methodHash: string; codeHash: string }
) & { kind: SignInTokenKind; nowMs: number; wrongTriesMax: number };

export type SaveParcel = { userId: string; parcel: SaveParcelBody; nowMs: number };

/** Keyset paging: a page begins after the last saved parcel of the one before it, whatever was saved or deleted meanwhile. */
export type SavedParcelsCursor = { createdAtMs: number; id: string };
export type SavedParcelsQuery = { userId: string; after?: SavedParcelsCursor | undefined };
/** `next` is undefined on the last page. */
export type SavedParcelsPage = { parcels: SavedParcel[]; next: SavedParcelsCursor | undefined };

/** What is left out stays as it is. */
export type EditSavedParcel = { userId: string; id: string; edit: EditSavedParcelBody };

/** The person must delete something before anything else can be saved. */
export class SavedListFull extends Error {
  override name = 'SavedListFull';
}

/** A write for a person whose account was removed meanwhile: their session is over, too. */
export class AccountGone extends Error {
  override name = 'AccountGone';
}

/** The identifiers of this server as an authentication provider. */
export type Project = { projectId: string; publicToken: string };

export type SigningKey = {
  keyId: string;
  /** A JSON Web Key, with its private part. */
  privateJwk: string;
  createdAtMs: number;
};

export interface AccountStore {
  /** What an operator does about people, and people about their own accounts. */
  readonly people: PeopleStore;
  readonly drawings: DrawingStore;

  /** Idempotent, also for concurrent calls. The caller normalizes the address. */
  findOrCreateUser(user: { email: string; nowMs: number }): Promise<User>;
  /** Adds a user of another provider by the id there. The address stays with that provider. Idempotent. */
  adoptUser(user: { userId: string; nowMs: number }): Promise<void>;
  findUser(userId: string): Promise<User | undefined>;
  markEmailVerified(userId: string): Promise<void>;

  addSignInToken(token: SignInToken): Promise<void>;
  /** Atomic: of concurrent calls with one token, exactly one gets `spent-now`. A wrong proof counts as an attempt. */
  spendSignInToken(attempt: SpendSignInToken): Promise<SignInTokenSpending>;

  addSession(session: Session): Promise<void>;
  /** Undefined for unknown, revoked and expired sessions, and those of banned people, alike. */
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
  receivesSessionChanges(): boolean;

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
   * never signed in, unless they are banned. Returns the number of removed rows.
   */
  removeExpired(query: { beforeMs: number }): Promise<number>;

  /**
   * Undefined if the user has already saved this PIN. Throws SavedListFull if the list has SAVED_PARCELS_MAX parcels: atomic,
   * so that concurrent calls cannot exceed it.
   */
  saveParcel(save: SaveParcel): Promise<SavedParcel | undefined>;
  /** At most SAVED_PARCELS_PAGE of them, newest first. */
  pageSavedParcels(query: SavedParcelsQuery): Promise<SavedParcelsPage>;
  /** All of them, newest first: read page by page, so that no other call waits for the whole list. */
  listSavedParcels(userId: string): Promise<SavedParcel[]>;
  /** Undefined if the user has no such saved parcel. */
  /** Rows of older versions, which knew a PIN alone: gives them the county that such PINs belong to. */
  nameCountyOfSaved(source: string): Promise<void>;
  editSavedParcel(edit: EditSavedParcel): Promise<SavedParcel | undefined>;
  deleteSavedParcel(target: { userId: string; id: string }): Promise<boolean>;

  /** As JSON. Undefined for a person who has never chosen anything. */
  findPreferences(userId: string): Promise<string | undefined>;
  /** Answers all of them with the chosen ones, of which null takes one back. Atomic: what is not named stays. */
  keepPreferences(keep: { userId: string; chosen: Readonly<Record<string, unknown>> }): Promise<string>;

  /** A health check: resolves if the store can be written, and that is durable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type PersonInList = User & {
  /** Sessions that have not expired. */
  sessions: number;
  savedParcels: number;
  /** When a session was last extended; undefined where there is none. */
  lastSeenAtMs: number | undefined;
};

/** What is done about whole accounts: by an operator, and by people about their own. */
export interface PeopleStore {
  /** In the order of their addresses. */
  list(query: { nowMs: number }): Promise<PersonInList[]>;
  /** By address, as it was normalized, or by id. */
  find(addressOrId: string): Promise<User | undefined>;
  /** Idempotent. Also ends the sessions and the sign-in links under way. */
  ban(ban: { userId: string; nowMs: number }): Promise<void>;
  unban(userId: string): Promise<void>;

  /** Those that have not expired, the last used first. */
  listSessions(query: { userId: string; nowMs: number }): Promise<Session[]>;
  /** False where the person has no such session. */
  endSession(target: { userId: string; sessionId: string }): Promise<boolean>;
  /** All but one, or all. Returns how many. */
  endSessions(target: { userId: string; exceptSessionId?: string | undefined }): Promise<number>;
  /** By the hash of its token, which only who had the token knows. */
  endSessionByHash(tokenHash: string): Promise<void>;
  /** The addresses of everybody with a session. */
  listSignedIn(query: { nowMs: number }): Promise<Pick<User, 'userId' | 'email'>[]>;

  /** Newest first. */
  listSavedParcels(userId: string): Promise<(SavedParcel & { savedAtMs: number })[]>;
  /** Removes the person with sessions, sign-in links, saved parcels, and counters that hold the address. */
  remove(user: Pick<User, 'userId' | 'email'>): Promise<void>;
}

export type ChangeDrawing = { userId: string; writer: string; nowMs: number } & DrawingChange;

/** `stale`: another writer has changed it since that base. `full`: there is no room for it. Nothing was written then. */
export type DrawingChanged =
  | { outcome: 'kept'; version: number }
  | { outcome: 'deleted' }
  | { outcome: 'full' }
  | { outcome: 'stale'; current: StoredDrawing };

export interface DrawingStore {
  /** In the order of their ids. */
  list(userId: string): Promise<StoredDrawing[]>;
  find(drawing: { userId: string; id: string }): Promise<StoredDrawing | undefined>;
  /**
   * Atomic. Adds, replaces or deletes a drawing, unless another writer has changed it since the base. One that was deleted
   * meanwhile is added again: an edit counts more than a deletion. The same change again is no change.
   */
  change(change: ChangeDrawing): Promise<DrawingChanged>;
}
