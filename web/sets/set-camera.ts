// Moves the map to a set, or to a parcel of it, beside the panels that cover a part of the map.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { PARCEL_OUTLINE_ZOOM_MIN, PARCEL_TILE_ZOOM_MIN } from '../../contract/limits.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { freeOf, middleOf, type Sides } from '../free-of-map.ts';

/** A single lot is shown with its neighbors. */
const ZOOM_MAX = 17;
/** A lot can be told from its neighbors. */
const PARCEL_ZOOM = 16;
/** The details take at most this part of the height. */
const DETAILS_SHARE = 0.6;

export function showAll(map: MapLibreMap, bounds: Bounds, panel: HTMLElement | null): void {
  const { west, south, east, north } = bounds;
  const free = freeOf(map, panel);
  const zoom = fittingZoom(map, bounds, free);
  // On a phone, a county may fit only where no parcel is drawn: a little less of it, with its marks, tells more.
  if (zoom < PARCEL_TILE_ZOOM_MIN && zoom > PARCEL_TILE_ZOOM_MIN - 1) {
    const center = { lng: (west + east) / 2, lat: (south + north) / 2 };
    map.flyTo({ center, zoom: PARCEL_TILE_ZOOM_MIN, offset: middleOf(map, free) });
    return;
  }
  map.fitBounds([west, south, east, north], { padding: free, maxZoom: ZOOM_MAX });
}

function fittingZoom(map: MapLibreMap, bounds: Bounds, { top, right, bottom, left }: Sides): number {
  const { clientWidth, clientHeight } = map.getContainer();
  const from = map.project([bounds.west, bounds.north]);
  const to = map.project([bounds.east, bounds.south]);
  const widthShare = (clientWidth - left - right) / Math.abs(to.x - from.x);
  const heightShare = (clientHeight - top - bottom) / Math.abs(to.y - from.y);
  return map.getZoom() + Math.log2(Math.min(widthShare, heightShare));
}

/** A map that shows all of it already stays as it is. */
export function showAllUnlessInView(map: MapLibreMap, bounds: Bounds, panel: HTMLElement | null): void {
  const { west, south, east, north } = bounds;
  const free = freeOf(map, panel);
  const isSeen = [
    { lng: west, lat: south },
    { lng: east, lat: north },
  ].every((corner) => isWithin(map, corner, free));
  if (!isSeen) showAll(map, bounds, panel);
}

function isWithin(map: MapLibreMap, { lng, lat }: LngLat, { top, right, bottom, left }: Sides): boolean {
  const { clientWidth, clientHeight } = map.getContainer();
  const { x, y } = map.project([lng, lat]);
  return x >= left && x <= clientWidth - right && y >= top && y <= clientHeight - bottom;
}

type Beside = { panel: HTMLElement | null; isBeside: boolean };

/** Its details are about to open at the foot of the map. */
export function flyUnlessInView(map: MapLibreMap, center: LngLat, { panel, isBeside }: Beside): void {
  const bottom = map.getContainer().clientHeight * DETAILS_SHARE;
  const free = { ...freeOf(map, isBeside ? panel : null), bottom };
  const isDrawn = map.getZoom() >= PARCEL_OUTLINE_ZOOM_MIN;
  if (isDrawn && isWithin(map, center, free)) return;
  const zoom = isDrawn ? map.getZoom() : PARCEL_ZOOM;
  map.flyTo({ center, zoom, offset: middleOf(map, free) });
}
