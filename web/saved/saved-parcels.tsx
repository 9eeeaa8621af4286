// The two entry points of saved parcels: the save modal, notice and marks, which need the map, and the sheet.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect } from 'react';
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

export function SavedParcelsSheet({ map }: { map: MapLibreMap | undefined }) {
  const isOpen = useMapStore(({ panel }) => panel === 'saved-parcels');
  useLeaveGuard();
  const flyTo = useCallback(
    async ({ pin, centroid_lon, centroid_lat }: SavedParcelForm) => {
      if (centroid_lon === null || centroid_lat === null) return;
      closeSheet();
      map?.flyTo({ center: [centroid_lon, centroid_lat], zoom: SAVED_PARCEL_ZOOM });
      // Then there is nothing to see at its place.
      if (await isGone(pin)) dispatchSave({ type: 'noticed', message: messages.savedParcelGone });
    },
    [map],
  );
  return <SavedSheet isOpen={isOpen} onClose={closeSheet} onChoose={flyTo} />;
}

function useModalFollowsSelection(): void {
  const pin = useMapStore(({ selection }) => (selection.status === 'none' ? undefined : selection.pin));
  useEffect(() => {
    dispatchSave({ type: 'selected', pin });
    // On unmount as well: a modal must not outlive the page.
    return () => dispatchSave({ type: 'selected', pin: undefined });
  }, [pin]);
}
