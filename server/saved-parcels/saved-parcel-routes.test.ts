// /api/saved-parcels over HTTP, each user with their own list.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NOTES_MAX, SAVED_PARCELS_PAGE } from '../../contract/limits.ts';
import { messages, refusals } from '../../contract/messages.ts';
import { savedParcel, savedParcelList } from '../../contract/saved-parcel.ts';
import { SavedListFull } from '../../store/account-store.ts';
import {
  type AppUnderTest,
  loadParcels,
  ODD_PINS,
  openAppUnderTest,
  PLAIN_PIN,
  testParcels,
} from '../../test/app-under-test.ts';
import { testSource } from '../../test/test-source.ts';

let under: AppUnderTest;
let mine: Record<string, string>;
let theirs: Record<string, string>;

beforeAll(async () => {
  // Two parcels that are saved within a millisecond are in no order.
  let clockMs = Date.now();
  under = await openAppUnderTest({ now: () => clockMs++ });
});
afterAll(() => under.close());
beforeEach(async () => {
  mine = { authorization: `Bearer ${await under.signIn()}` };
  theirs = { authorization: `Bearer ${await under.signIn()}` };
});

const parcel = {
  parcel_pin: PLAIN_PIN,
  parcel_owner_name: "O'Malley",
  parcel_address: '100 Kestrel Ln',
  parcel_centroid_lat: 35.62,
  parcel_centroid_lon: -80.86,
  notes: 'By the lake',
  folder: 'Ponds',
  color: '#1f7a4d',
};

type Headers = Record<string, string>;
const save = (headers: Headers, payload: object = parcel, { app } = under) =>
  app.inject({ method: 'POST', url: '/api/saved-parcels', headers, payload });
const list = async (headers: Headers, { app } = under) =>
  savedParcelList.parse((await app.inject({ url: '/api/saved-parcels', headers })).json()).parcels;
const edit = (headers: Headers, id: string, payload: object) =>
  under.app.inject({ method: 'PUT', url: `/api/saved-parcels/${id}`, headers, payload });
const remove = (headers: Headers, id: string) =>
  under.app.inject({ method: 'DELETE', url: `/api/saved-parcels/${id}`, headers });

describe('saving', () => {
  test('[P6] [V10] answers 201 with the record, and the list shows it', async () => {
    const answer = await save(mine);
    expect(answer.statusCode).toBe(201);
    const record = savedParcel.parse(answer.json());
    expect(record).toEqual({ id: record.id, ...parcel });
    expect(await list(mine)).toEqual([record]);
  });

  test('[P6] a center, notes, a folder and a color may be left out', async () => {
    const answer = await save(mine, {
      parcel_pin: PLAIN_PIN,
      parcel_owner_name: 'Unnamed',
      parcel_address: 'No Address',
    });
    expect(answer.json()).toMatchObject({
      parcel_centroid_lat: null,
      parcel_centroid_lon: null,
      notes: null,
      folder: null,
      color: null,
    });
  });

  test('[P6] the same parcel twice answers 409, and the first record stays as it was', async () => {
    await save(mine);
    const answer = await save(mine, { ...parcel, notes: 'Other words' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({ message: messages.alreadySaved });
    expect((await list(mine)).map(({ notes }) => notes)).toEqual(['By the lake']);
  });

  test('[P6] race: of two saves of the same parcel, one wins', async () => {
    const answers = await Promise.all([save(mine), save(mine)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  test('[P6] notes of the full length are saved whole', async () => {
    const notes = 'ü'.repeat(NOTES_MAX);
    expect((await save(mine, { ...parcel, notes })).json()).toMatchObject({ notes });
  });

  test('a list that is full refuses further parcels, and says how many it holds', async () => {
    const full = vi.spyOn(under.accounts, 'saveParcel').mockRejectedValue(new SavedListFull());
    const answer = await save(mine);
    full.mockRestore();
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ message: refusals.savedListFull });
    expect(refusals.savedListFull).toContain('5000');
  });

  test('[P6] a parcel that does not exist is refused', async () => {
    const answer = await save(mine, { ...parcel, parcel_pin: 'nowhere' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ message: messages.parcelNotFound });
    expect(await list(mine)).toEqual([]);
  });
});

test('[V10] the list is newest first', async () => {
  for (const parcel_pin of ODD_PINS.slice(0, 3)) await save(mine, { ...parcel, parcel_pin });
  expect((await list(mine)).map(({ parcel_pin }) => parcel_pin)).toEqual(ODD_PINS.slice(0, 3).reverse());
});

describe('a long list', () => {
  const page = (after?: string) =>
    under.app.inject({ url: '/api/saved-parcels', headers: mine, ...(after && { query: { after } }) });
  /** Into the store itself: these parcels exist in no county. */
  async function fill(token: string, count: number): Promise<void> {
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const { userId } = (await under.accounts.findSession({ tokenHash, nowMs: Date.now() }))!;
    const saves = Array.from({ length: count }, (_, at) => ({ ...parcel, parcel_pin: `long-${at}` }));
    await Promise.all(
      saves.map((each, at) => under.accounts.saveParcel({ userId, parcel: each, nowMs: at })),
    );
  }

  test('[V10] of the length of a page is answered as a whole, without any other field', async () => {
    const token = await under.signIn();
    mine = { authorization: `Bearer ${token}` };
    await fill(token, SAVED_PARCELS_PAGE);
    const answer = (await page()).json();
    expect(Object.keys(answer)).toEqual(['parcels']);
    expect(answer.parcels).toHaveLength(SAVED_PARCELS_PAGE);
  });

  test('of one parcel more goes on where next says, newest first', async () => {
    const token = await under.signIn();
    mine = { authorization: `Bearer ${token}` };
    await fill(token, SAVED_PARCELS_PAGE + 1);
    const first = savedParcelList.parse((await page()).json());
    expect(first.parcels).toHaveLength(SAVED_PARCELS_PAGE);
    const rest = (await page(first.next)).json();
    expect(rest).toEqual({ parcels: [expect.objectContaining({ parcel_pin: 'long-0' })] });
    const pins = first.parcels.map(({ parcel_pin }) => parcel_pin);
    expect(pins).toEqual(Array.from(pins, (_, at) => `long-${SAVED_PARCELS_PAGE - at}`));
  });

  test.each(['x', '1_', '_1', '1_a b', `1_${'x'.repeat(99)}`, '1e3_a', '-1_a'])(
    'is refused with a cursor that no answer has given: %j',
    async (after) => {
      const answer = await page(after);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ message: messages.badCursor });
    },
  );

  test('is refused with two cursors', async () => {
    const answer = await under.app.inject({ url: '/api/saved-parcels?after=1_a&after=2_b', headers: mine });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ message: messages.badCursor });
  });
});

describe('notes', () => {
  test('[V10] are changed and cleared by PUT', async () => {
    const { id } = (await save(mine)).json();
    const changed = await edit(mine, id, { notes: 'New words' });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toEqual({ id, ...parcel, notes: 'New words' });
    expect((await edit(mine, id, { notes: null })).json()).toMatchObject({ notes: null });
    expect(await list(mine)).toMatchObject([{ notes: null }]);
  });
});

describe('deleting', () => {
  test('[V10] answers 204 without a body, also where the client announces JSON', async () => {
    const { id } = (await save(mine)).json();
    const answer = await remove({ ...mine, 'content-type': 'application/json' }, id);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(await list(mine)).toEqual([]);
  });

  test('[V10] a second time answers 404', async () => {
    const { id } = (await save(mine)).json();
    await remove(mine, id);
    const answer = await remove(mine, id);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: refusals.savedParcelNotFound });
  });
});

describe('another user', () => {
  test('[V10] does not see the list, and may save the same parcel', async () => {
    await save(mine);
    expect(await list(theirs)).toEqual([]);
    expect((await save(theirs)).statusCode).toBe(201);
  });

  test('[V10] can neither change nor delete a record: 404, as for an unknown one', async () => {
    const { id } = (await save(mine)).json();
    for (const answer of [await edit(theirs, id, { notes: 'Hijacked' }), await remove(theirs, id)]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ message: refusals.savedParcelNotFound });
    }
    expect(await list(mine)).toEqual([{ id, ...parcel }]);
  });
});

test('[V10] saved parcels remain when a new import lacks their PIN', async () => {
  const own = await openAppUnderTest();
  try {
    const [me, other] = [await own.signIn(), await own.signIn()].map((token) => ({
      authorization: `Bearer ${token}`,
    }));
    await save(me!, parcel, own);
    await loadParcels(own.parcels, testParcels.slice(1));
    expect((await save(other!, parcel, own)).statusCode).toBe(400);
    expect(await list(me!, own)).toMatchObject([parcel]);
  } finally {
    await own.close();
  }
});

test('[IMP-3] a saved parcel belongs to its county: it never opens that of another one with the same PIN', async () => {
  const own = await openAppUnderTest({ records: [] });
  try {
    const me = { authorization: `Bearer ${await own.signIn()}` };
    const load = (name: string) =>
      own.parcels.replaceSource({
        ...testSource,
        name,
        kind: 'imported',
        parcels: testParcels,
        expectedCount: testParcels.length,
      });
    const savedPins = async () => (await list(me, own)).map(({ parcel_pin }) => parcel_pin);
    const read = async (pin: string) => {
      const answer = await own.app.inject({ url: `/api/parcels/${encodeURIComponent(pin)}`, headers: me });
      return answer.json().message ?? answer.json().origin.name;
    };
    await load('alpha');
    expect((await save(me, parcel, own)).json()).toMatchObject({ parcel_pin: PLAIN_PIN });
    await load('beta');
    expect(await savedPins()).toEqual([PLAIN_PIN]);
    expect(await read(PLAIN_PIN)).toBe('alpha');

    await own.parcels.removeSource('alpha');
    expect(await savedPins()).toEqual([`${PLAIN_PIN}~alpha`]);
    expect(await read(`${PLAIN_PIN}~alpha`)).toBe(refusals.countyNotLoaded);
    expect((await save(me, { ...parcel, parcel_pin: `${PLAIN_PIN}~beta` }, own)).statusCode).toBe(201);
    expect(await savedPins()).toEqual([`${PLAIN_PIN}~beta`, `${PLAIN_PIN}~alpha`]);

    // The only county is named by PINs alone.
    await own.parcels.removeSource('beta');
    await load('gamma');
    expect(await read(PLAIN_PIN)).toBe('gamma');
    expect(await savedPins()).toEqual([`${PLAIN_PIN}~beta`, `${PLAIN_PIN}~alpha`]);

    await load('alpha');
    expect(await read(`${PLAIN_PIN}~alpha`)).toBe('alpha');
    await own.parcels.replaceSource({
      ...testSource,
      name: 'alpha',
      kind: 'imported',
      parcels: testParcels.filter(({ pin }) => pin !== PLAIN_PIN),
      expectedCount: testParcels.length - 1,
    });
    expect(await read(`${PLAIN_PIN}~alpha`)).toBe(refusals.parcelGone);
  } finally {
    await own.close();
  }
});

test('[V10] newest first goes by the clock that the server was given', async () => {
  let nowMs = Date.now();
  const own = await openAppUnderTest({ now: () => nowMs });
  try {
    const me = { authorization: `Bearer ${await own.signIn()}` };
    const [later, earlier] = ODD_PINS;
    nowMs += 1000;
    await save(me, { ...parcel, parcel_pin: later }, own);
    nowMs -= 500;
    await save(me, { ...parcel, parcel_pin: earlier }, own);
    expect((await list(me, own)).map(({ parcel_pin }) => parcel_pin)).toEqual([later, earlier]);
  } finally {
    await own.close();
  }
});
