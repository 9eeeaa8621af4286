// Room for the panel of details: the parcel it tells of should be seen above it.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { CENTER_ON_PARCEL } from '../../contract/limits.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import type { AreaGeometry, LngLat } from '../../geo/geometry.ts';

/** Kept free around a parcel that is moved into view: above it stand the controls at the top of the map. */
const MARGIN_PX = { top: 72, bottom: 24 };
const GENTLY_MS = 300;

type Extent = { topPx: number; bottomPx: number };

/** How far the map must move up so that the extent ends above `roomPx`, without pushing its top out of view. */
export function panToReveal({ topPx, bottomPx }: Extent, roomPx: number): number {
  const hiddenPx = bottomPx - (roomPx - MARGIN_PX.bottom);
  const spareAbovePx = topPx - MARGIN_PX.top;
  return Math.max(0, Math.min(hiddenPx, spareAbovePx));
}

type Covered = { map: MapLibreMap; coveredPx: number };

export function revealParcel({ map, coveredPx, geometry }: Covered & { geometry: AreaGeometry }): void {
  const { west, south, north } = boundsOf(geometry);
  const topPx = map.project([west, north]).y;
  const bottomPx = map.project([west, south]).y;
  const panPx = panToReveal({ topPx, bottomPx }, map.getContainer().clientHeight - coveredPx);
  if (panPx > 0) map.panBy([0, panPx], { duration: GENTLY_MS });
}

export function centerOnParcel({ map, coveredPx, center }: Covered & { center: LngLat }): void {
  const { zoom, padding, speed } = CENTER_ON_PARCEL;
  map.flyTo({
    center: center,
    zoom,
    speed,
    padding: { top: padding, right: padding, bottom: padding + coveredPx, left: padding },
  });
}

/** Padding stays with a map: when the panel has gone it goes too, and the picture stays where it is. */
export function forgetPadding(map: MapLibreMap): void {
  const { top, right, bottom, left } = map.getPadding();
  // A map that was removed has no picture any more.
  if (!map.style || !(top || right || bottom || left)) return;
  if (map.isMoving()) {
    // Whoever closes the panel on the way to its parcel still arrives there.
    map.once('moveend', () => forgetPadding(map));
    return;
  }
  const { clientWidth, clientHeight } = map.getContainer();
  map.jumpTo({
    center: map.unproject([clientWidth / 2, clientHeight / 2]),
    padding: { top: 0, right: 0, bottom: 0, left: 0 },
  });
}
