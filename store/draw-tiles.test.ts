// Tests the size limit of gzipped tiles, also for parcels that hardly compress.

import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { describe, expect, test } from 'vitest';
import { PARCEL_TILE_BYTES_MAX } from '../contract/limits.ts';
import type { TileParcel } from '../geo/parcel-tile.ts';
import { PARCEL_TILE_LAYER } from '../geo/parcel-tile-layers.ts';
import { tileAt } from '../geo/tile-address.ts';
import { tileBounds } from '../test/geo/tile-bounds.ts';
import { drawTile } from './draw-tiles.ts';

const address = tileAt({ lng: -80.86, lat: 35.62 }, 13);

/** Squares in rows that fill the tile. */
function squares({ perSide, name }: { perSide: number; name: () => string }): TileParcel[] {
  const { west, south, east, north } = tileBounds(address);
  const width = (east - west) / perSide;
  const height = (north - south) / perSide;
  return Array.from({ length: perSide * perSide }, (_, index) => {
    const x = west + (index % perSide) * width;
    const y = south + Math.floor(index / perSide) * height;
    const ring = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ] as const;
    return {
      properties: { PIN: String(index), Name: name(), ADD1: null, CITY: null, TaxAcres: null },
      lng: x + width / 2,
      lat: y + height / 2,
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
  });
}

function countParcels(gzip: Uint8Array): number {
  return new VectorTile(new PbfReader(gunzipSync(gzip))).layers[PARCEL_TILE_LAYER]!.length;
}

describe('drawing a tile', () => {
  test('[M13] a whole town of parcels fits, none is left out', () => {
    const parcels = squares({ perSide: 90, name: () => 'Holloway James R & Ellen T' });
    const [tile] = drawTile(address, parcels);
    expect(tile!.gzip.byteLength).toBeLessThanOrEqual(PARCEL_TILE_BYTES_MAX);
    expect(countParcels(tile!.gzip)).toBe(parcels.length);
  });

  test('[M13] parcels whose names do not compress are dropped until the tile is small enough', () => {
    const parcels = squares({ perSide: 90, name: () => randomBytes(150).toString('base64') });
    const [tile] = drawTile(address, parcels);
    expect(tile!.gzip.byteLength).toBeLessThanOrEqual(PARCEL_TILE_BYTES_MAX);
    const drawn = countParcels(tile!.gzip);
    expect(drawn).toBeGreaterThan(1000);
    expect(drawn).toBeLessThan(parcels.length);
  });
});
