// What a panel shows, also while it slides away: by then what it told of is no longer selected.
import { type RefObject, useEffect, useState } from 'react';
import type { Selection } from './selection.ts';

const NOTHING: Selection = { status: 'none' };

export function useUntilGone(selection: Selection, panelRef: RefObject<HTMLElement | null>): Selection {
  const [shown, setShown] = useState(selection);
  const isOpen = selection.status !== 'none';
  if (isOpen && shown !== selection) setShown(selection);

  useEffect(() => {
    if (isOpen) return;
    let isStillClosed = true;
    // None where the person asked for less motion: then it is gone at once.
    const slidingAway = panelRef.current?.getAnimations() ?? [];
    Promise.allSettled(slidingAway.map(({ finished }) => finished)).then(() => {
      if (isStillClosed) setShown(NOTHING);
    });
    return () => {
      isStillClosed = false;
    };
  }, [isOpen, panelRef]);
  return shown;
}
