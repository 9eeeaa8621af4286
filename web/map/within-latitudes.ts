// Constrains the view to latitudes of -85 to 85 degrees, where the Mercator projection ends.
import { MAP_LAT_MAX, MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { latOfWorldY, worldY } from '../../geo/mercator.ts';

/** The width of the world at zoom 0. */
const WORLD_PX = 512;
const NORTH_Y = worldY(MAP_LAT_MAX);
const SOUTH_Y = worldY(-MAP_LAT_MAX);

type View = { lat: number; zoom: number };

/** The nearest allowed view: moved, and zoomed in where the window is taller than the world. */
export function withinLatitudes({ lat, zoom }: View, heightPx: number): View {
  const zoomToFill = Math.log2(heightPx / WORLD_PX / (SOUTH_Y - NORTH_Y));
  const allowedZoom = Math.max(clamp(zoom, MAP_ZOOM_MIN, MAP_ZOOM_MAX), zoomToFill);
  const halfHeight = heightPx / WORLD_PX / 2 ** allowedZoom / 2;
  const y = worldY(lat);
  const allowedY = clamp(y, NORTH_Y + halfHeight, SOUTH_Y - halfHeight);
  // An allowed latitude is returned unchanged: projecting it back and forth would lose its last digits.
  return { lat: allowedY === y ? lat : latOfWorldY(allowedY), zoom: allowedZoom };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
