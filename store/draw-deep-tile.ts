// Draws a tile deeper than the stored ones. It runs in worker threads: encoding and compressing take a millisecond or more.

import { gzipSync } from 'node:zlib';
import {
  HOUSE_NUMBER_SIZE_PX,
  PARCEL_LABEL_SIZE_PX,
  PARCEL_TILE_BYTES_MAX,
  PARCEL_TILE_SIZE_PX,
} from '../contract/limits.ts';
import { parseSiteAddress } from '../contract/parse-site-address.ts';
import type { TileAddress } from '../geo/geometry.ts';
import { labelLot } from '../geo/lot-label.ts';
import { MvtLayer } from '../geo/mvt-layer.ts';
import { encodeParcelTile } from '../geo/parcel-tile.ts';
import { LOT_LABEL_LAYER } from '../geo/parcel-tile-layers.ts';
import { TILE_EXTENT } from '../geo/tile-address.ts';
import { TILE_GZIP } from './draw-tiles.ts';
import type { ParcelInBox } from './parcel-store.ts';

/** A safety limit: these tiles are about 300 m wide, so only faulty data has more parcels in one. */
export const DEEP_TILE_PARCELS_MAX = 20_000;

/** Undefined where the tile is empty. */
export function drawDeepTile(address: TileAddress, parcels: readonly ParcelInBox[]): Uint8Array | undefined {
  const tile = encodeParcelTile({ address, parcels, bytesMax: PARCEL_TILE_BYTES_MAX });
  if (!tile) return undefined;
  const labels = drawLabels(address, parcels, PARCEL_TILE_BYTES_MAX - tile.byteLength);
  // Layers of a tile simply follow each other.
  return gzipSync(labels ? Buffer.concat([tile, labels]) : tile, TILE_GZIP);
}

/**
 * Only deep tiles have them: before, most lots have no room for a name. As points: the map library would place the label of a
 * shape in the middle of what each tile has of it.
 */
function drawLabels(
  { z, x, y }: TileAddress,
  parcels: readonly ParcelInBox[],
  bytesMax: number,
): Uint8Array | undefined {
  const tiles = 2 ** z;
  const look = {
    worldPx: PARCEL_TILE_SIZE_PX * tiles,
    sizesPx: PARCEL_LABEL_SIZE_PX,
    houseNumberPx: HOUSE_NUMBER_SIZE_PX,
  };
  const layer = new MvtLayer({ name: LOT_LABEL_LAYER, bytesMax });
  const add = (at: { x: number; y: number } | undefined, properties: Record<string, string | number>) => {
    if (!at) return;
    const point = { x: (at.x * tiles - x) * TILE_EXTENT, y: (at.y * tiles - y) * TILE_EXTENT };
    // Of the tiles that share a parcel, the one that holds the place.
    const isHere = [point.x, point.y].every((units) => units >= 0 && units < TILE_EXTENT);
    if (isHere) layer.addPoint({ x: Math.floor(point.x), y: Math.floor(point.y) }, properties);
  };
  for (const { properties, geometry, lng, lat, siteAddress } of parcels) {
    const houseNumber = houseNumberIn(siteAddress);
    const label = labelLot({ geometry, lng, lat, name: `${properties.Name ?? ''}`, houseNumber }, look);
    const { name } = label;
    if (name) add(name, { PIN: properties.PIN, Name: name.lines.join('\n'), Size: name.sizePx });
    add(label.houseNumber, { HouseNumber: houseNumber });
  }
  return layer.toTile();
}

function houseNumberIn(siteAddress: string | null): string {
  const house = siteAddress === null ? undefined : parseSiteAddress(siteAddress)?.house;
  return house ? `${house.number}${house.suffix}` : '';
}
