// Everything about saved parcels that floats over the map: the modal, its words, the marks; and the sheet, which needs no
// map.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect } from 'react';
import { SAVED_PARCEL_ZOOM } from '../../contract/limits.ts';
import { useMapStore } from '../map-store.ts';
import { SaveNotice } from './save-notice.tsx';
import { SaveParcelModal } from './save-parcel-modal.tsx';
import { tellSave } from './save-store.ts';
import type { SavedParcelForm } from './saved-parcel-form.ts';
import { SavedSheet } from './saved-sheet.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useSavedParcelMarks } from './use-saved-parcel-marks.ts';

const closeSheet = () => useMapStore.setState({ panel: 'none' });

export function SavedParcels({ map }: { map: MapLibreMap }) {
  useSavedParcelMarks(map);
  useCloseModalWithItsParcel();
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
    ({ centroid_lon, centroid_lat }: SavedParcelForm) => {
      if (centroid_lon === null || centroid_lat === null) return;
      closeSheet();
      map?.flyTo({ center: [centroid_lon, centroid_lat], zoom: SAVED_PARCEL_ZOOM });
    },
    [map],
  );
  return <SavedSheet isOpen={isOpen} onClose={closeSheet} onChoose={flyTo} />;
}

function useCloseModalWithItsParcel(): void {
  const pin = useMapStore(({ selection }) => (selection.status === 'none' ? undefined : selection.pin));
  useEffect(() => {
    tellSave({ type: 'selected', pin });
    // Leaving the page, too.
    return () => tellSave({ type: 'selected', pin: undefined });
  }, [pin]);
}
