// The detail panel and the keyboard: Escape closes it, Tab goes into it from what opened it, and closing goes back there.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type RefObject, useLayoutEffect } from 'react';
import { isTopmost, useEscape } from '../use-escape.ts';

const STOPS = 'button:enabled, a[href], input:enabled, summary, [tabindex="0"]';

type PanelFocus = {
  map: MapLibreMap;
  panelRef: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onClose: () => void;
};

export function usePanelFocus({ map, panelRef, isOpen, onClose }: PanelFocus): void {
  useEscape({ part: 'pin', isOpen, onClose });
  useLayoutEffect(() => {
    const panel = panelRef.current;
    if (isOpen && panel) return leadFocus({ map, panel });
  }, [map, panelRef, isOpen]);
}

/** Until the returned function is called, which gives the focus back if the panel has it. */
function leadFocus({ map, panel }: { map: MapLibreMap; panel: HTMLElement }): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** From where the focus came into the panel. */
  let origin: Element | null = null;
  /** The first Tab after opening goes into the panel, unless the pointer was used since. */
  let isNew = true;
  const goBack = () => {
    const target = origin?.isConnected && origin !== document.body ? origin : map.getCanvas();
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };

  window.addEventListener('pointerdown', () => (isNew = false), { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Tab' || !isTopmost(event)) return;
      const focused = document.activeElement;
      const first = panel.querySelector<HTMLElement>(STOPS);
      const isInside = panel.contains(focused);
      if (event.shiftKey ? focused === first || focused === panel : isNew && !isInside) {
        event.preventDefault();
        if (event.shiftKey) goBack();
        else first?.focus();
      }
      isNew = false;
    },
    { signal },
  );
  panel.addEventListener(
    'focusin',
    ({ relatedTarget }) => {
      if (relatedTarget instanceof Element && !panel.contains(relatedTarget)) origin = relatedTarget;
    },
    { signal },
  );
  return () => {
    stopping.abort();
    // Only with the keyboard: on a phone the search field would open the on-screen keyboard.
    const focused = document.activeElement;
    if (panel.contains(focused) && focused?.matches(':focus-visible')) goBack();
  };
}
