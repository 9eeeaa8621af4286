// What is done about whole accounts, tested on both databases, also by one process beside another.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../test/eventually.ts';
import {
  closeStores,
  postgresPlace,
  type StorePlace,
  type Stores,
  sqlitePlace,
} from '../test/store-places.ts';
import { migrationsFrom } from './account-migrations.ts';
import {
  AccountGone,
  type AccountStore,
  type ChangeDrawing,
  type Session,
  type User,
} from './account-store.ts';
import { openPostgresAccounts } from './postgres/open-postgres-stores.ts';
import { openSqliteAccounts } from './sqlite/open-sqlite-stores.ts';
import { tryToLock } from './sqlite/with-load-lock.ts';

const NOW_MS = 1_700_000_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Place = StorePlace & { openAccounts(): Promise<AccountStore> };

const kinds: { kind: string; createPlace(): Promise<Place> }[] = [
  {
    kind: 'SQLite',
    createPlace: async () => {
      const place = await sqlitePlace();
      return { ...place, openAccounts: () => openSqliteAccounts(place) };
    },
  },
  {
    kind: 'PostgreSQL',
    createPlace: async () => {
      const place = await postgresPlace();
      return { ...place, openAccounts: () => openPostgresAccounts(place) };
    },
  },
];

describe.each(kinds)('people in $kind', ({ createPlace }) => {
  let place: Place;
  let stores: Stores;
  let accounts: AccountStore;
  let made = 0;

  beforeAll(async () => {
    place = await createPlace();
    stores = await place.open();
    accounts = stores.accounts;
  });
  afterAll(async () => {
    await closeStores(stores);
    await place.remove();
  });

  const someone = (email = `person${++made}@example.com`): Promise<User> =>
    accounts.findOrCreateUser({ email, nowMs: NOW_MS });

  async function sessionFor({ userId }: User, more: Partial<Session> = {}): Promise<Session> {
    const name = `session-${++made}`;
    const session: Session = {
      sessionId: name,
      kind: 'magic_links',
      userId,
      tokenHash: `hash of ${name}`,
      startedAtMs: NOW_MS,
      lastAccessedAtMs: NOW_MS,
      expiresAtMs: NOW_MS + HOUR_MS,
      ...more,
    };
    await accounts.addSession(session);
    return session;
  }

  const isOpen = async ({ tokenHash, sessionId }: Session) => {
    const found = await Promise.all([
      accounts.findSession({ tokenHash, nowMs: NOW_MS }),
      accounts.findSessionById({ sessionId, nowMs: NOW_MS }),
    ]);
    expect(new Set(found.map(Boolean)).size).toBe(1);
    return found[0] !== undefined;
  };

  const linkFor = ({ userId }: User, tokenHash: string) =>
    accounts.addSignInToken({
      tokenHash,
      kind: 'magic_links',
      userId,
      codeChallenge: 'right',
      createdAtMs: NOW_MS,
      expiresAtMs: NOW_MS + HOUR_MS,
    });
  const spend = (tokenHash: string) =>
    accounts.spendSignInToken({
      tokenHash,
      kind: 'magic_links',
      codeChallenge: 'right',
      nowMs: NOW_MS,
      wrongTriesMax: 5,
    });
  const draw = ({ userId }: User) =>
    accounts.drawings.change({
      userId,
      writer: 'w',
      id: 'pond',
      base: 0,
      drawing: { geometry: { type: 'Point', coordinates: [-80, 35] }, properties: {} },
      nowMs: NOW_MS,
    });
  const save = ({ userId }: User, pin: string) =>
    accounts.saveParcel({
      userId,
      nowMs: NOW_MS,
      parcel: {
        parcel_pin: pin,
        parcel_owner_name: 'A',
        parcel_address: 'B',
        parcel_centroid_lat: null,
        parcel_centroid_lon: null,
        notes: 'mine',
      },
    });

  test('the list tells sessions, saved parcels, and when somebody was last seen', async () => {
    const zoe = await someone('zoe@list.example');
    const ann = await someone('ann@list.example');
    await sessionFor(ann, { lastAccessedAtMs: NOW_MS + 1 });
    await sessionFor(ann, { lastAccessedAtMs: NOW_MS + 2, expiresAtMs: NOW_MS - 1 });
    await save(ann, '1');
    await accounts.people.ban({ userId: zoe.userId, nowMs: NOW_MS + 7 });
    const listed = (await accounts.people.list({ nowMs: NOW_MS })).filter(({ email }) =>
      email.endsWith('@list.example'),
    );
    expect(listed).toEqual([
      { ...ann, sessions: 1, savedParcels: 1, lastSeenAtMs: NOW_MS + 2 },
      { ...zoe, bannedAtMs: NOW_MS + 7, sessions: 0, savedParcels: 0, lastSeenAtMs: undefined },
    ]);
  });

  test('somebody is found by address and by id', async () => {
    const user = await someone();
    expect(await accounts.people.find(user.email)).toEqual(user);
    expect(await accounts.people.find(user.userId)).toEqual(user);
    expect(await accounts.people.find('nobody@example.com')).toBeUndefined();
  });

  test('a ban ends sessions and links, stays after the clean-up, and can be lifted', async () => {
    const [user, other] = [await someone(), await someone()];
    const [session, others] = [await sessionFor(user), await sessionFor(other)];
    await linkFor(user, 'link of a banned person');
    await accounts.people.ban({ userId: user.userId, nowMs: NOW_MS });
    await accounts.people.ban({ userId: user.userId, nowMs: NOW_MS + 5 });
    expect((await accounts.findUser(user.userId))?.bannedAtMs).toBe(NOW_MS);
    expect(await isOpen(session)).toBe(false);
    expect(await isOpen(others)).toBe(true);
    expect((await spend('link of a banned person')).outcome).toBe('unknown');
    // A sign-in that was under way.
    const late = await sessionFor(user);
    expect(await isOpen(late)).toBe(false);
    await accounts.people.endSessions({ userId: user.userId });
    await accounts.removeExpired({ beforeMs: NOW_MS + 1 });
    expect(await accounts.people.find(user.email)).toBeDefined();
    await accounts.people.unban(user.userId);
    expect((await accounts.findUser(user.userId))?.bannedAtMs).toBeUndefined();
    expect(await isOpen(await sessionFor(user))).toBe(true);
  });

  test('sessions are listed with their browsers, the last used first, and without those that expired', async () => {
    const user = await someone();
    const old = await sessionFor(user, { browser: 'Firefox on Windows' });
    const recent = await sessionFor(user, { lastAccessedAtMs: NOW_MS + 1 });
    await sessionFor(user, { expiresAtMs: NOW_MS });
    expect(await accounts.people.listSessions({ userId: user.userId, nowMs: NOW_MS })).toEqual([recent, old]);
  });

  test('one session ends, or all but one, or one by its hash, and nobody else’s', async () => {
    const [user, other] = [await someone(), await someone()];
    const mine = await Promise.all([1, 2, 3, 4].map(() => sessionFor(user)));
    const [first, second, third, fourth] = mine as [Session, Session, Session, Session];
    const foreign = await sessionFor(other);
    const end = (sessionId: string) => accounts.people.endSession({ userId: user.userId, sessionId });
    expect(await end(foreign.sessionId)).toBe(false);
    expect(await end(first.sessionId)).toBe(true);
    expect(await end(first.sessionId)).toBe(false);
    await accounts.people.endSessionByHash(fourth.tokenHash);
    expect(await isOpen(fourth)).toBe(false);
    const rest = { userId: user.userId, exceptSessionId: third.sessionId };
    expect(await accounts.people.endSessions(rest)).toBe(1);
    expect(await Promise.all([second, third, foreign].map(isOpen))).toEqual([false, true, true]);
    expect(await accounts.people.endSessions({ userId: user.userId })).toBe(1);
    expect(await isOpen(foreign)).toBe(true);
  });

  test('listeners hear of ended sessions before the call is answered', async () => {
    const user = await someone();
    const sessions = [await sessionFor(user), await sessionFor(user), await sessionFor(user)];
    const heard: (string | undefined)[] = [];
    accounts.onSessionChange((sessionId) => heard.push(sessionId));
    await accounts.people.endSession({ userId: user.userId, sessionId: sessions[0]!.sessionId });
    expect(heard).toContain(sessions[0]!.sessionId);
    await accounts.people.endSessions({ userId: user.userId });
    expect(heard).toContain(undefined);
  });

  test('who is signed in is listed by address', async () => {
    const [user, out] = [await someone(), await someone()];
    await sessionFor(user);
    await sessionFor(out, { expiresAtMs: NOW_MS });
    const signedIn = (await accounts.people.listSignedIn({ nowMs: NOW_MS })).map(({ email }) => email);
    expect(signedIn).toContain(user.email);
    expect(signedIn).not.toContain(out.email);
  });

  test('a removed person leaves nothing, and others keep all', async () => {
    const [user, other] = [await someone('a_b@example.com'), await someone('aab@example.com')];
    const [session, foreign] = [await sessionFor(user), await sessionFor(other)];
    await Promise.all([linkFor(user, 'link of one who goes'), linkFor(other, 'link of one who stays')]);
    await Promise.all([save(user, '1'), save(user, '2'), save(other, '1'), draw(user), draw(other)]);
    const count = (name: string) =>
      accounts.count({ name, nowMs: NOW_MS, windowMs: HOUR_MS }).then((counter) => counter.count);
    const names = (email: string) => [`mails to ${email}`, `mails to ${email} from 10.0.0.1`];
    for (const name of [...names(user.email), ...names(other.email)]) expect(await count(name)).toBe(1);
    expect(await accounts.people.listSavedParcels(user.userId)).toMatchObject([
      { parcel_pin: expect.any(String), notes: 'mine', savedAtMs: NOW_MS },
      { notes: 'mine' },
    ]);

    await accounts.people.remove(user);
    expect(await accounts.findUser(user.userId)).toBeUndefined();
    expect(await isOpen(session)).toBe(false);
    expect((await spend('link of one who goes')).outcome).toBe('unknown');
    expect(await accounts.people.listSavedParcels(user.userId)).toEqual([]);
    expect(await accounts.drawings.list(user.userId)).toEqual([]);
    for (const name of names(user.email)) expect(await count(name)).toBe(1);

    expect(await isOpen(foreign)).toBe(true);
    expect((await spend('link of one who stays')).outcome).toBe('spent-now');
    expect(await accounts.people.listSavedParcels(other.userId)).toHaveLength(1);
    expect(await accounts.drawings.list(other.userId)).toHaveLength(1);
    for (const name of names(other.email)) expect(await count(name)).toBe(2);
  });

  test('what is written for a person who is removed meanwhile says that the account is gone, and leaves nothing', async () => {
    const { userId, email } = await someone();
    await accounts.people.remove({ userId, email });
    const parcel = { parcel_pin: 'late', parcel_owner_name: 'A', parcel_address: 'B' };
    const geometry = { type: 'Point' as const, coordinates: [-80, 35] };
    const drawing = { type: 'Feature' as const, geometry, properties: {} };
    const times = { createdAtMs: NOW_MS, expiresAtMs: NOW_MS + HOUR_MS };
    const writes = [
      accounts.saveParcel({ userId, parcel, nowMs: NOW_MS }),
      accounts.drawings.change({
        userId,
        writer: 'w',
        id: 'd',
        base: 0,
        drawing,
        nowMs: NOW_MS,
      } as ChangeDrawing),
      accounts.keepPreferences({ userId, chosen: { theme: 'dark' } }),
      accounts.addSignInToken({ tokenHash: 'late', kind: 'oauth', userId, codeChallenge: 'c', ...times }),
      accounts.addSession({
        sessionId: 'late',
        userId,
        kind: 'oauth',
        tokenHash: 'late',
        startedAtMs: NOW_MS,
        lastAccessedAtMs: NOW_MS,
        expiresAtMs: NOW_MS + HOUR_MS,
      }),
    ];
    for (const write of await Promise.allSettled(writes)) {
      expect(write).toEqual({ status: 'rejected', reason: expect.any(AccountGone) });
    }
    expect(await accounts.listSavedParcels(userId)).toEqual([]);
    expect(await accounts.drawings.list(userId)).toEqual([]);
  });

  test('saves race with the removal of the account: each is kept until then, or finds the account gone', async () => {
    const { userId, email } = await someone();
    const save = (number: number) =>
      accounts.saveParcel({
        userId,
        parcel: { parcel_pin: `pin ${number}`, parcel_owner_name: 'A', parcel_address: 'B' },
        nowMs: NOW_MS,
      });
    const saves = Array.from({ length: 20 }, (_, number) => save(number));
    const [removed, ...saved] = await Promise.allSettled([
      accounts.people.remove({ userId, email }),
      ...saves,
    ]);
    expect(removed!.status).toBe('fulfilled');
    for (const one of saved) {
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(AccountGone);
    }
    expect(await accounts.listSavedParcels(userId)).toEqual([]);
  });

  test('two processes keep what each was told at once, key by key; null takes one back', async () => {
    const { userId } = await someone();
    const other = await place.openAccounts();
    try {
      const keys = Array.from({ length: 25 }, (_, number) => `choice ${number}`);
      await accounts.keepPreferences({ userId, chosen: { old: true } });
      await Promise.all([
        ...keys.map((key, at) =>
          [accounts, other][at % 2]!.keepPreferences({ userId, chosen: { [key]: at } }),
        ),
        other.keepPreferences({ userId, chosen: { old: null } }),
      ]);
      const expected = Object.fromEntries(keys.map((key, at) => [key, at]));
      expect(JSON.parse((await accounts.findPreferences(userId))!)).toEqual(expected);
      expect(JSON.parse(await other.keepPreferences({ userId, chosen: {} }))).toEqual(expected);
    } finally {
      await other.close();
    }
  });

  test('a server hears of what a command has ended beside it', async () => {
    const user = await someone();
    const session = await sessionFor(user);
    await eventually(async () => expect(accounts.receivesSessionChanges()).toBe(true));
    let isHeard = false;
    accounts.onSessionChange((sessionId) => {
      isHeard ||= sessionId === undefined || sessionId === session.sessionId;
    });
    const command = await place.openAccounts();
    try {
      await command.people.ban({ userId: user.userId, nowMs: NOW_MS });
      await eventually(async () => expect(isHeard).toBe(true));
      expect(await isOpen(session)).toBe(false);
    } finally {
      await command.close();
    }
  });
});

test('without accounts in the folder a command says so, and makes none', async () => {
  const place = await sqlitePlace();
  await expect(openSqliteAccounts(place)).rejects.toThrow(/There are no accounts in .* yet/);
  await place.remove();
});

test('sessions of an earlier version last 90 days at most', async () => {
  const place = await sqlitePlace();
  const db = new DatabaseSync(join(place.dataDir, 'accounts.db'));
  const before = migrationsFrom(0).slice(0, -migrationsFrom(3).length);
  for (const statement of before) db.exec(statement);
  db.exec(`PRAGMA user_version = 3;
    INSERT INTO users VALUES ('ada', 'ada@example.org', 1, 0);
    INSERT INTO sessions VALUES ('long', 'ada', 'long', 0, 0, ${400 * DAY_MS}, 'oauth');
    INSERT INTO sessions VALUES ('short', 'ada', 'short', 0, 0, ${30 * DAY_MS}, 'oauth');`);
  db.close();
  const accounts = await openSqliteAccounts(place);
  const ends = (await accounts.people.listSessions({ userId: 'ada', nowMs: 1 })).map((session) => [
    session.sessionId,
    session.expiresAtMs / DAY_MS,
  ]);
  expect(ends).toEqual([
    ['long', 90],
    ['short', 30],
  ]);
  await accounts.close();
  await place.remove();
});

test('a command does not migrate accounts under a server that is running', async () => {
  const place = await sqlitePlace();
  await closeStores(await place.open());
  const db = new DatabaseSync(join(place.dataDir, 'accounts.db'));
  db.exec('PRAGMA user_version = 3');
  db.close();
  const unlock = tryToLock(join(place.dataDir, 'lock.db'))!;
  await expect(openSqliteAccounts(place)).rejects.toThrow('restart it first');
  unlock();
  await place.remove();
});
