// What has just been done in the notebook, said for ten seconds, with a way to take it back. Deletions that follow one another are
// taken back together.
import { useCallback, useEffect, useState } from 'react';
import { counted } from './notebook-entries.ts';

export const UNDO_MS = 10_000;

type Deletion = { key: string; name: string; restore: () => void };

export type Told = {
  text: string;
  undo?: () => void;
  undoWord?: string;
  /** What the undo brings back. */
  deletions?: readonly Deletion[];
};

export type Telling = {
  told: Told | undefined;
  tell: (told: Told) => void;
  tellDeleted: (deletion: Deletion) => void;
  /** It was not deleted after all. */
  takeBack: (key: string) => void;
  undo: () => void;
  /** While somebody is at it, it stays. */
  hold: (isHeld: boolean) => void;
};

export function useTold(): Telling {
  const [told, setTold] = useState<Told>();
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (!told || isHeld) return;
    const timer = setTimeout(() => setTold(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [told, isHeld]);
  const tell = useCallback((next: Told) => setTold(next), []);
  const tellDeleted = useCallback(
    (deletion: Deletion) => setTold((before) => deleted([...(before?.deletions ?? []), deletion])),
    [],
  );
  const takeBack = useCallback(
    (key: string) =>
      setTold((before) => {
        const rest = before?.deletions?.filter((deletion) => deletion.key !== key);
        if (!rest) return before;
        return rest.length > 0 ? deleted(rest) : undefined;
      }),
    [],
  );
  const undo = () => {
    setTold(undefined);
    hold(false);
    told?.undo?.();
  };
  return { told, tell, tellDeleted, takeBack, undo, hold };
}

function deleted(deletions: readonly Deletion[]): Told {
  const [first, ...others] = deletions;
  return {
    text:
      others.length > 0
        ? `Deleted ${counted(deletions.length, 'entry', 'entries')}`
        : `Deleted ${first!.name}`,
    undo: () => {
      for (const { restore } of deletions) restore();
    },
    deletions,
  };
}
