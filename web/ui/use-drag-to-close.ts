// A panel at the foot of the screen follows the finger on its grab handle, and closes when it is let go far enough down.
import { type PointerEvent, type RefObject, useRef } from 'react';

const CLOSE_SHARE_OF_HEIGHT = 1 / 3;
const FLICK_PX_PER_MS = 0.5;
/** A finger's speed is that of its last moments: one that came to rest flicks nothing. */
const SPEED_WINDOW_MS = 100;
const SETTLE_MS = 200;

export type PointerPlace = { y: number; timeMs: number };

/** Whether a panel that was dragged along these places, let go at the last one, closes. */
export function dragCloses({
  places,
  panelHeightPx,
}: {
  places: readonly PointerPlace[];
  panelHeightPx: number;
}): boolean {
  const first = places[0];
  const last = places.at(-1);
  if (!first || !last) return false;
  const draggedPx = last.y - first.y;
  if (draggedPx <= 0) return false;
  if (draggedPx > panelHeightPx * CLOSE_SHARE_OF_HEIGHT) return true;
  const recent = places.find(({ timeMs }) => last.timeMs - timeMs <= SPEED_WINDOW_MS) ?? last;
  const elapsedMs = last.timeMs - recent.timeMs;
  return elapsedMs > 0 && (last.y - recent.y) / elapsedMs > FLICK_PX_PER_MS;
}

export type DragToClose = {
  /** The whole panel: what moves. */
  panelRef: RefObject<HTMLDivElement | null>;
  /** For the element to drag by, which carries the class `grab-handle` of bottom-panel.css. */
  handleProps: Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', PointerHandler>;
};
type PointerHandler = (event: PointerEvent<HTMLElement>) => void;

export function useDragToClose({ onClose }: { onClose: () => void }): DragToClose {
  const panelRef = useRef<HTMLDivElement>(null);
  const places = useRef<PointerPlace[]>([]);

  const offsetPx = () => Math.max(0, places.current.at(-1)!.y - places.current[0]!.y);
  const note = ({ clientY, timeStamp }: PointerEvent) => {
    places.current.push({ y: clientY, timeMs: timeStamp });
  };

  const onPointerDown: PointerHandler = (event) => {
    const isOnButton = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (!event.isPrimary || event.button !== 0 || isOnButton) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    places.current = [];
    note(event);
  };
  const onPointerMove: PointerHandler = (event) => {
    if (!event.isPrimary || places.current.length === 0 || !panelRef.current) return;
    note(event);
    panelRef.current.style.translate = `0 ${offsetPx()}px`;
  };
  const letGo = (event: PointerEvent, mayClose: boolean) => {
    const panel = panelRef.current;
    if (!event.isPrimary || places.current.length === 0 || !panel) return;
    note(event);
    const closes = mayClose && dragCloses({ places: places.current, panelHeightPx: panel.offsetHeight });
    const from = `0 ${offsetPx()}px`;
    places.current = [];
    panel.style.translate = '';
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // A panel that closes slides out from where the finger left it; the other one returns.
    const to = closes ? from : '0 0';
    if (!isStill) panel.animate({ translate: [from, to] }, { duration: SETTLE_MS, easing: 'ease-out' });
    if (closes) onClose();
  };

  return {
    panelRef,
    handleProps: {
      onPointerDown,
      onPointerMove,
      onPointerUp: (event) => letGo(event, true),
      onPointerCancel: (event) => letGo(event, false),
    },
  };
}
