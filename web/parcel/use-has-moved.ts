// Whether somebody has moved the map since a parcel was selected.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useLayoutEffect, useRef } from 'react';

export function useHasMoved(map: MapLibreMap, pin: string | undefined): () => boolean {
  const moved = useRef(false);
  useLayoutEffect(() => {
    moved.current = false;
    if (pin === undefined) return;
    const { unsubscribe } = map.on('movestart', () => {
      moved.current = true;
    });
    return unsubscribe;
  }, [map, pin]);
  return useCallback(() => moved.current, []);
}
