// What is asked of a running Platbook: tiles, parcels by PIN and point, and searches of several kinds.
import { ask } from '../measure/http.ts';
import { mean } from '../measure/statistics.ts';
import type { HttpRequest } from '../measure/wrk.ts';
import { boundsOf, type Platbook, sampleParcels } from './running-platbook.ts';
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
  /** An answer by PIN, for a peer to send. */
  parcelJson: string;
};

/** Only those with parcels in them. */
export async function collectTiles(platbook: Platbook): Promise<AskedTile[]> {
  const bounds = await boundsOf(platbook);
  const tiles: AskedTile[] = [];
  for (const z of TILE_ZOOMS) {
    let left = TILES_PER_ZOOM;
    for (const tile of shuffledTiles(bounds, z)) {
      if (left === 0) break;
      const path = tilePath(tile);
      const { status, body, headers } = await ask(platbook.port, { path });
      if (status !== 200) continue;
      tiles.push({ path, gzip: body, etag: headers.etag! });
      left--;
    }
  }
  return tiles;
}

export async function collectQuestions(platbook: Platbook): Promise<Questions> {
  const sample = await sampleParcels(platbook, { count: PARCELS });
  const parcels = sample.map(({ parcel }) => parcel);
  const named = parcels.filter(({ name, site_address }) => name.length > 5 && site_address);
  const search = (text: string) => ({ path: `/api/parcels/search?q=${encodeURIComponent(text)}` });
  return {
    tiles: await collectTiles(platbook),
    byPin: parcels.map(({ pin }) => ({ path: `/api/parcels/${encodeURIComponent(pin)}` })),
    atPoint: sample.map(({ pointPath }) => ({ path: pointPath })),
    search: {
      PIN: parcels.map(({ pin }) => search(pin.slice(0, 9))),
      owner: named.map(({ name }) => search(name.split(' ').slice(0, 2).join(' '))),
      address: named.map(({ site_address }) => search(site_address!)),
      'mistyped owner': named.map(({ name }) => search(mistyped(name))),
      'no hit': named.map((_, at) => search(`zq${at}xw`)),
    },
    parcelJson: JSON.stringify(parcels[0]),
  };
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
