// The pointer over the parcels: which one it hovers, and which one it clicks.
import type { Map as MapLibreMap, MapMouseEvent, PointLike } from 'maplibre-gl';
import { useMapStore } from '../map-store.ts';
import { ownsPointer } from '../pointer-owner.ts';
import { type HoverParcel, hoverParcelOf } from './hover-parcel.ts';
import { clickParcel, tellSelection } from './select-parcel.ts';

/** Until the returned function is called. */
export function followPointer(map: MapLibreMap): () => void {
  const canvas = map.getCanvas();
  const ground = map.getCanvasContainer();
  /** In pixels of the map. Undefined away from it, while a button is down, and under a finger, which never hovers. */
  let place: PointLike | undefined;
  let frame: number | undefined;
  let hasMovedSince = false;
  let isPointing = false;

  const look = () => {
    const parcel = place && isOurs() ? parcelAt(map, place) : undefined;
    // A tool may have a cursor of its own, which stays.
    if (isOurs() || isPointing) canvas.style.cursor = parcel ? 'pointer' : '';
    isPointing = parcel !== undefined;
    hover(useMapStore.getState().selection.status === 'none' ? parcel : undefined);
  };
  // At once, so that the very next frame shows it; but never twice within one.
  const lookOncePerFrame = () => {
    if (frame !== undefined) {
      hasMovedSince = true;
      return;
    }
    look();
    frame = requestAnimationFrame(() => {
      frame = undefined;
      if (!hasMovedSince) return;
      hasMovedSince = false;
      look();
    });
  };

  const onMove = ({ pointerType, buttons, clientX, clientY }: PointerEvent) => {
    const { left, top } = canvas.getBoundingClientRect();
    place = pointerType === 'touch' || buttons !== 0 ? undefined : [clientX - left, clientY - top];
    lookOncePerFrame();
  };
  const onLeave = () => {
    place = undefined;
    look();
  };
  const onClick = ({ point, lngLat }: MapMouseEvent) => {
    if (!isOurs()) return;
    const parcel = parcelAt(map, point);
    if (!parcel) tellSelection({ type: 'background-clicked' });
    else void clickParcel({ pin: parcel.pin, clickedAt: { lng: lngLat.lng, lat: lngLat.lat } });
  };
  const stopFollowing = useMapStore.subscribe((state, previous) => {
    if (state.tool !== previous.tool || state.selection !== previous.selection) look();
  });

  ground.addEventListener('pointermove', onMove);
  ground.addEventListener('pointerleave', onLeave);
  map.on('click', onClick);
  // The ground may have moved under a pointer at rest.
  map.on('moveend', look);
  return () => {
    ground.removeEventListener('pointermove', onMove);
    ground.removeEventListener('pointerleave', onLeave);
    map.off('click', onClick);
    map.off('moveend', look);
    stopFollowing();
    if (frame !== undefined) cancelAnimationFrame(frame);
    onLeave();
  };
}

const isOurs = () => ownsPointer('parcels', useMapStore.getState().tool);

function parcelAt(map: MapLibreMap, place: PointLike): HoverParcel | undefined {
  // A map that was removed has no style to ask, and a layer that could not be added is skipped.
  if (!map.style || !map.getLayer('parcel-areas')) return undefined;
  const [feature] = map.queryRenderedFeatures(place, { layers: ['parcel-areas'] });
  return feature && hoverParcelOf(feature.properties);
}

function hover(parcel: HoverParcel | undefined): void {
  if (parcel?.pin !== useMapStore.getState().hovered?.pin) useMapStore.setState({ hovered: parcel });
}
