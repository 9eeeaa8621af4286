// Keeps the view off the poles, where the projection stretches the ground beyond recognition.
import { MAP_LAT_MAX, MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { latOfWorldY, worldY } from '../../geo/mercator.ts';

/** How wide the whole world is drawn at zoom 0. */
const WORLD_PX = 512;
const NORTH_Y = worldY(MAP_LAT_MAX);
const SOUTH_Y = worldY(-MAP_LAT_MAX);

type View = { lat: number; zoom: number };

/** The nearest view that shows nothing beyond: moved, and zoomed in where the window is taller than the world. */
export function withinLatitudes({ lat, zoom }: View, heightPx: number): View {
  const zoomToFill = Math.log2(heightPx / WORLD_PX / (SOUTH_Y - NORTH_Y));
  const allowedZoom = Math.max(clamp(zoom, MAP_ZOOM_MIN, MAP_ZOOM_MAX), zoomToFill);
  const halfHeight = heightPx / WORLD_PX / 2 ** allowedZoom / 2;
  const y = worldY(lat);
  const allowedY = clamp(y, NORTH_Y + halfHeight, SOUTH_Y - halfHeight);
  // Projected there and back a latitude would lose its last digits.
  return { lat: allowedY === y ? lat : latOfWorldY(allowedY), zoom: allowedZoom };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
