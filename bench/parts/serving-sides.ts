// The kinds of requests that are compared: which server answers them, beside which peer, and with which goal.

import { type Questions, searchKinds } from '../inputs/questions.ts';
import { type Platbook, signIn, withHeaders } from '../inputs/running-platbook.ts';
import { askAll } from '../measure/http.ts';
import type { Side } from '../measure/sides.ts';
import type { HttpRequest } from '../measure/wrk.ts';
import type { Figure, Goal } from '../report/result.ts';

/** What is said about a side besides what is measured. */
export type Compared = Side & Pick<Figure, 'beside' | 'goal' | 'isPeer'>;

const FASTIFY_TILE = 'bare Fastify, tile from memory';
const FASTIFY_304 = 'bare Fastify, 304';
const FASTIFY_JSON = 'bare Fastify, parcel as JSON';
export const NGINX_TILE = 'nginx, gzip file';
const NGINX_304 = 'nginx, 304';

/** One of each kind of request, with what it is compared with. */
const quickSides: ReadonlySet<string> = new Set([
  NGINX_TILE,
  FASTIFY_TILE,
  FASTIFY_304,
  FASTIFY_JSON,
  'tile, signed in',
  '304, signed in',
  'by PIN, signed in',
  'at a point, public',
  'search: owner',
]);

const atMost = (limit: number): Goal => ({ of: 'ratio', atMost: limit });

type Server = { port: number; pid: number };
type Servers = {
  open: Platbook;
  closed: Platbook;
  fastify: Server;
  http: Server;
  nginx: Server | undefined;
};

export async function servingSides({
  servers,
  questions,
  isQuick,
}: {
  servers: Servers;
  questions: Questions;
  isQuick: boolean;
}): Promise<Compared[]> {
  const sides = await allSides({ servers, questions });
  return isQuick ? sides.filter(({ name }) => quickSides.has(name)) : sides;
}

async function allSides({
  servers,
  questions,
}: {
  servers: Servers;
  questions: Questions;
}): Promise<Compared[]> {
  const { open, closed, fastify, http, nginx } = servers;
  const session = await signIn(closed);
  const cookie = async () => (await session.renew()).cookie;
  const bearer = async () => (await session.renew()).bearer;
  const requests = questions.tiles.map(({ path }) => ({ path }));
  const known = (etags: readonly string[]) =>
    requests.map(({ path }, at) => ({ path, headers: { 'If-None-Match': etags[at]! } }));
  const closedEtags = await etagsOf(closed, withHeaders(requests, await cookie()));

  const anyTile = { status: 200, requests, beside: FASTIFY_TILE };
  const any304 = { status: 304, beside: FASTIFY_304 };
  const tile = { ...anyTile, goal: atMost(1.3) };
  const notModified = { ...any304, goal: atMost(0.8) };
  const byPin = { status: 200, requests: questions.byPin, beside: FASTIFY_JSON, goal: atMost(1.5) };
  const search = { server: open, status: 200, beside: FASTIFY_JSON, goal: atMost(4) };
  const httpKnown = known(requests.map(() => '"a-tile"'));
  const limit = { server: http, isPeer: true };
  const sides: Compared[] = [
    { name: FASTIFY_TILE, server: fastify, status: 200, requests, isPeer: true },
    {
      name: FASTIFY_304,
      server: fastify,
      status: 304,
      requests: known(requests.map(() => '"a-tile"')),
      isPeer: true,
    },
    { name: FASTIFY_JSON, server: fastify, status: 200, requests: questions.byPin, isPeer: true },
    { name: 'Node.js http alone, tile', ...limit, ...anyTile },
    { name: 'Node.js http alone, tile, with cookies', ...limit, ...anyTile, credentials: cookie },
    { name: 'Node.js http alone, 304', ...limit, ...any304, requests: httpKnown },
    {
      name: 'Node.js http alone, 304, with cookies',
      ...limit,
      ...any304,
      requests: httpKnown,
      credentials: cookie,
    },
    { name: 'tile, public', server: open, ...tile },
    { name: 'tile, signed in', server: closed, credentials: cookie, ...tile },
    {
      name: '304, public',
      server: open,
      ...notModified,
      requests: known(questions.tiles.map(({ etag }) => etag)),
    },
    {
      name: '304, signed in',
      server: closed,
      credentials: cookie,
      ...notModified,
      requests: known(closedEtags),
    },
    { name: 'by PIN, public', server: open, ...byPin },
    { name: 'by PIN, signed in', server: closed, credentials: bearer, ...byPin },
    { name: 'at a point, public', server: open, ...byPin, requests: questions.atPoint },
    ...searchKinds.map((kind) => ({ name: `search: ${kind}`, ...search, requests: questions.search[kind] })),
  ];
  if (!nginx) return sides;
  const nginxEtags = await etagsOf(nginx, requests);
  const peer = { server: nginx, isPeer: true };
  return [
    { name: NGINX_TILE, ...peer, status: 200, requests, beside: FASTIFY_TILE },
    { name: NGINX_304, ...peer, status: 304, requests: known(nginxEtags), beside: FASTIFY_304 },
    ...sides,
  ];
}

async function etagsOf({ port }: { port: number }, requests: readonly HttpRequest[]): Promise<string[]> {
  return (await askAll(port, { requests, status: 200 })).map(({ headers }) => headers.etag!);
}
