// Every route that needs a session or a place, over real connections: who may not call it is told so before the body is read.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../test/app-under-test.ts';
import { eventually } from '../test/eventually.ts';
import { ACCOUNT_CALLS_UNDER_WAY_MAX, CHANGES_PER_MINUTE_MAX } from './person-limits.ts';

/** Those that take a body from everybody: signing in, the search box's telemetry, and a log-out that is tried again. */
const OPEN = /^(\/sdk\/v1\/|\/v1\/public\/oauth\/|\/events\/v2$|\/api\/ended-sessions$)/;

let under: AppUnderTest;
let port: number;
beforeAll(async () => {
  under = await openAppUnderTest();
  await under.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = under.app.server.address() as AddressInfo);
});
afterAll(() => under.close());

/** All routes with a body, from the table that Fastify prints as a tree. */
function routesWithBody(): string[] {
  const parents: string[] = [];
  return under.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, path, methods] = /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
      if (indent === undefined) return [];
      const depth = indent.length / 4;
      parents.splice(depth, parents.length, `${parents[depth - 1] ?? ''}${path}`);
      const withBody = methods!.split(', ').filter((method) => !['GET', 'HEAD'].includes(method));
      return withBody.map((method) => `${method} ${parents[depth]}`);
    });
}

const headOf = (route: string, ...headers: string[]) =>
  [
    `${route.replaceAll(/:\w+/g, '1')} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');

/** What the server has said when it has said that much, or closed the connection. */
async function heard(socket: ReturnType<typeof connect>, what: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (what.test(text)) break;
  }
  return text;
}

test('a stranger is refused before the body is read, by every route that is not for everybody', async () => {
  const guarded = routesWithBody().filter((route) => !OPEN.test(route.split(' ')[1]!));
  expect(guarded.length).toBeGreaterThan(12);
  for (const route of guarded) {
    const socket = connect(port, '127.0.0.1');
    // Neither JSON nor all of it.
    socket.write(`${headOf(route, 'Content-Length: 10000')}{"`);
    expect(await heard(socket, /}$/), route).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  }
});

test('and a stranger’s large body is taken off the line, so that the answer arrives and the connection goes on', async () => {
  const socket = connect(port, '127.0.0.1');
  const size = 4_000_000;
  socket.write(headOf('POST /api/drawings', `Content-Length: ${size}`));
  if (!socket.write(Buffer.alloc(size, 'x'))) await once(socket, 'drain');
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const text = await heard(socket, /$^/);
  expect(text).toMatch(/^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 /);
});

test('who may is asked about once, although the handler wants to know, too', async () => {
  const token = await under.signIn();
  const headers = { authorization: `Bearer ${token}` };
  const statuses: number[] = [];
  for (let change = 0; change <= CHANGES_PER_MINUTE_MAX; change++) {
    const payload = {};
    const answer = await under.app.inject({ method: 'PUT', url: '/api/preferences', headers, payload });
    statuses.push(answer.statusCode);
  }
  expect(statuses.indexOf(429)).toBe(CHANGES_PER_MINUTE_MAX);
});

test.each(['while the session is looked up', 'in the middle of a body'])(
  'a person who goes away %s holds no place',
  async (when) => {
    const token = await under.signIn();
    const headers = { authorization: `Bearer ${token}` };
    const lookUps: (() => void)[] = [];
    const { findSession } = under.accounts;
    vi.spyOn(under.accounts, 'findSession').mockImplementation(async (query) => {
      if (when === 'while the session is looked up')
        await new Promise<void>((resolve) => lookUps.push(resolve));
      return findSession.call(under.accounts, query);
    });
    for (let round = 0; round < ACCOUNT_CALLS_UNDER_WAY_MAX; round++) {
      const socket = connect(port, '127.0.0.1');
      const begun = once(under.app.server, 'request');
      socket.write(
        `${headOf('POST /api/drawings', `Authorization: Bearer ${token}`, 'Content-Length: 100000')}{"`,
      );
      const [, response] = await begun;
      socket.resetAndDestroy();
      if (!response.destroyed) await once(response, 'close');
    }
    vi.mocked(under.accounts.findSession).mockRestore();
    for (const release of lookUps) release();
    await eventually(async () => {
      const asked = Array.from({ length: ACCOUNT_CALLS_UNDER_WAY_MAX }, () =>
        under.app.inject({ url: '/api/preferences', headers }),
      );
      for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
    });
  },
);
