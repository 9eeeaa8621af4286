// Load shedding, over real connections: what is refused, what is answered all the same, and that it ends with the load.
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusals } from '../contract/messages.ts';
import { openAppUnderTest } from '../test/app-under-test.ts';
import { eventually } from '../test/eventually.ts';
import { createAnswerHeaders } from './answer-headers.ts';
import { replyFailure } from './failure.ts';
import { createHttpServer } from './http-server.ts';
import { createEventLog } from './monitoring/event-log.ts';
import { shedLoad, UNDER_WAY_MAX } from './shed-load.ts';

describe('with too much under way', () => {
  const underWayMax = 3;
  let app: FastifyInstance;
  let origin: string;
  let release: () => void;
  let log: string;
  const begun = vi.fn();

  beforeEach(async () => {
    begun.mockReset();
    log = '';
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const headers = createAnswerHeaders({ publicUrl: 'https://parcels.example.org' });
    app = createHttpServer({
      trustProxy: [],
      headers,
      log: createEventLog({
        write: (line) => {
          log += line;
        },
      }),
      replyUnrouted: replyFailure,
    });
    shedLoad(app, underWayMax);
    app.get('/api/slow', async () => {
      begun();
      await isReleased;
      return { done: true };
    });
    app.post('/api/slow', async () => ({ done: true }));
    const onRequest = async () => {
      begun();
      await isReleased;
    };
    app.post('/api/guarded', { onRequest }, async () => ({ done: true }));
    app.get('/api/failing', async () => {
      throw new Error('Out of order');
    });
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/assets/page.js', async () => 'page');
    origin = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => app.close());

  const ask = (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init);
  const fill = async () => {
    const waiting = Array.from({ length: underWayMax }, () => ask('/api/slow'));
    await eventually(() => expect(begun).toHaveBeenCalledTimes(underWayMax));
    return waiting;
  };

  test.each([
    { path: '/api/slow' },
    { path: '/tiles/14/1/1.pbf' },
    { path: '/maps/imagery/1/1/1.webp' },
    { path: '/api/slow', method: 'HEAD' },
    { path: '/api/slow', method: 'POST', body: '{"parcel_pin":"1"}' },
  ])('further calls are refused at once: %j', async ({ path, ...init }) => {
    const waiting = await fill();
    for (let at = 0; at < 2; at++) {
      const refused = await ask(path, init);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f]{20}$/);
      expect(refused.headers.get('strict-transport-security')).toContain('max-age=');
      const text = await refused.text();
      if (init.method !== 'HEAD') expect(JSON.parse(text)).toEqual({ message: refusals.serverBusy });
    }
    expect(begun).toHaveBeenCalledTimes(underWayMax);
    release();
    await Promise.all(waiting);
  });

  test('sessions that are being looked up count, too, and no further one is', async () => {
    const post = () => ask('/api/guarded', { method: 'POST' });
    const waiting = Array.from({ length: underWayMax }, post);
    await eventually(() => expect(begun).toHaveBeenCalledTimes(underWayMax));
    expect((await post()).status).toBe(503);
    expect(begun).toHaveBeenCalledTimes(underWayMax);
    release();
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
    expect((await post()).status).toBe(200);
  });

  test.each(['/api/slow', '/api/nothing'])(
    'bodies that arrive slowly hold no place: POST %s',
    async (path) => {
      const begunThere = vi.fn();
      app.server.on('request', begunThere);
      const { port } = new URL(origin);
      const sockets = Array.from({ length: underWayMax }, () => {
        const socket = connect({ host: '127.0.0.1', port: Number(port) });
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nContent-Type: application/json\r\n\r\n{`,
        );
        return socket;
      });
      await eventually(() => expect(begunThere).toHaveBeenCalledTimes(underWayMax));
      release();
      expect((await ask('/api/slow')).status).toBe(200);
      for (const socket of sockets) socket.destroy();
    },
  );

  test('health checks and the files of the page are answered', async () => {
    const waiting = await fill();
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/assets/page.js')).status).toBe(200);
    release();
    await Promise.all(waiting);
  });

  test('those under way are answered, and then everything is as before', async () => {
    const waiting = await fill();
    expect((await ask('/api/slow')).status).toBe(503);
    release();
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
    expect((await ask('/api/slow')).status).toBe(200);
  });

  test('failures, unknown addresses and health checks leave nothing counted', async () => {
    for (let at = 0; at < underWayMax + 1; at++) {
      expect((await ask('/api/failing')).status).toBe(500);
      expect((await ask('/api/unknown')).status).toBe(404);
      expect((await ask('/healthz')).status).toBe(200);
    }
    const answer = ask('/api/slow');
    release();
    expect((await answer).status).toBe(200);
  });

  test('a client that hangs up leaves nothing counted once its handler has ended', async () => {
    const abort = new AbortController();
    const given = Array.from({ length: underWayMax }, () =>
      ask('/api/slow', { signal: abort.signal }).catch(() => undefined),
    );
    await eventually(() => expect(begun).toHaveBeenCalledTimes(underWayMax));
    abort.abort();
    await Promise.all(given);
    release();
    await eventually(async () => expect((await ask('/api/slow')).status).toBe(200));
  });

  test('the log has one line, however many are refused', async () => {
    const waiting = await fill();
    for (let at = 0; at < 5; at++) await ask('/api/slow');
    expect(log.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(log)).toMatchObject({ event: 'limit-reached', route: '/api/slow', status: 503 });
    release();
    await Promise.all(waiting);
  });
});

test('the server as it is put together refuses what is too much, and recovers', async () => {
  const under = await openAppUnderTest({ parcelAccess: 'public' });
  try {
    const origin = await under.app.listen({ host: '127.0.0.1', port: 0 });
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const search = vi.spyOn(under.parcels, 'searchJson').mockImplementation(async () => {
      await isReleased;
      return '[]';
    });
    const url = '/api/parcels/search?q=kestrel';
    const ask = (path = url) => fetch(`${origin}${path}`);
    const waiting = Array.from({ length: UNDER_WAY_MAX }, () => under.app.inject(url));
    await eventually(() => expect(search).toHaveBeenCalledTimes(UNDER_WAY_MAX));
    expect((await ask()).status).toBe(503);
    expect((await ask('/healthz')).status).toBe(200);
    expect(await (await ask('/metrics')).text()).toContain(
      'platbook_http_requests_total{method="GET",route="/api/parcels/search",status="503"} 1',
    );
    const signIn = await fetch(`${origin}/sdk/v1/sessions/authenticate`, { method: 'POST' });
    expect([signIn.status, signIn.headers.get('retry-after')]).toEqual([503, '1']);
    // In the shape that the provider's library reads.
    expect(await signIn.json()).toMatchObject({
      status_code: 503,
      error_type: 'server_unavailable',
      error_message: refusals.serverBusy,
    });
    release();
    for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(200);
    expect((await ask()).status).toBe(200);
  } finally {
    await under.close();
  }
});
