// The view that shows the land of a map sheet: how large the map must be, and its zoom, so that the land fills it.
import type { Box } from '../../contract/map-sheet.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { latOfWorldY, worldX, worldY } from '../../geo/mercator.ts';

/** Labels then have the size that they have on a screen: 12 px are 9 points. */
const PX_PER_INCH = 96;
/** Of a tile at its own zoom, as MapLibre counts. */
const TILE_PX = 512;

/** In CSS pixels. */
export type SheetView = { width: number; height: number; center: LngLat; zoom: number };

/**
 * The map is as wide as the frame. Its height follows from the land: Mercator is of a sphere, and the ground is not, so it may differ
 * by half a percent from that of the frame, which the sheet takes out again.
 */
export function sheetView(land: Bounds, frame: Pick<Box, 'width'>): SheetView {
  const [west, east] = [worldX(land.west), worldX(land.east)];
  const [north, south] = [worldY(land.north), worldY(land.south)];
  const pxPerWorld = (frame.width * PX_PER_INCH) / (east - west);
  return {
    width: wholePx((east - west) * pxPerWorld),
    height: wholePx((south - north) * pxPerWorld),
    center: { lng: (land.west + land.east) / 2, lat: latOfWorldY((north + south) / 2) },
    zoom: Math.log2(pxPerWorld / TILE_PX),
  };
}

/** Even, so that a whole number of pixels lies on either side of the center; never less than the land takes. */
const wholePx = (px: number) => 2 * Math.ceil(px / 2 - 1e-6);
