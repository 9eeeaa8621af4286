// The navigation controls at the bottom left: my location, zoom in, zoom out, and the current zoom.
import { Loader, LocateFixed, Minus, Plus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useSyncExternalStore } from 'react';
import { MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { ControlButton } from '../ui/control-button.tsx';
import type { MyLocation } from './my-location.ts';
import { useMyLocation } from './use-my-location.ts';

const icon = { size: 20, strokeWidth: 2, 'aria-hidden': true } as const;

function useZoom(map: MapLibreMap): number {
  const subscribe = useCallback((onChange: () => void) => map.on('zoom', onChange).unsubscribe, [map]);
  return useSyncExternalStore(subscribe, () => map.getZoom());
}

export function NavigationControls({ map }: { map: MapLibreMap }) {
  const zoom = useZoom(map);
  const { location, press } = useMyLocation(map);
  return (
    <div className="navigation">
      <section aria-label="Navigation" className="panel navigation-buttons">
        <LocationButton status={location.status} onPress={press} />
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
      {/* A live region must be in the DOM before its text, or screen readers stay silent. */}
      <p role="status" className="sr-only">
        {location.status === 'following' && 'The map follows your location.'}
        {location.status === 'shown' && 'The map no longer follows your location.'}
      </p>
      {location.status === 'failed' && (
        <p role="alert" className="panel location-failure">
          {location.message}
        </p>
      )}
    </div>
  );
}

type LocationButtonProps = { status: MyLocation['status']; onPress: () => void };

function LocationButton({ status, onPress }: LocationButtonProps) {
  const isLocating = status === 'locating';
  return (
    <ControlButton
      name="My location"
      aria-busy={isLocating}
      aria-pressed={status === 'following'}
      data-location={status}
      disabled={isLocating}
      onPress={onPress}
    >
      {isLocating ? <Loader {...icon} className="turning" /> : <LocateFixed {...icon} />}
    </ControlButton>
  );
}
