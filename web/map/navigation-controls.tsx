// Ways to move the map without dragging it: to where one is, in, and out. Under them stands the current zoom.
import { Loader, LocateFixed, Minus, Plus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useSyncExternalStore } from 'react';
import { MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { useMyLocation } from './use-my-location.ts';

const icon = { size: 20, strokeWidth: 2, 'aria-hidden': true } as const;

function useZoom(map: MapLibreMap): number {
  const subscribe = useCallback((onChange: () => void) => map.on('zoom', onChange).unsubscribe, [map]);
  return useSyncExternalStore(subscribe, () => map.getZoom());
}

export function NavigationControls({ map }: { map: MapLibreMap }) {
  const zoom = useZoom(map);
  const { location, locate } = useMyLocation(map);
  const isWaiting = location.status === 'waiting';
  return (
    <div className="navigation">
      <section aria-label="Navigation" className="panel navigation-buttons">
        <ControlButton name="My location" aria-busy={isWaiting} disabled={isWaiting} onPress={locate}>
          {isWaiting ? <Loader {...icon} className="turning" /> : <LocateFixed {...icon} />}
        </ControlButton>
        <ControlButton name="Zoom in" disabled={zoom >= MAP_ZOOM_MAX} onPress={() => map.zoomIn()}>
          <Plus {...icon} />
        </ControlButton>
        <ControlButton name="Zoom out" disabled={zoom <= MAP_ZOOM_MIN} onPress={() => map.zoomOut()}>
          <Minus {...icon} />
        </ControlButton>
        <output aria-label="Zoom" aria-live="off" className="zoom-indicator">
          {zoom.toFixed(2)}
        </output>
      </section>
      {location.status === 'failed' && (
        <p role="alert" className="panel location-failure">
          {location.message}
        </p>
      )}
    </div>
  );
}
