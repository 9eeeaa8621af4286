// What the details of a parcel need of the saved ones: is it saved, save it, show them all.
import { useIsMutating } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMapStore } from '../map-store.ts';
import { tellSave } from './save-store.ts';
import { SAVE_KEY } from './saved-parcels-cache.ts';
import { useSavedParcels } from './use-saved-parcels.ts';

export function useSaveDoor() {
  const { list } = useSavedParcels();
  const isSaving = useIsMutating({ mutationKey: SAVE_KEY }) > 0;
  return useMemo(() => {
    const savedPins = new Set(list?.map(({ pin }) => pin));
    return {
      isSaved: (pin: string) => savedPins.has(pin),
      isSaving,
      openSaveModal,
      openSheet,
    };
  }, [list, isSaving]);
}

function openSaveModal(): void {
  const { selection } = useMapStore.getState();
  if (selection.status === 'loaded') tellSave({ type: 'opened', parcel: selection.parcel });
}

function openSheet(): void {
  useMapStore.setState({ panel: 'saved-parcels' });
}
