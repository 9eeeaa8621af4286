// The view that shows the land of a map sheet: how large the map must be, and its zoom, so that the land fills it.
import type { Box } from '../../contract/map-sheet.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';

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
  const [west, east] = [land.west / 360, land.east / 360];
  const [north, south] = [mercatorY(land.north), mercatorY(land.south)];
  const pxPerWorld = (frame.width * PX_PER_INCH) / (east - west);
  return {
    width: wholePx((east - west) * pxPerWorld),
    height: wholePx((south - north) * pxPerWorld),
    center: { lng: (land.west + land.east) / 2, lat: latitudeAt((north + south) / 2) },
    zoom: Math.log2(pxPerWorld / TILE_PX),
  };
}

/** Even, so that a whole number of pixels lies on either side of the center; never less than the land takes. */
const wholePx = (px: number) => 2 * Math.ceil(px / 2 - 1e-6);

/** From 0 at the top of the world to 1 at its foot. */
function mercatorY(lat: number): number {
  return 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
}

function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}
