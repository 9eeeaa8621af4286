// Zoom in, zoom out, and the current zoom.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useSyncExternalStore } from 'react';
import { MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { ControlButton } from '../ui/control-button.tsx';

function useZoom(map: MapLibreMap): number {
  const subscribe = useCallback((onChange: () => void) => map.on('zoom', onChange).unsubscribe, [map]);
  return useSyncExternalStore(subscribe, () => map.getZoom());
}

export function ZoomControls({ map }: { map: MapLibreMap }) {
  const zoom = useZoom(map);
  return (
    <div className="panel zoom-controls absolute z-10 grid overflow-hidden">
      <ControlButton name="Zoom in" disabled={zoom >= MAP_ZOOM_MAX} onPress={() => map.zoomIn()}>
        <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
          <path d="M5 12h14M12 5v14" />
        </svg>
      </ControlButton>
      <ControlButton name="Zoom out" disabled={zoom <= MAP_ZOOM_MIN} onPress={() => map.zoomOut()}>
        <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
          <path d="M5 12h14" />
        </svg>
      </ControlButton>
      <output
        aria-label="Zoom"
        aria-live="off"
        className="border-t border-hairline py-1 text-center text-xs text-ink-soft tabular-nums"
      >
        {zoom.toFixed(2)}
      </output>
    </div>
  );
}
