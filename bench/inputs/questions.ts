// What is asked of a running Platbook: tiles, parcels by PIN and point, and searches of several kinds; and what it answers.
import { writeFileSync } from 'node:fs';
import { ask, askAll } from '../measure/http.ts';
import { mean } from '../measure/statistics.ts';
import type { HttpRequest } from '../measure/wrk.ts';
import { replaySession } from './replay-session.ts';
import { boundsOf, type Platbook, sampleParcels, versionOf } from './running-platbook.ts';
import { shuffledTiles, tilePath } from './tile-list.ts';

const TILE_ZOOMS = [12, 13, 14, 15, 16, 17];
const TILES_PER_ZOOM = 120;
const PARCELS = 300;
export const searchKinds = ['PIN', 'owner', 'address', 'mistyped owner', 'no hit'] as const;
export type SearchKind = (typeof searchKinds)[number];

export type AskedTile = { path: string; gzip: Buffer; etag: string };

export type Questions = {
  tiles: AskedTile[];
  byPin: HttpRequest[];
  atPoint: HttpRequest[];
  search: Record<SearchKind, HttpRequest[]>;
};

/** Of any county: some of each zoom, at random. */
export async function randomTilePaths(platbook: Platbook): Promise<string[]> {
  const [bounds, version] = [await boundsOf(platbook), await versionOf(platbook)];
  return TILE_ZOOMS.flatMap((z) => shuffledTiles(bounds, z).slice(0, 3 * TILES_PER_ZOOM)).map((tile) =>
    tilePath(tile, version),
  );
}

/** Those that a page asked for in a session on the demo county. */
export async function recordedTilePaths(platbook: Platbook): Promise<string[]> {
  const version = await versionOf(platbook);
  const session = replaySession('demo-county', { origin: '', version, cookies: undefined });
  const paths = session.map(({ path }) => path).filter((path) => path.startsWith('/tiles/'));
  return [...new Set(paths)];
}

/** Only those with parcels in them. */
export async function collectTiles(platbook: Platbook, paths: readonly string[]): Promise<AskedTile[]> {
  const tiles: AskedTile[] = [];
  for (const path of paths) {
    const { status, body, headers } = await ask(platbook.port, { path });
    if (status === 200) tiles.push({ path, gzip: body, etag: headers.etag! });
  }
  return tiles;
}

export async function collectQuestions(platbook: Platbook, paths: readonly string[]): Promise<Questions> {
  const sample = await sampleParcels(platbook, { count: PARCELS });
  const parcels = sample.map(({ parcel }) => parcel);
  const named = parcels.filter(({ name, site_address }) => name.length > 5 && site_address);
  const search = (text: string) => ({ path: `/api/parcels/search?q=${encodeURIComponent(text)}` });
  return {
    tiles: await collectTiles(platbook, paths),
    byPin: parcels.map(({ pin }) => ({ path: `/api/parcels/${encodeURIComponent(pin)}` })),
    atPoint: sample.map(({ pointPath }) => ({ path: pointPath })),
    search: {
      PIN: parcels.map(({ pin }) => search(pin.slice(0, 9))),
      owner: named.map(({ name }) => search(name.split(' ').slice(0, 2).join(' '))),
      address: named.map(({ site_address }) => search(site_address!)),
      'mistyped owner': named.map(({ name }) => search(mistyped(name))),
      'no hit': named.map((_, at) => search(`zq${at}xw`)),
    },
  };
}

/** All answers, for a peer to send, in a file as bare-fastify.mjs reads it. */
export async function writeAnswers(
  file: string,
  { port }: Platbook,
  { tiles, byPin, atPoint, search }: Questions,
): Promise<void> {
  const requests = [...tiles, ...byPin, ...atPoint, ...Object.values(search).flat()].map(({ path }) => ({
    path,
  }));
  const answers = await askAll(port, { requests, status: 200 });
  const described = answers.map(({ headers, body }, at) => [
    requests[at]!.path,
    {
      type: headers['content-type'],
      etag: headers.etag,
      encoding: headers['content-encoding'],
      body: body.toString('base64'),
    },
  ]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(described)));
}

/** Two letters of the longest word change places. */
function mistyped(name: string): string {
  const [first = ''] = name.split(' ').sort((one, other) => other.length - one.length);
  return `${first.slice(0, 2)}${first[3] ?? ''}${first[2] ?? ''}${first.slice(4)}`;
}

/** On average. */
export function tileBytesOf({ tiles }: Pick<Questions, 'tiles'>): number {
  return Math.round(mean(tiles.map(({ gzip }) => gzip.length)));
}
