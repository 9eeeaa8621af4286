// A person's saved parcels: the cap, and the pages of a long list. On both databases.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAVED_PARCELS_MAX, SAVED_PARCELS_PAGE } from '../contract/limits.ts';
import type { SavedParcel, SaveParcelBody } from '../contract/saved-parcel.ts';
import { noClusterBus } from '../runtime/cluster-bus.ts';
import {
  closeStores,
  postgresPlace,
  type StorePlace,
  type Stores,
  sqlitePlace,
} from '../test/store-places.ts';
import { type AccountStore, SavedListFull, type SavedParcelsCursor } from './account-store.ts';
import { connect } from './postgres/connect.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';

const NOW_MS = 1_700_000_000_000;

const body = (pin: string): SaveParcelBody => ({
  parcel_pin: pin,
  parcel_owner_name: 'ADA LOVELACE',
  parcel_address: '7 HERON CT',
  parcel_centroid_lat: 35.62,
  parcel_centroid_lon: -80.86,
  notes: null,
});

/** Saved in groups of seven at the same millisecond, so that pages end within a group. */
const FILL = `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < $2)
  INSERT INTO saved_parcels
    (id, user_id, parcel_pin, parcel_owner_name, parcel_address, parcel_centroid_lat, parcel_centroid_lon, notes, created_at_ms)
  SELECT 'filled-' || i || '-' || CAST($1 AS TEXT), CAST($1 AS TEXT), 'pin-' || i, 'OWNER', 'ADDRESS', 35.6, -80.8, NULL, i / 7
  FROM numbers`;

type Filled = {
  place: StorePlace;
  openSecond(): Promise<Stores>;
  fill(userId: string, count: number): Promise<void>;
};

const kinds: { kind: string; create: () => Promise<Filled> }[] = [
  {
    kind: 'SQLite',
    create: async () => {
      const place = await sqlitePlace();
      return {
        place,
        openSecond: () => openSqliteStores({ dataDir: place.dataDir, clusterBus: noClusterBus }),
        fill: async (userId, count) => {
          const accounts = new DatabaseSync(join(place.dataDir, 'accounts.db'));
          accounts.prepare(FILL).run({ $1: userId, $2: count });
          accounts.close();
        },
      };
    },
  },
  {
    kind: 'PostgreSQL',
    create: async () => {
      const place = await postgresPlace();
      return {
        place,
        openSecond: place.open,
        fill: async (userId, count) => {
          const sql = connect(place.databaseUrl, { connectionsMax: 1 });
          await sql.unsafe(FILL, [userId, count]);
          await sql.end();
        },
      };
    },
  },
];

describe.each(kinds)('saved parcels in $kind', ({ create }) => {
  let filled: Filled;
  let stores: Stores;
  let accounts: AccountStore;
  let people = 0;

  beforeAll(async () => {
    filled = await create();
    stores = await filled.place.open();
    accounts = stores.accounts;
  });
  afterAll(async () => {
    await closeStores(stores);
    await filled.place.remove();
  });

  const someoneWith = async (count: number): Promise<string> => {
    const { userId } = await accounts.findOrCreateUser({ email: `p${++people}@example.com`, nowMs: NOW_MS });
    if (count > 0) await filled.fill(userId, count);
    return userId;
  };
  const save = (userId: string, pin: string) =>
    accounts.saveParcel({ userId, parcel: body(pin), nowMs: NOW_MS });

  async function pagesOf(userId: string, between: () => Promise<unknown> = async () => {}) {
    const pages: SavedParcel[][] = [];
    let after: SavedParcelsCursor | undefined;
    do {
      const page = await accounts.pageSavedParcels({ userId, after });
      pages.push(page.parcels);
      after = page.next;
      if (after) await between();
    } while (after);
    return pages;
  }

  test('the last free place is taken once, also with concurrent saves of two processes', async () => {
    const userId = await someoneWith(SAVED_PARCELS_MAX - 1);
    const other = await stores.accounts.findOrCreateUser({ email: 'beside@example.com', nowMs: NOW_MS });
    const second = await filled.openSecond();
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? second.accounts : accounts).saveParcel({
          userId,
          parcel: body(`new-${at}`),
          nowMs: NOW_MS,
        }),
      ),
    );
    await closeStores(second);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(SavedListFull);
    expect(await accounts.listSavedParcels(userId)).toHaveLength(SAVED_PARCELS_MAX);
    expect(await save(other.userId, 'new-1')).toBeDefined();
  });

  test('in a full list a saved PIN counts as saved already, and deleting one makes room', async () => {
    const userId = await someoneWith(SAVED_PARCELS_MAX);
    expect(await save(userId, 'pin-7')).toBeUndefined();
    await expect(save(userId, 'new')).rejects.toThrow(SavedListFull);
    await accounts.deleteSavedParcel({ userId, id: `filled-7-${userId}` });
    expect(await save(userId, 'new')).toMatchObject({ parcel_pin: 'new' });
    await expect(save(userId, 'another')).rejects.toThrow(SavedListFull);
  });

  test.each([0, 1, SAVED_PARCELS_PAGE])('a list of %i is one page', async (count) => {
    const userId = await someoneWith(count);
    expect(await accounts.pageSavedParcels({ userId })).toEqual({
      parcels: await accounts.listSavedParcels(userId),
      next: undefined,
    });
    expect(await accounts.listSavedParcels(userId)).toHaveLength(count);
  });

  test('the pages of a long list have every parcel once, newest first', async () => {
    const count = 2 * SAVED_PARCELS_PAGE + 1;
    const userId = await someoneWith(count);
    await someoneWith(10);
    const pages = await pagesOf(userId);
    expect(pages.map(({ length }) => length)).toEqual([SAVED_PARCELS_PAGE, SAVED_PARCELS_PAGE, 1]);
    const groups = pages.flat().map(({ parcel_pin }) => Math.floor(Number(parcel_pin.slice(4)) / 7));
    expect(groups).toEqual([...groups].sort((one, two) => two - one));
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(count);
    expect(await accounts.listSavedParcels(userId)).toEqual(pages.flat());
    expect(Object.keys(pages[0]![0]!)).not.toContain('created_at_ms');
  });

  test('parcels saved and deleted between two pages neither repeat nor hide others', async () => {
    const userId = await someoneWith(SAVED_PARCELS_PAGE + 100);
    const before = await accounts.listSavedParcels(userId);
    const pages = await pagesOf(userId, async () => {
      await save(userId, 'saved-meanwhile');
      await accounts.deleteSavedParcel({ userId, id: before[3]!.id });
    });
    expect(pages.flat()).toEqual(before);
  });

  test("a session look-up does not wait for a person's whole list", async () => {
    const userId = await someoneWith(SAVED_PARCELS_MAX);
    const done: string[] = [];
    const list = accounts.listSavedParcels(userId).then(() => done.push('list'));
    const session = accounts
      .findSession({ tokenHash: 'of somebody else', nowMs: NOW_MS })
      .then(() => done.push('session'));
    await Promise.all([list, session]);
    expect(done).toEqual(['session', 'list']);
  });
});
