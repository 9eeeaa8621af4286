// The demo county as `platbook demo` has made it, for tests that only read it: its folder, its parcels, its maps.

import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import type { LngLat } from '../geo/geometry.ts';
import { decodeGeometry } from '../geo/geometry-code.ts';
import { tileAt } from '../geo/tile-address.ts';
import { makeTestCounty } from '../scripts/make-test-county.mjs';
import { mapsFolderOf } from '../store/format-folder.ts';
import type { ParcelRecord } from '../store/parcel-store.ts';
import { openSqliteParcels } from '../store/sqlite/open-sqlite-stores.ts';
import { type DecodedFeature, decodeTile } from './geo/decode-tile.ts';
import { fileSource } from './pmtiles-file-source.ts';

/** Made by the first test that asks for it; the vitest time limits of its project allow for that. */
export const demoFolder = (): string => makeTestCounty();

export async function demoParcels(limit = Number.POSITIVE_INFINITY): Promise<ParcelRecord[]> {
  const store = await openSqliteParcels({ dataDir: demoFolder() });
  const parcels: ParcelRecord[] = [];
  try {
    for await (const batch of store.readSource({ name: 'demo', withShapes: true })) {
      for (const { shape, isUnit: _, ...parcel } of batch) {
        parcels.push({ ...parcel, geometry: decodeGeometry(shape!) });
      }
      if (parcels.length >= limit) break;
    }
  } finally {
    await store.close();
  }
  return parcels;
}

export const demoMap = (file: string) =>
  new PMTiles(fileSource(join(mapsFolderOf({ dataDir: demoFolder() }), file)));

/** The features around a place, by layer. */
export async function demoLayers(
  file: string,
  place: LngLat,
  z: number,
): Promise<Map<string, DecodedFeature[]>> {
  const { x, y } = tileAt(place, z);
  const tile = await demoMap(file).getZxy(z, x, y);
  const layers = tile ? decodeTile(new Uint8Array(tile.data)) : [];
  return new Map(layers.map(({ name, features }) => [name, features]));
}
