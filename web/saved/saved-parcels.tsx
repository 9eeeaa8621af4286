// Saved parcels on the map: the save modal, its notice, and the marks.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMapStore } from '../map-store.ts';
import { dispatchSave } from './save-parcel.ts';
import { SaveNotice, SaveParcelModal } from './save-parcel-modal.tsx';
import { useLeaveGuard } from './saved-list.ts';
import { useSavedParcelMarks } from './saved-parcel-marks.ts';

export function SavedParcels({ map }: { map: MapLibreMap }) {
  useLeaveGuard();
  useSavedParcelMarks(map);
  useModalFollowsSelection();
  return (
    <>
      <SaveParcelModal />
      <SaveNotice />
    </>
  );
}

function useModalFollowsSelection(): void {
  const pin = useMapStore(({ selection }) => (selection.status === 'none' ? undefined : selection.pin));
  useEffect(() => {
    dispatchSave({ type: 'selected', pin });
    // On unmount as well: a modal must not outlive the page.
    return () => dispatchSave({ type: 'selected', pin: undefined });
  }, [pin]);
}
