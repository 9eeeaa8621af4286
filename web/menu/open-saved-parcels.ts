// From the menu to the sheet of saved parcels: one is out of the way before the other comes.
import { SAVED_SHEET_DELAY_MS } from '../../contract/limits.ts';
import { useMapStore } from '../map-store.ts';

/** The returned function stops a sheet that has not opened yet. */
export function openSavedParcelsAfterMenu(): () => void {
  useMapStore.setState({ panel: 'none' });
  const timer = setTimeout(() => {
    // Whoever has opened something else meanwhile wants that.
    if (useMapStore.getState().panel === 'none') useMapStore.setState({ panel: 'saved-parcels' });
  }, SAVED_SHEET_DELAY_MS);
  return () => clearTimeout(timer);
}
