// A button that appears when nothing of the parcels' land is in view, and flies back to it.
import './map-messages.css';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useSyncExternalStore } from 'react';
import { isAway, type ParcelView, shownBounds, startView } from './start-view.ts';

export function BackToParcels({ map, view }: { map: MapLibreMap; view: ParcelView }) {
  const subscribe = useCallback((onChange: () => void) => map.on('moveend', onChange).unsubscribe, [map]);
  const isShown = useSyncExternalStore(subscribe, () => isAway(view.bounds, shownBounds(map)));
  if (!isShown) return;
  const flyBack = () => {
    const { clientWidth, clientHeight } = map.getContainer();
    map.flyTo(startView(view, { widthPx: clientWidth, heightPx: clientHeight }));
  };
  return (
    <button type="button" onClick={flyBack} className="panel back-to-parcels">
      Back to the parcels
    </button>
  );
}
