// Moves the map to a set, or to a parcel of it, beside the panels that cover a part of the map.
import type { Map as MapLibreMap, PaddingOptions } from 'maplibre-gl';
import { PARCEL_OUTLINE_ZOOM_MIN, PARCEL_TILE_ZOOM_MIN } from '../../contract/limits.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';

/** A single lot is shown with its neighbors. */
const ZOOM_MAX = 17;
/** A lot can be told from its neighbors. */
const PARCEL_ZOOM = 16;
const MARGIN_PX = 28;
/** Of the search box, and of the column of tools. */
const TOP_PX = 64;
const RIGHT_PX = 64;
/** On a lower screen, what is above the panel is hardly higher than the search box: then the place beside that is free. */
const LOW_PX = 520;
/** A wider one leaves no place. */
const SEARCH_SHARE = 0.7;
/** The details take at most this part of the height. */
const DETAILS_SHARE = 0.6;

/** In pixels. */
type Sides = Required<PaddingOptions>;

/** What the panels leave free of the map. Never less than a third of it: a panel over all of it is closed soon. */
function freeOf(map: MapLibreMap, panel: HTMLElement | null): Sides {
  const { clientWidth, clientHeight } = map.getContainer();
  const free = { top: TOP_PX, right: RIGHT_PX, bottom: MARGIN_PX, left: MARGIN_PX };
  if (!panel) return free;
  const isBeside = panel.offsetWidth < clientWidth - 2 * MARGIN_PX;
  const above = (foot: HTMLElement) =>
    Math.min(clientHeight - foot.offsetTop + MARGIN_PX, clientHeight / 1.5);
  if (!isBeside) return { ...free, bottom: above(panel), ...(clientHeight <= LOW_PX && besideSearch()) };
  // The details that the set was opened from stay at the foot of the map, the panel that it was asked for in at the right.
  const details = panel.parentElement?.querySelector<HTMLElement>(':scope > .bottom-panel');
  const drawer = document.querySelector<HTMLElement>('.drawer[data-side="right"][data-state="open"]');
  const left = Math.min(panel.offsetLeft + panel.offsetWidth + MARGIN_PX, clientWidth / 1.5);
  return {
    ...free,
    left,
    ...(drawer && { right: Math.min(drawer.offsetWidth + MARGIN_PX, (clientWidth - left) / 2) }),
    ...(details && { bottom: above(details) }),
  };
}

function besideSearch(): Partial<Sides> | undefined {
  const search = document.querySelector('.top-bar > :last-child')?.getBoundingClientRect();
  if (!search || search.right > innerWidth * SEARCH_SHARE) return undefined;
  return { top: MARGIN_PX, left: search.right + MARGIN_PX };
}

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

/** Of what is free, in pixels from the middle of the map. */
function middleOf(map: MapLibreMap, { top, right, bottom, left }: Sides): [number, number] {
  const { clientWidth, clientHeight } = map.getContainer();
  return [
    (left + clientWidth - right) / 2 - clientWidth / 2,
    (top + clientHeight - bottom) / 2 - clientHeight / 2,
  ];
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
