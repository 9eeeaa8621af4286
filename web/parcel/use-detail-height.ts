// Tells the page how much of its foot the panel covers, so that what stands there can step up.
import { type RefObject, useLayoutEffect } from 'react';

/** Beside a panel that leaves this much on each side, the corners are free. */
const CORNER_WIDTH_PX = 200;

/** Where the panel comes to rest, whatever slide it is in now. */
export function coveredHeightPx(panel: HTMLElement): number {
  return (panel.offsetParent?.clientHeight ?? window.innerHeight) - panel.offsetTop;
}

export function useDetailHeight(panelRef: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const panel = panelRef.current;
    if (!isOpen || !panel) return;
    const { style } = document.documentElement;
    const tell = () => {
      const isAside = panel.offsetLeft >= CORNER_WIDTH_PX;
      style.setProperty('--detail-height', `${isAside ? 0 : coveredHeightPx(panel)}px`);
    };
    const watching = new ResizeObserver(tell);
    watching.observe(panel);
    if (panel.offsetParent) watching.observe(panel.offsetParent);
    return () => {
      watching.disconnect();
      style.setProperty('--detail-height', '0px');
    };
  }, [isOpen, panelRef]);
}
