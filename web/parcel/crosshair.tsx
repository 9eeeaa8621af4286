// The crosshair: stands in the middle of the map while it is used with the keyboard, and selects like a click there.
import './crosshair.css';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useId } from 'react';
import { PARCEL_OUTLINE_ZOOM_MIN } from '../../contract/limits.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { useMapStore } from '../map-store.ts';
import { pointsAtParcels } from '../pointer-owner.ts';
import { clickAt, middleOf } from './follow-pointer.ts';

const SELECT_KEYS = new Set(['Enter', ' ']);
/** The map library moves and zooms with these. */
const MOVE_KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', '+', '=', '-', '_']);

export function Crosshair({ map }: { map: MapLibreMap }) {
  const isNaming = useMapStore(({ showsCrosshair, tool }) => showsCrosshair && pointsAtParcels(tool));
  const isMeasuring = useMapStore(({ showsCrosshair, tool }) => showsCrosshair && tool === 'measure');
  const keysId = useId();
  useEffect(() => followKeyboard(map), [map]);
  useEffect(() => {
    const canvas = map.getCanvas();
    canvas.setAttribute('aria-describedby', keysId);
    return () => canvas.removeAttribute('aria-describedby');
  }, [map, keysId]);
  return (
    <>
      <p id={keysId} hidden>
        Arrow keys move the map, plus and minus zoom, Enter selects the parcel under the crosshair, Shift and
        Enter picks several.
      </p>
      {/* A live region must be in the DOM before its text, or screen readers stay silent. */}
      <p aria-live="polite" className="sr-only">
        {isNaming && <NameUnderCrosshair map={map} />}
      </p>
      {(isNaming || isMeasuring) && <Mark />}
    </>
  );
}

/** Nothing while a parcel is selected, because then its details are read out. */
function NameUnderCrosshair({ map }: { map: MapLibreMap }) {
  const hovered = useMapStore((state) => state.hovered);
  const isSelecting = useMapStore(({ selection }) => selection.status === 'none');
  if (!isSelecting) return null;
  if (hovered) return hovered.owner || pinLabel(hovered.pin);
  return map.getZoom() >= PARCEL_OUTLINE_ZOOM_MIN ? 'No parcel here.' : null;
}

/** A ring, because parcel lines are straight, with a light casing: readable on every basemap. */
function Mark() {
  const shape = (
    <>
      <circle cx="26" cy="26" r="13" />
      <path d="M26 3v10M26 39v10M3 26h10M39 26h10" />
    </>
  );
  return (
    <svg className="crosshair" viewBox="0 0 52 52" aria-hidden="true">
      <g className="crosshair-casing">{shape}</g>
      <g className="crosshair-stroke">{shape}</g>
      <circle className="crosshair-middle" cx="26" cy="26" r="2.5" />
    </svg>
  );
}

const show = (showsCrosshair: boolean) => {
  if (useMapStore.getState().showsCrosshair !== showsCrosshair) useMapStore.setState({ showsCrosshair });
};

/** Shows the crosshair with the first key, hides it with the pointer. Until the returned function is called. */
function followKeyboard(map: MapLibreMap): () => void {
  const canvas = map.getCanvas();
  const stopping = new AbortController();
  const { signal } = stopping;
  const hide = () => show(false);

  canvas.addEventListener('focus', () => show(canvas.matches(':focus-visible')), { signal });
  canvas.addEventListener('blur', hide, { signal });
  canvas.addEventListener('keydown', (event) => onKey(map, event), { signal });
  canvas.addEventListener('pointerdown', hide, { signal });
  canvas.addEventListener('wheel', hide, { signal, passive: true });
  // Browsers also report a pointer at rest when the map moves under it.
  canvas.addEventListener(
    'pointermove',
    ({ movementX, movementY }) => {
      if (movementX || movementY) hide();
    },
    { signal },
  );
  return () => {
    stopping.abort();
    hide();
  };
}

function onKey(map: MapLibreMap, event: KeyboardEvent): void {
  const { showsCrosshair, tool } = useMapStore.getState();
  const selects = SELECT_KEYS.has(event.key);
  if (event.ctrlKey || event.metaKey || event.altKey || !(selects || MOVE_KEYS.has(event.key))) return;
  // With a tool open, Enter is the tool's, which may have been used with the pointer.
  if (selects && !pointsAtParcels(tool)) return;
  show(true);
  // Without a crosshair nobody could know what Enter selects: it appears first.
  if (!selects || !showsCrosshair || event.repeat) return;
  event.preventDefault();
  clickAt(map, middleOf(map), { isShifted: event.shiftKey });
}
