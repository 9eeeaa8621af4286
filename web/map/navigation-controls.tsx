// The navigation controls at the bottom left: my location, whose land it is, zoom in, zoom out, and the current zoom.
import { LandPlot, Loader, LocateFixed, Minus, Plus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useSyncExternalStore } from 'react';
import { MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { useMapStore } from '../map-store.ts';
import { followMyLocation, type MyLocation, pressMyLocation, sendLocation } from '../my-location.ts';
import { toggledTool } from '../pointer-owner.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { useLocationOnMap } from './use-my-location.ts';

const icon = { size: 20, strokeWidth: 2, 'aria-hidden': true } as const;

function useZoom(map: MapLibreMap): number {
  const subscribe = useCallback((onChange: () => void) => map.on('zoom', onChange).unsubscribe, [map]);
  return useSyncExternalStore(subscribe, () => map.getZoom());
}

export function NavigationControls({ map }: { map: MapLibreMap }) {
  const zoom = useZoom(map);
  const location = useLocationOnMap(map);
  const asksWhoseLand = useMapStore(({ tool }) => tool === 'whose-land');
  return (
    <div className="navigation">
      <section aria-label="Navigation" className="panel navigation-buttons">
        <LocationButton status={location.status} />
        <ControlButton name="Whose land am I on?" aria-pressed={asksWhoseLand} onPress={pressWhoseLand}>
          <LandPlot {...icon} />
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

/** The second press ends the following, too, as it does on the button above. */
function pressWhoseLand(): void {
  const { tool } = useMapStore.getState();
  useMapStore.setState({ tool: toggledTool(tool, 'whose-land') });
  if (tool === 'whose-land') sendLocation({ type: 'ended' });
  else followMyLocation();
}

function LocationButton({ status }: Pick<MyLocation, 'status'>) {
  const isLocating = status === 'locating';
  return (
    <ControlButton
      name="My location"
      aria-busy={isLocating}
      aria-pressed={status === 'following'}
      data-location={status}
      disabled={isLocating}
      onPress={pressMyLocation}
    >
      {isLocating ? <Loader {...icon} className="turning" /> : <LocateFixed {...icon} />}
    </ControlButton>
  );
}
