// A person's drawings: versions, lost answers, and the room there is. On both databases.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DrawingChange } from '../contract/drawing.ts';
import { DRAWING_VERSION_MAX, DRAWINGS_KEPT_CHARACTERS_MAX, DRAWINGS_MAX } from '../contract/limits.ts';
import {
  closeStores,
  postgresPlace,
  type StorePlace,
  type Stores,
  sqlitePlace,
} from '../test/store-places.ts';
import type { DrawingStore } from './account-store.ts';
import { connect } from './postgres/connect.ts';

const NOW_MS = 1_700_000_000_000;

const point = (name: string): NonNullable<DrawingChange['drawing']> => ({
  geometry: { type: 'Point', coordinates: [-80.8612345, 35.6212345] },
  properties: { name, notes: '7 Äcker, "quoted" \0 \ud800' },
});

/** Trees of one person, more than can be kept one by one in a test. */
const FILL = `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < $2)
  INSERT INTO drawings (user_id, id, version, base, writer, characters, geometry, properties)
  SELECT CAST($1 AS TEXT), 'tree-' || i, 7, 0, 'here', 50, '{"type":"Point","coordinates":[0,0]}', '{}' FROM numbers`;

type Filled = { place: StorePlace; fill(userId: string, count: number): Promise<unknown> };

const kinds: { kind: string; create: () => Promise<Filled> }[] = [
  {
    kind: 'SQLite',
    create: async () => {
      const place = await sqlitePlace();
      const fill = async (userId: string, count: number) => {
        const accounts = new DatabaseSync(join(place.dataDir, 'accounts.db'));
        accounts.prepare(FILL).run({ $1: userId, $2: count });
        accounts.close();
      };
      return { place, fill };
    },
  },
  {
    kind: 'PostgreSQL',
    create: async () => {
      const place = await postgresPlace();
      const fill = async (userId: string, count: number) => {
        const sql = connect(place.databaseUrl, { connectionsMax: 1 });
        await sql.unsafe(FILL, [userId, count]);
        await sql.end();
      };
      return { place, fill };
    },
  },
];

describe.each(kinds)('drawings in $kind', ({ create }) => {
  let filled: Filled;
  let stores: Stores;
  let drawings: DrawingStore;
  let userId: string;
  let people = 0;

  beforeAll(async () => {
    filled = await create();
    stores = await filled.place.open();
    drawings = stores.accounts.drawings;
  });
  afterAll(async () => {
    await closeStores(stores);
    await filled.place.remove();
  });
  beforeEach(async () => {
    const email = `p${++people}@example.com`;
    ({ userId } = await stores.accounts.findOrCreateUser({ email, nowMs: NOW_MS }));
  });

  type Asked = Partial<DrawingChange> & { writer?: string; nowMs?: number };
  const change = (asked: Asked) =>
    drawings.change({
      userId,
      writer: 'here',
      id: 'oak',
      base: 0,
      drawing: point('Oak'),
      nowMs: NOW_MS,
      ...asked,
    });
  const kept = async (asked: Asked) => {
    const result = await change(asked);
    if (result.outcome !== 'kept') throw new Error(`${result.outcome}`);
    return result.version;
  };
  const names = async () => (await drawings.list(userId)).map(({ properties }) => properties.name);

  test('[P19] a drawing is listed as it was kept, and each change has a later version', async () => {
    const first = await kept({});
    expect(first).toBe(NOW_MS);
    expect(await drawings.list(userId)).toEqual([
      { type: 'Feature', id: 'oak', ...point('Oak'), version: first },
    ]);
    // Within the same millisecond, and by a clock that was set back.
    const second = await kept({ base: first, drawing: point('Elm') });
    const third = await kept({ base: second, drawing: point('Ash'), nowMs: 5 });
    expect([second, third]).toEqual([first + 1, first + 2]);
    expect(await names()).toEqual(['Ash']);
    expect(await change({ base: third, drawing: null })).toEqual({ outcome: 'deleted' });
    expect(await drawings.list(userId)).toEqual([]);
  });

  test('[P19] who has not seen the change of another writer changes and deletes nothing', async () => {
    const base = await kept({});
    const version = await kept({ base, writer: 'there', drawing: point('Elm') });
    const current = { type: 'Feature', id: 'oak', ...point('Elm'), version };
    expect(await change({ base, drawing: point('Ash') })).toEqual({ outcome: 'stale', current });
    expect(await change({ base, drawing: null })).toEqual({ outcome: 'stale', current });
    expect(await change({ base: 0, drawing: point('Ash') })).toEqual({ outcome: 'stale', current });
    expect(await names()).toEqual(['Elm']);
  });

  test('[P19] a writer that has not heard the answer is in no conflict with itself', async () => {
    const base = await kept({});
    const lost = await kept({ base, drawing: point('Elm') });
    // Sent again as it was: no further change.
    expect(await kept({ base, drawing: point('Elm'), nowMs: NOW_MS + 9 })).toBe(lost);
    expect(await kept({ base, drawing: point('Ash') })).toBe(lost + 1);
    expect(await names()).toEqual(['Ash']);
    expect(await change({ base, drawing: null })).toEqual({ outcome: 'deleted' });
    expect(await change({ base, drawing: null })).toEqual({ outcome: 'deleted' });
  });

  test('[P19] two writers with the same change agree', async () => {
    const base = await kept({});
    const version = await kept({ base, writer: 'there', drawing: point('Elm') });
    expect(await kept({ base, drawing: point('Elm') })).toBe(version);
  });

  test('[P19] an edit of what another writer has deleted brings it back, later than it was', async () => {
    const base = await kept({});
    await change({ base, writer: 'there', drawing: null });
    expect(await kept({ base, drawing: point('Elm') })).toBe(base + 1);
    expect(await names()).toEqual(['Elm']);
  });

  test('[P19] after the largest version that is taken, drawings are still read and changed', async () => {
    const version = await kept({ base: DRAWING_VERSION_MAX });
    expect(version).toBe(DRAWING_VERSION_MAX + 1);
    expect(await kept({ base: version, drawing: point('Elm') })).toBe(version + 1);
    expect(await names()).toEqual(['Elm']);
  });

  test('[P19] of two writers at once, one is told', async () => {
    const base = await kept({});
    const writers = Array.from({ length: 10 }, (_, at) => `writer-${at}`);
    const results = await Promise.all(
      writers.map((writer) => change({ base, writer, drawing: point(writer) })),
    );
    expect(results.filter(({ outcome }) => outcome === 'kept')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'stale')).toHaveLength(9);
  });

  test('[P19] the last free place is taken once; a full account still changes and deletes', async () => {
    await filled.fill(userId, DRAWINGS_MAX - 1);
    const last = await Promise.all(Array.from({ length: 5 }, (_, at) => change({ id: `last-${at}` })));
    expect(last.filter(({ outcome }) => outcome === 'kept')).toHaveLength(1);
    expect(last.filter(({ outcome }) => outcome === 'full')).toHaveLength(4);
    const version = await kept({ id: 'tree-1', base: 7, drawing: point('Elm') });
    await change({ id: 'tree-1', base: version, drawing: null });
    await kept({ id: 'oak' });
    expect(await change({ id: 'ash' })).toEqual({ outcome: 'full' });
  });

  test('[P19] all together they stay within the room there is', async () => {
    const large = (characters: number) => ({
      ...point(''),
      properties: { notes: 'x'.repeat(characters) },
    });
    const version = await kept({ id: 'a', drawing: large(DRAWINGS_KEPT_CHARACTERS_MAX - 1000) });
    expect(await change({ id: 'b', drawing: large(1000) })).toEqual({ outcome: 'full' });
    expect(await change({ id: 'a', base: version, drawing: large(DRAWINGS_KEPT_CHARACTERS_MAX) })).toEqual({
      outcome: 'full',
    });
    await kept({ id: 'b', drawing: large(500) });
    await kept({ id: 'a', base: version, drawing: large(10) });
    await kept({ id: 'c', drawing: large(1000) });
  });
});
