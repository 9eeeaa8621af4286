// Hover and click on the map's parcels, with the pointer or with the keyboard's crosshair.
import type {
  MapBoxZoomEvent,
  Map as MapLibreMap,
  MapMouseEvent,
  MapSourceDataEvent,
  PointLike,
} from 'maplibre-gl';
import { useEffect } from 'react';
import { HOVER_REATTACH_MS } from '../../contract/limits.ts';
import { PARCEL_SOURCE } from '../map/layers-on-map.ts';
import { useMapStore } from '../map-store.ts';
import { startPicking, togglePicked } from '../pick-parcels.ts';
import { pointsAtParcels } from '../pointer-owner.ts';
import { type HoverParcel, hoverParcelOf } from './hover-parcel.ts';
import { keepHighlights } from './parcel-highlights.ts';
import { clickParcel, dispatchSelection } from './select-parcel.ts';

export function useParcelPointer(map: MapLibreMap): void {
  useEffect(() => {
    const stopHighlights = keepHighlights(map);
    const stopPointer = reattachAfterStyles(map, () => followPointer(map));
    return () => {
      stopPointer();
      stopHighlights();
    };
  }, [map]);
}

/**
 * Detaches the listeners when a style has loaded and attaches them again a moment later, when all layers are in place.
 * `attach` returns its own detach function. The returned function detaches for good.
 */
export function reattachAfterStyles(
  map: Pick<MapLibreMap, 'on' | 'off'>,
  attach: () => () => void,
): () => void {
  let detach = attach();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reattach = () => {
    detach();
    detach = () => {};
    clearTimeout(timer);
    timer = setTimeout(() => {
      detach = attach();
    }, HOVER_REATTACH_MS);
  };
  map.on('style.load', reattach);
  return () => {
    map.off('style.load', reattach);
    clearTimeout(timer);
    detach();
  };
}

/** Listens until the returned function is called. */
export function followPointer(map: MapLibreMap): () => void {
  const canvas = map.getCanvas();
  const container = map.getCanvasContainer();
  /** In pixels of the map. Undefined off the map, while a button is down, and for touch, which has no hover. */
  let pointer: PointLike | undefined;
  let frame: number | undefined;
  let hasMovedSince = false;
  let hasPointerCursor = false;
  /** Whether parcels have arrived that were not there when the map was last asked. */
  let hasNewTiles = true;

  const updateHover = () => {
    hasNewTiles = false;
    const point = useMapStore.getState().showsCrosshair ? middleOf(map) : pointer;
    const parcel = point && ownsClicks() ? parcelAt(map, point) : undefined;
    // While a tool is open the cursor is the tool's.
    if (ownsClicks() || hasPointerCursor) canvas.style.cursor = parcel ? 'pointer' : '';
    hasPointerCursor = parcel !== undefined;
    hover(useMapStore.getState().selection.status === 'none' ? parcel : undefined);
  };
  // Throttle: the first move of a frame is handled at once, so that this frame shows it. Later moves wait for the next.
  const updateHoverOncePerFrame = () => {
    if (frame !== undefined) {
      hasMovedSince = true;
      return;
    }
    updateHover();
    frame = requestAnimationFrame(() => {
      frame = undefined;
      if (!hasMovedSince) return;
      hasMovedSince = false;
      updateHover();
    });
  };

  const pointOf = ({ clientX, clientY }: MouseEvent): [number, number] => {
    const { left, top } = canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const onMove = (event: PointerEvent) => {
    pointer = event.pointerType === 'touch' || event.buttons !== 0 ? undefined : pointOf(event);
    updateHoverOncePerFrame();
  };
  const onLeave = () => {
    pointer = undefined;
    updateHover();
  };
  const onSourceData = ({ sourceId, tile }: MapSourceDataEvent) => {
    if (sourceId === PARCEL_SOURCE && tile) hasNewTiles = true;
  };
  // Every highlight is a frame, after which the map is idle again. Asking again then would double the work of a hover.
  const onIdle = () => {
    if (hasNewTiles) updateHover();
  };
  const onClick = ({ point }: MapMouseEvent) => clickAt(map, point);
  // The library takes a shift-click for a box without a size, and keeps the click to itself. Escape ends a box, too.
  const onShiftClick = ({ originalEvent }: MapBoxZoomEvent) => {
    if (originalEvent.type === 'mouseup') clickAt(map, pointOf(originalEvent), { isShifted: true });
  };
  const unsubscribe = useMapStore.subscribe((state, previous) => {
    const hasChanged = (key: 'tool' | 'selection' | 'showsCrosshair') => state[key] !== previous[key];
    if (hasChanged('tool') || hasChanged('selection') || hasChanged('showsCrosshair')) updateHover();
  });

  container.addEventListener('pointermove', onMove);
  container.addEventListener('pointerleave', onLeave);
  const subscriptions = [
    map.on('click', onClick),
    map.on('boxzoomcancel', onShiftClick),
    // The map may have moved under a pointer at rest, and its tiles may have arrived later.
    map.on('moveend', updateHover),
    map.on('sourcedata', onSourceData),
    map.on('idle', onIdle),
  ];
  return () => {
    container.removeEventListener('pointermove', onMove);
    container.removeEventListener('pointerleave', onLeave);
    for (const subscription of subscriptions) subscription.unsubscribe();
    unsubscribe();
    if (frame !== undefined) cancelAnimationFrame(frame);
    onLeave();
  };
}

/** In pixels of the map. With Shift, the parcel is the first or the next of several that are picked. */
export function clickAt(map: MapLibreMap, point: PointLike, { isShifted = false } = {}): void {
  if (!ownsClicks()) return;
  const parcel = parcelAt(map, point);
  // Beside a parcel, a click that picks was a slip of the hand.
  if (useMapStore.getState().tool === 'pick') parcel && togglePicked(parcel.pin);
  else if (isShifted) parcel && startPicking(parcel.pin);
  else if (!parcel) dispatchSelection({ type: 'background-clicked' });
  else void clickParcel(parcel.pin);
}

/** Where the crosshair stands, as long as no panel covers the foot of the map. */
export function middleOf(map: MapLibreMap): [number, number] {
  const { clientWidth, clientHeight } = map.getContainer();
  return [clientWidth / 2, clientHeight / 2];
}

const ownsClicks = () => pointsAtParcels(useMapStore.getState().tool);

function parcelAt(map: MapLibreMap, point: PointLike): HoverParcel | undefined {
  // `style` is undefined on a map that was removed. The layer is missing where adding it failed.
  if (!map.style || !map.getLayer('parcel-areas')) return undefined;
  const [feature] = map.queryRenderedFeatures(point, { layers: ['parcel-areas'] });
  return feature && hoverParcelOf(feature.properties);
}

function hover(parcel: HoverParcel | undefined): void {
  if (parcel?.pin !== useMapStore.getState().hovered?.pin) useMapStore.setState({ hovered: parcel });
}
