// /api/drawings over HTTP, each user with their own.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawingCollection, drawingResults } from '../../contract/drawing.ts';
import { DRAWING_CHARACTERS_MAX } from '../../contract/limits.ts';
import { messages, refusals } from '../../contract/messages.ts';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';

let under: AppUnderTest;
let mine: Headers;
let theirs: Headers;
beforeAll(async () => {
  under = await openAppUnderTest();
});
afterAll(() => under.close());
beforeEach(async () => {
  mine = { authorization: `Bearer ${await under.signIn()}` };
  theirs = { authorization: `Bearer ${await under.signIn()}` };
});

type Headers = Record<string, string>;
const list = async (headers: Headers) =>
  drawingCollection.parse((await under.app.inject({ url: '/api/drawings', headers })).json()).features;
const send = async (headers: Headers, ...changes: object[]) => {
  const payload = { writer: 'here', changes };
  const answer = await under.app.inject({ method: 'POST', url: '/api/drawings', headers, payload });
  expect(answer.statusCode).toBe(200);
  return drawingResults.parse(answer.json()).results;
};

const point = (name: string) => ({
  geometry: { type: 'Point', coordinates: [-80.86, 35.62] },
  properties: { name, color: '#1f7a4d', notes: 'By the lake', folder: 'Trees', version: 'of a file' },
});

describe('drawings', () => {
  test('[P19] come back as they were sent, with their version beside, to their person alone', async () => {
    expect(await list(mine)).toEqual([]);
    const [kept] = await send(mine, { id: 'way/7 é', base: 0, drawing: point('Oak') });
    expect(kept).toEqual({ outcome: 'kept', id: 'way/7 é', version: expect.any(Number) });
    const { version } = kept as { version: number };
    expect(await list(mine)).toEqual([{ type: 'Feature', id: 'way/7 é', ...point('Oak'), version }]);
    expect(await list(theirs)).toEqual([]);
    // The same id is another drawing there.
    expect(await send(theirs, { id: 'way/7 é', base: 0, drawing: null })).toEqual([
      { outcome: 'deleted', id: 'way/7 é' },
    ]);
    expect(await list(mine)).toHaveLength(1);
  });

  test('[P19] altitudes and other members of a geometry are left out', async () => {
    const geometry = {
      type: 'LineString',
      coordinates: [
        [0, 1, 200],
        [2, 3, 210, 5],
      ],
      bbox: [0, 1, 2, 3],
    };
    await send(mine, { id: 'a', base: 0, drawing: { geometry, properties: {} } });
    expect((await list(mine))[0]!.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [0, 1],
        [2, 3],
      ],
    });
  });

  test('[P19] of a batch each change is kept or refused alone, in their order', async () => {
    const [first] = await send(mine, { id: 'a', base: 0, drawing: point('one') });
    const { version } = first as { version: number };
    const other = { writer: 'there', changes: [{ id: 'a', base: version, drawing: point('two') }] };
    await under.app.inject({ method: 'POST', url: '/api/drawings', headers: mine, payload: other });
    const large = { ...point('x'), properties: { notes: 'x'.repeat(DRAWING_CHARACTERS_MAX) } };
    const results = await send(
      mine,
      { id: 'a', base: version, drawing: point('three') },
      { id: 'b', base: 0, drawing: large },
      { id: 'c', base: 0, drawing: point('four') },
      { id: 'a', base: version, drawing: null },
    );
    const current = expect.objectContaining({ id: 'a', properties: point('two').properties });
    expect(results).toEqual([
      { outcome: 'stale', id: 'a', current },
      { outcome: 'full', id: 'b', message: refusals.drawingTooLarge },
      { outcome: 'kept', id: 'c', version: expect.any(Number) },
      { outcome: 'stale', id: 'a', current },
    ]);
    expect((await list(mine)).map(({ id }) => id)).toEqual(['a', 'c']);
  });

  test('[P19] an account that is full says so, change by change', async () => {
    const full = vi.spyOn(under.accounts.drawings, 'change').mockResolvedValue({ outcome: 'full' });
    const results = await send(mine, { id: 'a', base: 0, drawing: point('one') });
    full.mockRestore();
    expect(results).toEqual([{ outcome: 'full', id: 'a', message: messages.drawingsFull }]);
    expect(messages.drawingsFull).toContain('5000');
  });
});

test.each(['GET', 'POST'] as const)(
  '[P19] %s needs a bearer token; a cookie is not enough',
  async (method) => {
    const cookie = `session_token=${await under.signIn()}`;
    for (const headers of [{}, { cookie }]) {
      const payload = method === 'POST' ? { payload: 'not read' } : {};
      const answer = await under.app.inject({ method, url: '/api/drawings', headers, ...payload });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ message: messages.authenticationRequired });
    }
  },
);

describe('one drawing at a time, as any client may change it', () => {
  const put = (headers: Headers, id: string, payload: object) =>
    under.app.inject({ method: 'PUT', url: `/api/drawings/${encodeURIComponent(id)}`, headers, payload });
  const feature = (name: string, version?: number) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-80.86, 35.62] },
    properties: { name, color: '#1f7a4d', notes: 'By the lake', ...(version !== undefined && { version }) },
  });

  test('[P19] PUT adds and changes it, and answers it with its version', async () => {
    const added = await put(mine, 'way/7 é', feature('Oak'));
    expect(added.statusCode).toBe(200);
    const { version } = added.json();
    expect(added.json()).toEqual({ ...feature('Oak', version), id: 'way/7 é', version: expect.any(Number) });
    const changed = await put(mine, 'way/7 é', added.json());
    expect(changed.json().version).toBe(version);
    const renamed = (await put(mine, 'way/7 é', feature('Elm', version))).json();
    expect(renamed).toMatchObject({ properties: { name: 'Elm', version: renamed.version } });
    expect(renamed.version).toBeGreaterThan(version);
    // Read by the pages without the copy of the version.
    expect((await list(mine))[0]).toMatchObject({ version: renamed.version });
    expect((await list(mine))[0]!.properties).toEqual(feature('Elm').properties);
    expect(await list(theirs)).toEqual([]);
  });

  test('[P19] a version that is the person’s own stays theirs when a drawing is sent as it was answered', async () => {
    const own = { ...point('Oak'), type: 'Feature', version: 0 };
    const added = (await put(mine, 'a', own)).json();
    expect(added.properties).toEqual(own.properties);
    const changed = (
      await put(mine, 'a', { ...added, properties: { ...added.properties, name: 'Elm' } })
    ).json();
    expect(changed.properties).toEqual({ ...own.properties, name: 'Elm' });
    expect(changed.version).toBeGreaterThan(added.version);
  });

  test('[P19] a stale version is refused with 409 and the drawing as it is now', async () => {
    const { version } = (await put(mine, 'a', feature('one'))).json();
    const now = (await put(mine, 'a', feature('two', version))).json();
    for (const stale of [version, 0]) {
      const answer = await put(mine, 'a', feature('three', stale));
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toEqual({ message: refusals.drawingStale, drawing: now });
    }
    const url = `/api/drawings/a?version=${version}`;
    const refused = await under.app.inject({ method: 'DELETE', url, headers: mine });
    expect(refused.statusCode).toBe(409);
    const beyond = `/api/drawings/a?version=${Number.MAX_SAFE_INTEGER}`;
    expect((await under.app.inject({ method: 'DELETE', url: beyond, headers: mine })).statusCode).toBe(400);
    expect(await list(mine)).toHaveLength(1);
  });

  test('[P19] DELETE takes it away, with its version or without; one that is not there is a 404', async () => {
    const remove = async (headers: Headers, url: string) =>
      (await under.app.inject({ method: 'DELETE', url: `/api/drawings/${url}`, headers })).statusCode;
    const { version } = (await put(mine, 'a', feature('one'))).json();
    await put(mine, 'b', feature('two'));
    expect(await remove(theirs, 'a')).toBe(404);
    expect(await remove(mine, `a?version=${version}`)).toBe(204);
    expect(await remove(mine, 'a')).toBe(404);
    expect(await remove(mine, 'b')).toBe(204);
    expect(await list(mine)).toEqual([]);
  });

  const notVersion = 'version must be the version that the drawing had; 0 or none for a new one.';
  test.each([
    ['no feature', [], 'The request body must be an object.'],
    ['another type', { ...feature('x'), type: 'Point' }, 'type must be Feature.'],
    ['no geometry', { ...feature('x'), geometry: null }, messages.drawingGeometryNull],
    ['no properties', { ...feature('x'), properties: null }, 'properties must be an object.'],
    ['a version that is none', feature('x', -1), notVersion],
    ['a version that none could follow', feature('x', Number.MAX_SAFE_INTEGER), notVersion],
    ['the same beside', { ...feature('x'), version: Number.MAX_SAFE_INTEGER }, notVersion],
  ])('[P19] %s is refused with one sentence', async (_title, payload, message) => {
    const answer = await put(mine, 'a', payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ message });
    expect(await list(mine)).toEqual([]);
  });

  test('[P19] without a bearer token nobody changes anything', async () => {
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await under.app.inject({ method, url: '/api/drawings/a', payload: feature('x') });
      expect(answer.statusCode).toBe(401);
    }
  });
});
