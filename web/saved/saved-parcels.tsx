// The two entry points of saved parcels: the save modal, notice and marks, which need the map, and the sheet.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useRef } from 'react';
import { SAVED_PARCEL_ZOOM } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { useMapStore } from '../map-store.ts';
import { dispatchSave } from './save-parcel.ts';
import { SaveNotice, SaveParcelModal } from './save-parcel-modal.tsx';
import { useLeaveGuard } from './saved-list.ts';
import { isGone, type SavedParcelForm } from './saved-parcel-calls.ts';
import { useSavedParcelMarks } from './saved-parcel-marks.ts';
import { SavedSheet } from './saved-sheet.tsx';

const closeSheet = () => useMapStore.setState({ panel: 'none' });

export function SavedParcels({ map }: { map: MapLibreMap }) {
  useSavedParcelMarks(map);
  useModalFollowsSelection();
  return (
    <>
      <SaveParcelModal />
      <SaveNotice />
    </>
  );
}

type SavedParcelsSheetProps = {
  map: MapLibreMap | undefined;
  /** Called when the map has arrived at a parcel that was chosen. */
  onOpen: (pin: string) => void;
};

export function SavedParcelsSheet({ map, onOpen }: SavedParcelsSheetProps) {
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
  return <SavedSheet isOpen={isOpen} onClose={closeSheet} onChoose={choose} />;
}

/** With reduced motion the map jumps, and is there already. */
function arrivalOf(map: MapLibreMap): Promise<void> {
  return new Promise((resolve) => {
    if (map.isMoving()) map.once('moveend', () => resolve());
    else resolve();
  });
}

function useModalFollowsSelection(): void {
  const pin = useMapStore(({ selection }) => (selection.status === 'none' ? undefined : selection.pin));
  useEffect(() => {
    dispatchSave({ type: 'selected', pin });
    // On unmount as well: a modal must not outlive the page.
    return () => dispatchSave({ type: 'selected', pin: undefined });
  }, [pin]);
}
