// The notebook as a panel: open while `panel` says so, and what a chosen parcel leads to.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useRef } from 'react';
import { SAVED_PARCEL_ZOOM } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { useMapStore } from '../map-store.ts';
import type { NotebookDrawings } from '../notebook-drawings.ts';
import { dispatchSave } from './save-parcel.ts';
import { useLeaveGuard } from './saved-list.ts';
import { isGone, type SavedParcelForm } from './saved-parcel-calls.ts';
import { SavedSheet } from './saved-sheet.tsx';

const closeSheet = () => useMapStore.setState({ panel: 'none' });

type SavedParcelsSheetProps = {
  map: MapLibreMap | undefined;
  /** Called when the map has arrived at a parcel that was chosen. */
  onOpen: (pin: string) => void;
  drawings: NotebookDrawings;
};

export function SavedParcelsSheet({ map, onOpen, drawings }: SavedParcelsSheetProps) {
  const isOpen = useMapStore(({ panel }) => panel === 'saved-parcels');
  useLeaveGuard();
  const lastChosen = useRef<SavedParcelForm>(undefined);
  const choose = useCallback(
    async (chosen: SavedParcelForm) => {
      const { pin, centroid_lon, centroid_lat } = chosen;
      if (!map || centroid_lon === null || centroid_lat === null) return;
      closeSheet();
      lastChosen.current = chosen;
      const { selection } = useMapStore.getState();
      map.flyTo({ center: [centroid_lon, centroid_lat], zoom: SAVED_PARCEL_ZOOM });
      const arrival = arrivalOf(map);
      // Then there is nothing to see at its place.
      if (await isGone(pin)) return dispatchSave({ type: 'noticed', message: messages.savedParcelGone });
      await arrival;
      // Not if something else was chosen or selected on the way.
      if (lastChosen.current === chosen && useMapStore.getState().selection === selection) onOpen(pin);
    },
    [map, onOpen],
  );
  return <SavedSheet isOpen={isOpen} onClose={closeSheet} onChoose={choose} drawings={drawings} />;
}

/** With reduced motion the map jumps, and is there already. */
function arrivalOf(map: MapLibreMap): Promise<void> {
  return new Promise((resolve) => {
    if (map.isMoving()) map.once('moveend', () => resolve());
    else resolve();
  });
}
