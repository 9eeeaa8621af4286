// Copies a text, and shows for two seconds whether it was copied.
import { useEffect, useReducer } from 'react';
import { COPY_FEEDBACK_MS } from '../contract/limits.ts';

/** A new object for each attempt, so that each one restarts the timer. */
export type CopyState = { shown: 'idle' | 'copied' | 'failed' };
export type CopyEvent = 'copied' | 'failed' | 'timer-ended';

export const IDLE: CopyState = { shown: 'idle' };

export function nextCopyState(_state: CopyState, event: CopyEvent): CopyState {
  return event === 'timer-ended' ? IDLE : { shown: event };
}

export type Copying = { shown: CopyState['shown']; copy: (text: string) => Promise<void> };

export function useCopying(): Copying {
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
