// All that is stored about one person, as the JSON that they may take with them.
import type { AccountStore, Session, User } from '../../store/account-store.ts';

const isoTime = (timeMs: number) => new Date(timeMs).toISOString();

export const sessionForPerson = (session: Session) => ({
  id: session.sessionId,
  started_at: isoTime(session.startedAtMs),
  last_seen_at: isoTime(session.lastAccessedAtMs),
  browser: session.browser ?? null,
});

type Parts = {
  accounts: Pick<AccountStore, 'people' | 'drawings' | 'findPreferences'>;
  user: User;
  nowMs: number;
};

export async function personExport({ accounts, user, nowMs }: Parts) {
  const { userId, email, emailVerified, createdAtMs, bannedAtMs } = user;
  const [sessions, saved, drawings, preferences] = await Promise.all([
    accounts.people.listSessions({ userId, nowMs }),
    accounts.people.listSavedParcels(userId),
    accounts.drawings.list(userId),
    accounts.findPreferences(userId),
  ]);
  return {
    exported_at: isoTime(nowMs),
    account: {
      user_id: userId,
      // A user of another provider has the id in place of the address.
      address: email === userId ? null : email,
      address_verified: emailVerified,
      created_at: isoTime(createdAtMs),
      ...(bannedAtMs !== undefined && { banned_at: isoTime(bannedAtMs) }),
    },
    sessions: sessions.map((session) => ({
      ...sessionForPerson(session),
      signed_in_by: session.kind,
      expires_at: isoTime(session.expiresAtMs),
    })),
    saved_parcels: saved.map(({ savedAtMs, ...parcel }) => ({ ...parcel, saved_at: isoTime(savedAtMs) })),
    // As a map program opens them.
    drawings: { type: 'FeatureCollection', features: drawings },
    preferences: JSON.parse(preferences ?? '{}'),
  };
}
