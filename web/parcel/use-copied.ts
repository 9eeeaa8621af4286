// Copies a text and says for two seconds how that went.
import { useEffect, useReducer } from 'react';
import { COPY_FEEDBACK_MS } from '../../contract/limits.ts';
import { type CopyState, IDLE, nextCopyState } from './copy-state.ts';

export function useCopied(): { shown: CopyState['shown']; copy: (text: string) => Promise<void> } {
  const [state, dispatch] = useReducer(nextCopyState, IDLE);
  useEffect(() => {
    if (state === IDLE) return;
    const timer = setTimeout(() => dispatch('time-is-up'), COPY_FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) => {
    try {
      // Missing on a page that is neither local nor https.
      await navigator.clipboard.writeText(text);
      dispatch('copied');
    } catch {
      dispatch('failed');
    }
  };
  return { shown: state.shown, copy };
}
