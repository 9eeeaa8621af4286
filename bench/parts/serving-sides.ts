// The kinds of requests that are compared: which server answers them, beside which peer, and with which goal.

import { type Questions, searchKinds } from '../inputs/questions.ts';
import { recordedHeaders } from '../inputs/replay-session.ts';
import { type Platbook, signIn, withHeaders } from '../inputs/running-platbook.ts';
import { askAll } from '../measure/http.ts';
import type { Side } from '../measure/sides.ts';
import type { HttpRequest } from '../measure/wrk.ts';
import type { Figure, Goal } from '../report/result.ts';

/** What is said about a side besides what is measured. */
export type Compared = Side & Pick<Figure, 'beside' | 'goal' | 'isPeer'>;

const bareFastify = (name: string) => `bare Fastify, ${name}`;
export const NGINX_TILE = 'nginx, gzip file';
const NGINX_304 = 'nginx, 304';

/** One of each kind of request, with what it is compared with. */
const quickKinds = ['tile', '304', 'by PIN', 'at a point', 'search: owner'];
const quickSides: ReadonlySet<string> = new Set([
  NGINX_TILE,
  ...quickKinds.flatMap((name) => [bareFastify(name), `${name}, signed in`]),
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
  const headersOf = (path: string) => async () => {
    const origin = `http://localhost:${closed.port}`;
    return recordedHeaders(path, { origin, cookies: (await session.renew()).cookies });
  };
  const [ofTiles, ofCalls] = [headersOf('/tiles/'), headersOf('/api/parcels/search')];
  const strangers = async () =>
    recordedHeaders('/tiles/', { origin: `http://localhost:${open.port}`, cookies: undefined });
  const tiles = questions.tiles.map(({ path }) => ({ path }));
  const known = (etags: readonly string[]) =>
    tiles.map(({ path }, at) => ({ path, headers: { 'If-None-Match': etags[at]! } }));
  const closedEtags = await etagsOf(closed, withHeaders(tiles, await ofTiles()));
  const openEtags = questions.tiles.map(({ etag }) => etag);

  const kinds: (Pick<Side, 'name' | 'status' | 'requests' | 'credentials'> & { most: number })[] = [
    { name: 'tile', status: 200, requests: tiles, credentials: ofTiles, most: 1.3 },
    { name: '304', status: 304, requests: known(openEtags), credentials: ofTiles, most: 1.3 },
    { name: 'by PIN', status: 200, requests: questions.byPin, credentials: ofCalls, most: 2 },
    { name: 'at a point', status: 200, requests: questions.atPoint, credentials: ofCalls, most: 2.5 },
    ...searchKinds.map((kind) => {
      const requests = questions.search[kind];
      return { name: `search: ${kind}`, status: 200, requests, credentials: ofCalls, most: 4 };
    }),
  ];
  const sides = kinds.flatMap(({ name, most, ...kind }): Compared[] => {
    const beside = bareFastify(name);
    const requests = name === '304' ? known(closedEtags) : kind.requests;
    return [
      { name: beside, server: fastify, isPeer: true, ...kind },
      { name: `${name}, signed in`, server: closed, beside, goal: atMost(most), ...kind, requests },
    ];
  });
  const any304 = { ...kinds[1]!, beside: bareFastify('304') };
  const anyTile = { ...kinds[0]!, beside: bareFastify('tile') };
  const floor = { server: http, isPeer: true };
  sides.push(
    { ...anyTile, ...floor, name: 'Node.js http alone, tile' },
    { ...any304, ...floor, name: 'Node.js http alone, 304' },
    { ...anyTile, name: 'tile, public', server: open, credentials: strangers, goal: atMost(1.3) },
    { ...any304, name: '304, public', server: open, credentials: strangers, goal: atMost(1.3) },
  );
  if (!nginx) return sides;
  const nginxEtags = await etagsOf(nginx, tiles);
  const peer = { server: nginx, isPeer: true };
  return [
    { ...anyTile, ...peer, name: NGINX_TILE },
    { ...any304, ...peer, name: NGINX_304, requests: known(nginxEtags) },
    ...sides,
  ];
}

async function etagsOf({ port }: { port: number }, requests: readonly HttpRequest[]): Promise<string[]> {
  return (await askAll(port, { requests, status: 200 })).map(({ headers }) => headers.etag!);
}
