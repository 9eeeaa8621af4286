// Lets people hover and click the parcels of a map.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { attachAfterStyles } from './attach-after-styles.ts';
import { followPointer } from './follow-pointer.ts';
import { keepHighlights } from './parcel-highlights.ts';

export function useParcelPointer(map: MapLibreMap): void {
  useEffect(() => {
    const stopHighlights = keepHighlights(map);
    const stopPointer = attachAfterStyles(map, () => followPointer(map));
    return () => {
      stopPointer();
      stopHighlights();
    };
  }, [map]);
}
