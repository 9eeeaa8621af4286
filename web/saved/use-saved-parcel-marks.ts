// Marks the saved parcels on the map while the overlay is switched on.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useMapStore } from '../map-store.ts';
import { marksOf, type ShownMarks, showMarks } from './saved-parcel-marks.ts';
import { useSavedParcels } from './use-saved-parcels.ts';

export function useSavedParcelMarks(map: MapLibreMap): void {
  const isShown = useMapStore(({ showsSavedParcels }) => showsSavedParcels);
  const { list } = useSavedParcels();
  const [marks, setMarks] = useState<ShownMarks>();

  useEffect(() => {
    if (!isShown) return;
    const shown = showMarks(map);
    setMarks(shown);
    return () => {
      setMarks(undefined);
      shown.remove();
    };
  }, [map, isShown]);

  useEffect(() => {
    if (list) marks?.change(marksOf(list));
  }, [list, marks]);
}
