// Whether anything has been opened yet. Until then the panels need not be on the page, nor their code in the browser.
import { useEffect, useState } from 'react';
import { type MapState, useMapStore } from './map-store.ts';
import { onFirstSign } from './on-first-sign.ts';

const needsPanels = ({ panel, selection, showsSavedParcels }: MapState): boolean =>
  panel !== 'none' || selection.status !== 'none' || showsSavedParcels;

/** Stays true once it is: what was open may be opened again, and closes more softly than it would vanish. */
export function usePanelsWanted(fetchPanels: () => Promise<unknown>): boolean {
  const isNeeded = useMapStore(needsPanels);
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setWasNeeded(true);

  useEffect(
    () =>
      onFirstSign(() => {
        // Should it fail, the panels ask again when they are needed, and say so.
        fetchPanels().catch(() => {});
      }),
    [fetchPanels],
  );
  return wasNeeded;
}
