// The interface of what is done about whole accounts: by an operator (list, ban, sign out, export, delete), and by people
// about their own.
import type { SavedParcel } from '../contract/saved-parcel.ts';
import type { Session, User } from './account-store.ts';

export type PersonInList = User & {
  /** Sessions that have not expired. */
  sessions: number;
  savedParcels: number;
  /** When a session was last extended; undefined where there is none. */
  lastSeenAtMs: number | undefined;
};

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
