// Drag to close: a bottom panel follows the pointer on its grab handle, and closes after a long drag or a flick. One that can
// be folded opens by a pull upwards, and by a press.
import { type PointerEvent, type RefObject, useRef } from 'react';

const CLOSE_SHARE_OF_HEIGHT = 1 / 3;
const FLICK_PX_PER_MS = 0.5;
/** A finger that presses moves a little. */
const PRESS_PX = 8;
/** Speed is measured over the last moments only, so a pointer that came to rest is not a flick. */
const SPEED_WINDOW_MS = 100;
const SETTLE_MS = 200;

export type PointerSample = { y: number; timeMs: number };

/** Whether a panel dragged along these points and released at the last one closes. */
export function dragCloses({
  samples,
  panelHeightPx,
}: {
  samples: readonly PointerSample[];
  panelHeightPx: number;
}): boolean {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) return false;
  const draggedPx = last.y - first.y;
  if (draggedPx <= 0) return false;
  if (draggedPx > panelHeightPx * CLOSE_SHARE_OF_HEIGHT) return true;
  const recent = samples.find(({ timeMs }) => last.timeMs - timeMs <= SPEED_WINDOW_MS) ?? last;
  const elapsedMs = last.timeMs - recent.timeMs;
  return elapsedMs > 0 && (last.y - recent.y) / elapsedMs > FLICK_PX_PER_MS;
}

export type DragToClose = {
  /** The whole panel, which moves. */
  panelRef: RefObject<HTMLDivElement | null>;
  /** For the element to drag by. It needs the class `grab-handle` of bottom-panel.css. */
  handleProps: Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', PointerHandler>;
};
type PointerHandler = (event: PointerEvent<HTMLElement>) => void;

type DragActions = {
  onClose: () => void;
  /** After a press, or a pull upwards. */
  onPull?: (() => void) | undefined;
  /** A drag down folds the panel, which stays. */
  isFolding?: boolean;
};

export function useDragToClose({ onClose, onPull, isFolding = false }: DragActions): DragToClose {
  const panelRef = useRef<HTMLDivElement>(null);
  const samples = useRef<PointerSample[]>([]);

  const offsetPx = () => Math.max(0, samples.current.at(-1)!.y - samples.current[0]!.y);
  const record = ({ clientY, timeStamp }: PointerEvent) => {
    samples.current.push({ y: clientY, timeMs: timeStamp });
  };

  const onPointerDown: PointerHandler = (event) => {
    const isOnButton = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (!event.isPrimary || event.button !== 0 || isOnButton) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    samples.current = [];
    record(event);
  };
  const onPointerMove: PointerHandler = (event) => {
    if (!event.isPrimary || samples.current.length === 0 || !panelRef.current) return;
    record(event);
    panelRef.current.style.translate = `0 ${offsetPx()}px`;
  };
  const release = (event: PointerEvent, mayClose: boolean) => {
    const panel = panelRef.current;
    if (!event.isPrimary || samples.current.length === 0 || !panel) return;
    record(event);
    const closes = mayClose && dragCloses({ samples: samples.current, panelHeightPx: panel.offsetHeight });
    const from = `0 ${offsetPx()}px`;
    const movedPx = samples.current.at(-1)!.y - samples.current[0]!.y;
    samples.current = [];
    panel.style.translate = '';
    const hasReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // A closing panel is held where it was released, while CSS slides it out from there. Otherwise it slides back.
    const to = closes && !isFolding ? from : '0 0';
    if (!hasReducedMotion)
      panel.animate({ translate: [from, to] }, { duration: SETTLE_MS, easing: 'ease-out' });
    if (closes) onClose();
    else if (mayClose && movedPx < PRESS_PX) onPull?.();
  };

  return {
    panelRef,
    handleProps: {
      onPointerDown,
      onPointerMove,
      onPointerUp: (event) => release(event, true),
      onPointerCancel: (event) => release(event, false),
    },
  };
}
