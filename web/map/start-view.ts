// Where the map begins: at the parcels of this server, or where the specification puts it.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { ClientConfig } from '../../contract/client-config.ts';
import { MAP_CENTER, MAP_ZOOM, PARCEL_OUTLINE_ZOOM_MIN } from '../../contract/limits.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX, worldX, worldY } from '../../geo/mercator.ts';
import type { Camera } from '../page-link.ts';

export type ParcelView = NonNullable<ClientConfig['view']>;
type Size = { widthPx: number; heightPx: number };

/** MapLibre's world is this wide at zoom 0. */
const WORLD_PX = 512;
/** Left free around parcels that fit into the view, for the controls there. */
const MARGIN_PX = 56;
/** A handful of parcels is shown with its surroundings. */
const FIT_ZOOM_MAX = 17;
/** So little below the zoom of the parcels, the margin gives way: a county that nearly fits is seen with its parcels. */
const NEARLY = 0.15;

/** Parcels that fit into the view at a higher zoom than the wanted one are shown whole. */
export function startView(view: ParcelView | null, size: Size): Camera {
  if (!view) return { center: MAP_CENTER, zoom: MAP_ZOOM };
  const whole = fitted(view.bounds, size);
  const { center, zoom } = whole.zoom > view.zoom ? whole : view;
  return {
    center,
    zoom: zoom > PARCEL_OUTLINE_ZOOM_MIN - NEARLY ? Math.max(zoom, PARCEL_OUTLINE_ZOOM_MIN) : zoom,
  };
}

function fitted(bounds: Bounds, { widthPx, heightPx }: Size): Camera {
  const west = worldX(bounds.west);
  // Across the date line the eastern edge has the smaller longitude.
  const east = worldX(bounds.east) + (bounds.east < bounds.west ? 1 : 0);
  const north = worldY(bounds.north);
  const south = worldY(bounds.south);
  const zoomFor = (px: number, share: number) =>
    Math.log2(Math.max(0, px - 2 * MARGIN_PX) / WORLD_PX / share);
  const zoom = Math.min(zoomFor(widthPx, east - west), zoomFor(heightPx, south - north), FIT_ZOOM_MAX);
  const center = { lng: lngOfWorldX((west + east) / 2), lat: latOfWorldY((north + south) / 2) };
  // Nothing fits into a container without a size, and 0 / 0 is not a number.
  return { center, zoom: Number.isNaN(zoom) ? Number.NEGATIVE_INFINITY : zoom };
}

/** Whether nothing of the parcels' land is in view. */
export function isAway(parcels: Bounds, shown: Bounds): boolean {
  if (shown.north < parcels.south || shown.south > parcels.north) return true;
  // MapLibre counts longitudes on beyond 180 where the world was panned around.
  const width = (parcels.east - parcels.west + 360) % 360;
  const eastward = (((parcels.west - shown.west) % 360) + 360) % 360;
  return eastward > shown.east - shown.west && eastward + width < 360;
}

export function shownBounds(map: Pick<MapLibreMap, 'getBounds'>): Bounds {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  };
}
