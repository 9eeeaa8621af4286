// Copies a link to the parcel, here or at a maps service, and shows for two seconds whether it was copied.
import { useEffect, useReducer } from 'react';
import { COPY_FEEDBACK_MS } from '../../contract/limits.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { useMapStore } from '../map-store.ts';
import { linkedOverlays } from '../overlay-choices.ts';
import { formatLink } from '../page-link.ts';
import { linkedPin } from './linked-pin.ts';
import { selectedPin } from './selection.ts';

/** Latitude first: the maps service expects that order. */
export function mapsLink({ lng, lat }: LngLat): string {
  return `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`;
}

/** Without a view: each screen frames the parcel in its own size. */
export function linkToSelected(): string {
  const state = useMapStore.getState();
  const { styleId, selection, counties } = state;
  const pin = selectedPin(selection);
  const link = {
    camera: undefined,
    styleId,
    pin: pin && linkedPin(pin, counties),
    overlays: linkedOverlays(state),
  };
  return `${location.origin}${formatLink(link)}`;
}

/** A new object for each attempt, so that each one restarts the timer. */
export type CopyState = { shown: 'idle' | 'copied' | 'failed' };
export type CopyEvent = 'copied' | 'failed' | 'timer-ended';

export const IDLE: CopyState = { shown: 'idle' };

export function nextCopyState(_state: CopyState, event: CopyEvent): CopyState {
  return event === 'timer-ended' ? IDLE : { shown: event };
}

export type CopyLink = { shown: CopyState['shown']; copy: (text: string) => Promise<void> };

export function useCopyLink(): CopyLink {
  const [state, dispatch] = useReducer(nextCopyState, IDLE);
  useEffect(() => {
    if (state === IDLE) return;
    const timer = setTimeout(() => dispatch('timer-ended'), COPY_FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) => {
    try {
      // `clipboard` is undefined on a page that is neither local nor https.
      await navigator.clipboard.writeText(text);
      dispatch('copied');
    } catch {
      dispatch('failed');
    }
  };
  return { shown: state.shown, copy };
}
