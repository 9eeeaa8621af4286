// Keeps the selected parcel and the map's controls clear of the detail panel, which covers the foot of the map.
import type { Map as MapLibreMap, PaddingOptions } from 'maplibre-gl';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { CENTER_ON_PARCEL } from '../../contract/limits.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import type { AreaGeometry, LngLat } from '../../geo/geometry.ts';
import { useMapStore } from '../map-store.ts';

/** Kept free around a parcel that is moved into view. The top is larger, for the controls there. */
const MARGIN_PX = { top: 72, bottom: 24 };
const PAN_DURATION_MS = 300;

type Extent = { topPx: number; bottomPx: number };

/** How far to pan so that the extent ends above the panel, without pushing its top out of view. */
export function panToReveal({ topPx, bottomPx }: Extent, panelTopPx: number): number {
  const hiddenPx = bottomPx - (panelTopPx - MARGIN_PX.bottom);
  const spareAbovePx = topPx - MARGIN_PX.top;
  return Math.max(0, Math.min(hiddenPx, spareAbovePx));
}

type Covered = { map: MapLibreMap; coveredPx: number };

export function revealParcel({ map, coveredPx, geometry }: Covered & { geometry: AreaGeometry }): void {
  // The map follows where somebody stands, above the panel.
  if (useMapStore.getState().tool === 'whose-land') return;
  const panPx = panToReveal(extentOf(map, geometry), map.getContainer().clientHeight - coveredPx);
  if (panPx > 0) map.panBy([0, panPx], { duration: PAN_DURATION_MS });
}

function extentOf(map: MapLibreMap, geometry: AreaGeometry): Extent {
  const { west, south, north } = boundsOf(geometry);
  return { topPx: map.project([west, north]).y, bottomPx: map.project([west, south]).y };
}

/** Beside a parcel of a link: on the right stand the tools. */
const SIDE_MARGIN_PX = { left: 24, right: 76 };

type Span = { fromPx: number; toPx: number };

/** How far to pan along one axis so that the extent is in the room; one that is too large for it keeps its middle covered. */
export function panIntoRoom(extent: Span, room: Span): number {
  if (extent.toPx - extent.fromPx <= room.toPx - room.fromPx) {
    if (extent.fromPx < room.fromPx) return extent.fromPx - room.fromPx;
    return Math.max(0, extent.toPx - room.toPx);
  }
  const middlePx = (room.fromPx + room.toPx) / 2;
  if (extent.toPx < middlePx) return extent.toPx - middlePx;
  return Math.max(0, extent.fromPx - middlePx);
}

/** The view of a link stays where its parcel is in sight on this screen, too. Otherwise the map moves just enough. */
export function bringIntoSight({ map, coveredPx, geometry }: Covered & { geometry: AreaGeometry }): void {
  const { clientWidth, clientHeight } = map.getContainer();
  const { west, south, east, north } = boundsOf(geometry);
  const { x: leftPx, y: topPx } = map.project([west, north]);
  const { x: rightPx, y: bottomPx } = map.project([east, south]);
  const across = panIntoRoom(
    { fromPx: leftPx, toPx: rightPx },
    { fromPx: SIDE_MARGIN_PX.left, toPx: clientWidth - SIDE_MARGIN_PX.right },
  );
  const down = panIntoRoom(
    { fromPx: topPx, toPx: bottomPx },
    { fromPx: MARGIN_PX.top, toPx: clientHeight - coveredPx - MARGIN_PX.bottom },
  );
  if (across !== 0 || down !== 0) map.panBy([across, down], { duration: PAN_DURATION_MS });
}

type Growth = Covered & { geometry: AreaGeometry; coveredBeforePx: number };

/** A parcel that was in view stays so when the panel grows. One that the map was moved away from does not come back. */
export function keepInView({ map, geometry, coveredBeforePx, coveredPx }: Growth): void {
  const { topPx, bottomPx } = extentOf(map, geometry);
  const wasInView = bottomPx > 0 && topPx < map.getContainer().clientHeight - coveredBeforePx;
  if (wasInView && !map.isMoving()) revealParcel({ map, geometry, coveredPx });
}

type GrowingPanel = {
  map: MapLibreMap;
  panelRef: RefObject<HTMLElement | null>;
  geometry: AreaGeometry | null;
};

/** Its units and the county's own fields make the panel taller when they are opened. */
export function useKeptInView({ map, panelRef, geometry }: GrowingPanel): void {
  useEffect(() => {
    const panel = panelRef.current;
    if (!panel || !geometry) return;
    let coveredBeforePx = coveredHeightPx(panel);
    const resizes = new ResizeObserver(() => {
      const coveredPx = coveredHeightPx(panel);
      if (coveredPx > coveredBeforePx) keepInView({ map, geometry, coveredBeforePx, coveredPx });
      coveredBeforePx = coveredPx;
    });
    resizes.observe(panel);
    return () => resizes.disconnect();
  }, [map, panelRef, geometry]);
}

export function centerOnParcel({ map, coveredPx, center }: Covered & { center: LngLat }): void {
  const { zoom, padding, speed } = CENTER_ON_PARCEL;
  map.flyTo({
    center,
    zoom,
    speed,
    padding: { top: padding, right: padding, bottom: padding + coveredPx, left: padding },
  });
}

/** A small lot is shown with its neighbors; of a very large one the middle, because below this parcels are not drawn. */
const FRAME_ZOOM = { min: 14, max: 17 };
/** What the panel covers at most: 60% of a small screen, and not more than this of a large one. */
const PANEL_HEIGHT_PX = 340;

/** Shows the parcel in the part of the map that the panel will leave free, whatever was shown before. */
export function frameParcel(
  map: MapLibreMap,
  { parcel, geometry }: { parcel: { centroid: LngLat | null }; geometry: AreaGeometry | null },
): void {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const bottom = Math.min(height * 0.6, PANEL_HEIGHT_PX) + MARGIN_PX.bottom;
  const top = Math.min(MARGIN_PX.top, height * 0.15);
  const whole =
    geometry && cameraFor(map, geometry, { top, bottom, left: width * 0.15, right: width * 0.15 });
  if (whole) {
    map.jumpTo(whole);
  } else if (parcel.centroid) {
    const zoom = geometry ? FRAME_ZOOM.min : CENTER_ON_PARCEL.zoom;
    map.easeTo({ center: parcel.centroid, zoom, offset: [0, (top - bottom) / 2], duration: 0 });
  }
}

/** Undefined where the whole parcel does not fit at a zoom at which it is drawn. */
function cameraFor(map: MapLibreMap, geometry: AreaGeometry, padding: PaddingOptions) {
  const { west, south, east, north } = boundsOf(geometry);
  const camera = map.cameraForBounds([west, south, east, north], { padding, maxZoom: FRAME_ZOOM.max });
  return camera?.zoom !== undefined && camera.zoom >= FRAME_ZOOM.min ? camera : undefined;
}

/** MapLibre keeps the padding after a flight. Removes it when the panel is closed, without moving what is shown. */
export function resetPadding(map: MapLibreMap): void {
  const { top, right, bottom, left } = map.getPadding();
  // `style` is undefined on a map that was removed.
  if (!map.style || !(top || right || bottom || left)) return;
  if (map.isMoving()) {
    // Closing the panel must not interrupt a flight to its parcel.
    map.once('moveend', () => resetPadding(map));
    return;
  }
  const { clientWidth, clientHeight } = map.getContainer();
  map.jumpTo({
    center: map.unproject([clientWidth / 2, clientHeight / 2]),
    padding: { top: 0, right: 0, bottom: 0, left: 0 },
  });
}

/** Whether the map has moved since the parcel was selected. */
export function useHasMoved(map: MapLibreMap): () => boolean {
  const moved = useRef(false);
  useLayoutEffect(() => {
    const movements = map.on('movestart', () => {
      moved.current = true;
    });
    // Not an effect of the PIN: a parcel that is opened again while it is selected keeps its PIN, and no render is
    // without one.
    const stopWatching = useMapStore.subscribe((now, before) => {
      if (before.selection.status === 'none' && now.selection.status !== 'none') moved.current = false;
    });
    return () => {
      movements.unsubscribe();
      stopWatching();
    };
  }, [map]);
  return useCallback(() => moved.current, []);
}

/** A panel with this much space on each side leaves the corners of the map free. */
const CORNER_WIDTH_PX = 160;

/** Uses layout offsets, which a running slide animation does not change. */
export function coveredHeightPx(panel: HTMLElement): number {
  return (panel.offsetParent?.clientHeight ?? window.innerHeight) - panel.offsetTop;
}

/**
 * Publishes the covered height as CSS variables: `--detail-height` moves the controls in the corners up, and is 0 where
 * the panel leaves these free; `--detail-cover` moves the crosshair, which is in the middle; `--corner-width` is what the
 * panel leaves free of each.
 */
export function usePublishedHeight(panelRef: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const panel = panelRef.current;
    if (!isOpen || !panel) return;
    const { style } = document.documentElement;
    const publish = () => {
      const { offsetLeft, offsetWidth, offsetParent } = panel;
      const rightPx = (offsetParent?.clientWidth ?? window.innerWidth) - offsetLeft - offsetWidth;
      // On the left there may be a column of results.
      const cornerPx = Math.min(offsetLeft, rightPx);
      const leavesCornersFree = cornerPx >= CORNER_WIDTH_PX;
      const coveredPx = coveredHeightPx(panel);
      style.setProperty('--detail-height', `${leavesCornersFree ? 0 : coveredPx}px`);
      style.setProperty('--detail-cover', `${coveredPx}px`);
      if (leavesCornersFree) style.setProperty('--corner-width', `${cornerPx}px`);
      else style.removeProperty('--corner-width');
    };
    const resizes = new ResizeObserver(publish);
    resizes.observe(panel);
    if (panel.offsetParent) resizes.observe(panel.offsetParent);
    return () => {
      resizes.disconnect();
      style.setProperty('--detail-height', '0px');
      style.setProperty('--detail-cover', '0px');
      style.removeProperty('--corner-width');
    };
  }, [isOpen, panelRef]);
}
