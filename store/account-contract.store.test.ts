// The contract of the account store, tested on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditSavedParcelBody, SaveParcelBody } from '../contract/saved-parcel.ts';
import { closeStores, type StorePlace, type Stores, storeKinds } from '../test/store-places.ts';
import type { AccountStore, Session, SignInToken } from './account-store.ts';

const NOW_MS = 1_700_000_000_000;
const MINUTE_MS = 60_000;

const body = (pin: string, more: Partial<SaveParcelBody> = {}): SaveParcelBody => ({
  parcel_pin: pin,
  parcel_owner_name: "O'Brien & Søn <b>",
  parcel_address: '12 Main St',
  parcel_centroid_lat: 35.6212345,
  parcel_centroid_lon: -80.8612345,
  notes: null,
  folder: null,
  color: null,
  ...more,
});

describe.each(storeKinds)('accounts in $kind', ({ createPlace }) => {
  let place: StorePlace;
  let stores: Stores;
  let accounts: AccountStore;
  let people = 0;

  beforeAll(async () => {
    place = await createPlace();
    stores = await place.open();
    accounts = stores.accounts;
  });
  afterAll(async () => {
    await closeStores(stores);
    await place.remove();
  });

  const someone = () => accounts.findOrCreateUser({ email: `person${++people}@example.com`, nowMs: NOW_MS });
  const linkFor = async (tokenHash: string): Promise<SignInToken> => {
    const link: SignInToken = {
      tokenHash,
      kind: 'magic_links',
      userId: (await someone()).userId,
      codeChallenge: 'right',
      createdAtMs: NOW_MS,
      expiresAtMs: NOW_MS + 10 * MINUTE_MS,
    };
    await accounts.addSignInToken(link);
    return link;
  };
  const sessionOf = async (name: string): Promise<Session> => {
    const session: Session = {
      sessionId: `session-${name}`,
      kind: 'oauth',
      userId: (await someone()).userId,
      tokenHash: `session-token-${name}`,
      startedAtMs: NOW_MS,
      lastAccessedAtMs: NOW_MS,
      expiresAtMs: NOW_MS + 60 * MINUTE_MS,
    };
    await accounts.addSession(session);
    return session;
  };

  describe('users', () => {
    test('the first sign-in makes a user, later ones find it', async () => {
      const first = await accounts.findOrCreateUser({ email: 'ann@example.com', nowMs: NOW_MS });
      const again = await accounts.findOrCreateUser({ email: 'ann@example.com', nowMs: NOW_MS + 1 });
      expect(first).toEqual({
        userId: expect.any(String),
        email: 'ann@example.com',
        emailVerified: false,
        createdAtMs: NOW_MS,
      });
      expect(again).toEqual(first);
      expect(await accounts.findUser(first.userId)).toEqual(first);
      expect(await accounts.findUser('nobody')).toBeUndefined();
    });

    test('twenty sign-ins at once make one user', async () => {
      const users = await Promise.all(
        Array.from({ length: 20 }, () =>
          accounts.findOrCreateUser({ email: 'at-once@example.com', nowMs: NOW_MS }),
        ),
      );
      expect(new Set(users.map(({ userId }) => userId)).size).toBe(1);
    });

    test('adopting a user of another provider keeps its id and is idempotent', async () => {
      const userId = 'user-live-1234';
      await Promise.all([1, 2, 3].map(() => accounts.adoptUser({ userId, nowMs: NOW_MS })));
      expect(await accounts.findUser(userId)).toMatchObject({ userId, createdAtMs: NOW_MS });
      expect(await accounts.saveParcel({ userId, parcel: body('adopted'), nowMs: NOW_MS })).toBeDefined();
    });

    test('a verified address stays verified', async () => {
      const { userId, email } = await someone();
      await accounts.markEmailVerified(userId);
      expect((await accounts.findUser(userId))?.emailVerified).toBe(true);
      expect((await accounts.findOrCreateUser({ email, nowMs: NOW_MS })).emailVerified).toBe(true);
    });
  });

  describe('sign-in tokens', () => {
    const spend = (tokenHash: string, codeChallenge: string | undefined, nowMs = NOW_MS) =>
      accounts.spendSignInToken({ tokenHash, kind: 'magic_links', codeChallenge, nowMs, wrongTriesMax: 5 });

    test('a link works once', async () => {
      const link = await linkFor('once');
      expect(await spend('once', 'right')).toEqual({ outcome: 'spent-now', token: link });
      expect(await spend('once', 'right')).toEqual({ outcome: 'spent' });
    });

    test('of twenty concurrent uses of one link, exactly one succeeds', async () => {
      await linkFor('race');
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => spend('race', 'right')));
      expect(outcomes.filter(({ outcome }) => outcome === 'spent-now')).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === 'spent')).toHaveLength(19);
    });

    test('an unknown link is unknown, an expired one expired', async () => {
      const { expiresAtMs } = await linkFor('late');
      expect(await spend('never-sent', 'right')).toEqual({ outcome: 'unknown' });
      expect(await spend('late', 'right', expiresAtMs)).toEqual({ outcome: 'expired' });
      expect((await spend('late', 'right', expiresAtMs - 1)).outcome).toBe('spent-now');
    });

    test('a wrong or missing verifier does not spend the link', async () => {
      await linkFor('scanned');
      expect(await spend('scanned', undefined)).toEqual({ outcome: 'wrong-proof' });
      expect(await spend('scanned', 'wrong')).toEqual({ outcome: 'wrong-proof' });
      expect((await spend('scanned', 'right')).outcome).toBe('spent-now');
    });

    test('a link is unknown as an OAuth token, and that counts no attempt', async () => {
      await linkFor('of-its-kind');
      for (let tries = 0; tries < 6; tries++) {
        const attempt = { tokenHash: 'of-its-kind', codeChallenge: 'right', nowMs: NOW_MS, wrongTriesMax: 5 };
        expect(await accounts.spendSignInToken({ ...attempt, kind: 'oauth' })).toEqual({
          outcome: 'unknown',
        });
      }
      expect((await spend('of-its-kind', 'right')).outcome).toBe('spent-now');
    });

    test('five wrong attempts spend the link', async () => {
      await linkFor('guessed');
      for (let tries = 0; tries < 5; tries++) {
        expect(await spend('guessed', 'wrong')).toEqual({ outcome: 'wrong-proof' });
      }
      expect(await spend('guessed', 'right')).toEqual({ outcome: 'spent' });
    });

    test('concurrent wrong attempts are all counted', async () => {
      await linkFor('guessed-at-once');
      const outcomes = await Promise.all(Array.from({ length: 9 }, () => spend('guessed-at-once', 'wrong')));
      expect(outcomes.filter(({ outcome }) => outcome === 'wrong-proof')).toHaveLength(5);
      expect(outcomes.filter(({ outcome }) => outcome === 'spent')).toHaveLength(4);
    });
  });

  describe('the code beside a link', () => {
    const withCode = async (name: string) => {
      const code = { methodHash: `method of ${name}`, codeHash: `code of ${name}` };
      const link = { ...(await linkFor(`first ${name}`)), tokenHash: name, code };
      await accounts.addSignInToken(link);
      return link;
    };
    const attempt = { kind: 'magic_links' as const, nowMs: NOW_MS, wrongTriesMax: 5 };
    const byCode = (name: string, codeHash = `code of ${name}`, nowMs = NOW_MS) =>
      accounts.spendSignInToken({ ...attempt, nowMs, methodHash: `method of ${name}`, codeHash });
    const byLink = (name: string, codeChallenge = 'right') =>
      accounts.spendSignInToken({ ...attempt, tokenHash: name, codeChallenge });

    test('spends the link, and the link the code', async () => {
      const link = await withCode('typed');
      expect(await byCode('typed')).toEqual({ outcome: 'spent-now', token: link });
      expect(await byCode('typed')).toEqual({ outcome: 'spent' });
      expect(await byLink('typed')).toEqual({ outcome: 'spent' });
      await withCode('opened');
      expect((await byLink('opened')).outcome).toBe('spent-now');
      expect(await byCode('opened')).toEqual({ outcome: 'spent' });
    });

    test('expires with the link, and is unknown by another method', async () => {
      const { expiresAtMs } = await withCode('old');
      expect(await byCode('old', 'code of old', expiresAtMs)).toEqual({ outcome: 'expired' });
      expect(await byCode('never-asked', 'code of old')).toEqual({ outcome: 'unknown' });
      expect((await byCode('old')).outcome).toBe('spent-now');
    });

    test('of twenty concurrent uses of code and link, exactly one succeeds', async () => {
      await withCode('both');
      const uses = Array.from({ length: 20 }, (_, at) => (at % 2 ? byCode('both') : byLink('both')));
      const outcomes = (await Promise.all(uses)).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'spent-now')).toHaveLength(1);
    });

    test('five wrong tries of code and link together spend both, also when they come at once', async () => {
      await withCode('tried');
      expect(await byLink('tried', 'wrong')).toEqual({ outcome: 'wrong-proof' });
      const outcomes = await Promise.all(Array.from({ length: 9 }, (_, at) => byCode('tried', `${at}`)));
      expect(outcomes.filter(({ outcome }) => outcome === 'wrong-proof')).toHaveLength(4);
      expect(await byCode('tried')).toEqual({ outcome: 'spent' });
      expect(await byLink('tried')).toEqual({ outcome: 'spent' });
    });
  });

  describe('sessions', () => {
    test('a session is found by its token and by its id', async () => {
      const session = await sessionOf('found');
      const { tokenHash, sessionId } = session;
      expect(await accounts.findSession({ tokenHash, nowMs: NOW_MS })).toEqual(session);
      expect(await accounts.findSessionById({ sessionId, nowMs: NOW_MS })).toEqual(session);
      expect(await accounts.findSession({ tokenHash: 'unknown', nowMs: NOW_MS })).toBeUndefined();
    });

    test('an expired session is gone, unless it was extended', async () => {
      const { tokenHash, sessionId, expiresAtMs } = await sessionOf('extended');
      expect(await accounts.findSession({ tokenHash, nowMs: expiresAtMs })).toBeUndefined();
      const touch = { sessionId, lastAccessedAtMs: NOW_MS + 5, expiresAtMs: expiresAtMs + MINUTE_MS };
      expect(await accounts.touchSession(touch)).toMatchObject(touch);
      expect(await accounts.findSession({ tokenHash, nowMs: expiresAtMs })).toMatchObject(touch);
    });

    test('a revoked session stops at once and cannot be extended', async () => {
      const { tokenHash, sessionId, expiresAtMs } = await sessionOf('revoked');
      await accounts.revokeSession(sessionId);
      expect(
        await accounts.touchSession({ sessionId, lastAccessedAtMs: NOW_MS, expiresAtMs }),
      ).toBeUndefined();
      expect(await accounts.findSession({ tokenHash, nowMs: NOW_MS })).toBeUndefined();
      expect(await accounts.findSessionById({ sessionId, nowMs: NOW_MS })).toBeUndefined();
    });

    test('a subscriber hears of each session that is extended or revoked, before the call ends', async () => {
      const told: (string | undefined)[] = [];
      accounts.onSessionChange((sessionId) => told.push(sessionId));
      const { sessionId, expiresAtMs } = await sessionOf('remembered');
      await accounts.touchSession({ sessionId, lastAccessedAtMs: NOW_MS, expiresAtMs: expiresAtMs - 1 });
      expect(told).toContain(sessionId);
      told.length = 0;
      await accounts.revokeSession(sessionId);
      expect(told).toContain(sessionId);
    });

    test('only rows that expired long ago are removed', async () => {
      const kept = await sessionOf('kept');
      const old = {
        ...(await sessionOf('old')),
        sessionId: 'ancient',
        tokenHash: 'ancient',
        expiresAtMs: 1000,
      };
      await accounts.addSession(old);
      await accounts.addSignInToken({
        ...(await linkFor('kept-link')),
        tokenHash: 'ancient',
        expiresAtMs: 1000,
      });
      await accounts.count({ name: 'ancient', nowMs: 0, windowMs: 1000 });
      expect(await accounts.removeExpired({ beforeMs: 2000 })).toBe(3);
      expect(await accounts.removeExpired({ beforeMs: 2000 })).toBe(0);
      expect(await accounts.findSession({ tokenHash: 'ancient', nowMs: 0 })).toBeUndefined();
      expect(await accounts.findSession({ tokenHash: kept.tokenHash, nowMs: NOW_MS })).toEqual(kept);
    });

    test('old users who never signed in are removed, unless something belongs to them', async () => {
      const asked = (email: string, nowMs = 1000) => accounts.findOrCreateUser({ email, nowMs });
      const stranger = await asked('stranger@example.com');
      const young = await asked('young@example.com', 3000);
      const verified = await asked('verified@example.com');
      await accounts.markEmailVerified(verified.userId);
      const waiting = await asked('waiting@example.com');
      const link = await linkFor('of-one-who-waits');
      await accounts.addSignInToken({ ...link, tokenHash: 'waiting', userId: waiting.userId });
      const present = await asked('present@example.com');
      const session = await sessionOf('of-one-who-is-there');
      const own = { sessionId: 'present', tokenHash: 'present', userId: present.userId };
      await accounts.addSession({ ...session, ...own });
      await accounts.adoptUser({ userId: 'user-live-saver', nowMs: 1000 });
      await accounts.saveParcel({ userId: 'user-live-saver', parcel: body('kept'), nowMs: 1000 });

      expect(await accounts.removeExpired({ beforeMs: 2000 })).toBe(1);
      expect(await accounts.findUser(stranger.userId)).toBeUndefined();
      for (const { userId } of [young, verified, waiting, present, { userId: 'user-live-saver' }]) {
        expect(await accounts.findUser(userId)).toBeDefined();
      }
      expect((await asked('stranger@example.com', 3000)).userId).not.toBe(stranger.userId);
    });
  });

  describe('counters', () => {
    const count = (name: string, nowMs: number) => accounts.count({ name, nowMs, windowMs: MINUTE_MS });

    test('count from one, separately for each name, until their window ends', async () => {
      expect(await count('a', NOW_MS)).toEqual({ count: 1, windowEndsAtMs: NOW_MS + MINUTE_MS });
      expect(await count('b', NOW_MS)).toMatchObject({ count: 1 });
      expect(await count('a', NOW_MS + MINUTE_MS - 1)).toEqual({
        count: 2,
        windowEndsAtMs: NOW_MS + MINUTE_MS,
      });
      expect(await count('a', NOW_MS + MINUTE_MS)).toEqual({
        count: 1,
        windowEndsAtMs: NOW_MS + 2 * MINUTE_MS,
      });
    });

    test('count every concurrent call', async () => {
      const counts = await Promise.all(Array.from({ length: 20 }, () => count('at-once', NOW_MS)));
      expect(counts.map((each) => each.count).sort((x, y) => x - y)).toEqual(
        Array.from({ length: 20 }, (_, at) => at + 1),
      );
    });

    test('tolerate calls out of order and clock skew between servers', async () => {
      await count('overtaken', NOW_MS);
      expect(await count('overtaken', NOW_MS - 5)).toEqual({ count: 2, windowEndsAtMs: NOW_MS + MINUTE_MS });
    });

    test('recover within two windows after the clock is set back', async () => {
      await count('set-back', NOW_MS);
      expect(await count('set-back', NOW_MS - 60 * MINUTE_MS)).toEqual({
        count: 1,
        windowEndsAtMs: NOW_MS - 59 * MINUTE_MS,
      });
    });
  });

  describe('the provider', () => {
    test('keeps the first project it was given, also with concurrent calls', async () => {
      const answers = await Promise.all(
        ['one', 'two', 'three'].map((name) =>
          accounts.findOrCreateProject({ projectId: `project-${name}`, publicToken: `token-${name}` }),
        ),
      );
      expect(new Set(answers.map(({ projectId }) => projectId)).size).toBe(1);
      expect(await accounts.findOrCreateProject({ projectId: 'late', publicToken: 'late' })).toEqual(
        answers[0],
      );
    });

    test('lists its signing keys newest first, and removes those made before a time', async () => {
      const key = (at: number) => ({ keyId: `key-${at}`, privateJwk: '{}', createdAtMs: NOW_MS + at });
      for (const at of [1, 3, 2]) await accounts.addSigningKey(key(at));
      expect(await accounts.listSigningKeys()).toEqual([key(3), key(2), key(1)]);
      await accounts.removeSigningKeys({ createdBeforeMs: NOW_MS + 2 });
      expect(await accounts.listSigningKeys()).toEqual([key(3), key(2)]);
    });
  });

  describe('saved parcels', () => {
    test('[V10] a saved parcel is listed as it was saved', async () => {
      const { userId } = await someone();
      const saved = await accounts.saveParcel({
        userId,
        parcel: body('1-2', { notes: 'gate 🔑 code' }),
        nowMs: NOW_MS,
      });
      expect(saved).toEqual({ id: expect.any(String), ...body('1-2', { notes: 'gate 🔑 code' }) });
      expect(await accounts.listSavedParcels(userId)).toEqual([saved]);
    });

    test('[V10] nulls stay null', async () => {
      const { userId } = await someone();
      const parcel = body('1', { parcel_centroid_lat: null, parcel_centroid_lon: null });
      await accounts.saveParcel({ userId, parcel, nowMs: NOW_MS });
      expect(await accounts.listSavedParcels(userId)).toEqual([{ id: expect.any(String), ...parcel }]);
    });

    test('[IMP-3] PINs without a county get theirs, once, and those with one keep it', async () => {
      const { userId } = await someone();
      for (const pin of ['7', '8', '8~alpha', '9~beta']) {
        await accounts.saveParcel({ userId, parcel: body(pin), nowMs: NOW_MS });
      }
      for (const source of ['alpha', 'gamma']) await accounts.nameCountyOfSaved(source);
      const pins = (await accounts.listSavedParcels(userId)).map(({ parcel_pin }) => parcel_pin);
      // The second 8 of the same person was one of before, which the first one stands for.
      expect(pins.sort()).toEqual(['7~alpha', '8~alpha', '8~gamma', '9~beta']);
    });

    test('the newest comes first', async () => {
      const { userId } = await someone();
      for (const [at, pin] of ['b', 'c', 'a'].entries()) {
        await accounts.saveParcel({ userId, parcel: body(pin), nowMs: NOW_MS + at });
      }
      const pins = (await accounts.listSavedParcels(userId)).map(({ parcel_pin }) => parcel_pin);
      expect(pins).toEqual(['a', 'c', 'b']);
    });

    test('[P6] a person can save a PIN only once, also with concurrent calls', async () => {
      const { userId } = await someone();
      const other = await someone();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          accounts.saveParcel({ userId, parcel: body('same'), nowMs: NOW_MS }),
        ),
      );
      expect(answers.filter((saved) => saved !== undefined)).toHaveLength(1);
      expect(await accounts.listSavedParcels(userId)).toHaveLength(1);
      expect(
        await accounts.saveParcel({ userId: other.userId, parcel: body('same'), nowMs: NOW_MS }),
      ).toBeDefined();
    });

    test('[V10] a person sees, edits and deletes only their own', async () => {
      const { userId } = await someone();
      const stranger = await someone();
      const saved = (await accounts.saveParcel({ userId, parcel: body('mine'), nowMs: NOW_MS }))!;
      const asStranger = { userId: stranger.userId, id: saved.id };

      expect(await accounts.listSavedParcels(stranger.userId)).toEqual([]);
      expect(await accounts.editSavedParcel({ ...asStranger, edit: { notes: 'taken' } })).toBeUndefined();
      expect(await accounts.deleteSavedParcel(asStranger)).toBe(false);
      expect(await accounts.listSavedParcels(userId)).toEqual([saved]);

      const edit = (change: EditSavedParcelBody) =>
        accounts.editSavedParcel({ userId, id: saved.id, edit: change });
      expect(await edit({ notes: 'new' })).toEqual({ ...saved, notes: 'new' });
      // What is not named stays.
      const filed = { ...saved, notes: 'new', folder: 'Ponds', color: '#1f7a4d' };
      expect(await edit({ folder: 'Ponds', color: '#1f7a4d' })).toEqual(filed);
      expect(await edit({ notes: null, color: null })).toEqual({ ...saved, folder: 'Ponds' });
      expect(await edit({ folder: null })).toEqual(saved);
      expect(await accounts.deleteSavedParcel({ userId, id: saved.id })).toBe(true);
      expect(await accounts.deleteSavedParcel({ userId, id: saved.id })).toBe(false);
      expect(await accounts.listSavedParcels(userId)).toEqual([]);
    });

    test('a deleted parcel can be saved again', async () => {
      const { userId } = await someone();
      const first = (await accounts.saveParcel({ userId, parcel: body('again'), nowMs: NOW_MS }))!;
      await accounts.deleteSavedParcel({ userId, id: first.id });
      expect(await accounts.saveParcel({ userId, parcel: body('again'), nowMs: NOW_MS })).toBeDefined();
    });

    test('saving for an unknown user fails', async () => {
      await expect(
        accounts.saveParcel({ userId: 'nobody', parcel: body('x'), nowMs: NOW_MS }),
      ).rejects.toThrow();
    });
  });

  test('everything survives a restart', async () => {
    const user = await accounts.findOrCreateUser({ email: 'restart@example.com', nowMs: NOW_MS });
    const saved = await accounts.saveParcel({ userId: user.userId, parcel: body('kept'), nowMs: NOW_MS });
    await closeStores(stores);
    stores = await place.open();
    accounts = stores.accounts;
    await accounts.ping();
    expect(await accounts.findUser(user.userId)).toEqual(user);
    expect(await accounts.listSavedParcels(user.userId)).toEqual([saved]);
  });
});
