// A real map with an empty style for component tests: its events, camera and layers work, and it loads nothing.
import 'maplibre-gl/dist/maplibre-gl.css';
import { type LngLatLike, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { onTestFinished } from 'vitest';
import { MAP_CENTER, MAP_ZOOM } from '../../contract/limits.ts';

setWorkerUrl(workerUrl);

type View = { center?: LngLatLike; zoom?: number };

/** Fills the page, under the components. Removed at the end of the test. */
export async function openEmptyMap({
  center = MAP_CENTER,
  zoom = MAP_ZOOM,
}: View = {}): Promise<MapLibreMap> {
  const container = document.createElement('div');
  container.style.cssText = 'position: fixed; inset: 0;';
  document.body.prepend(container);
  const map = new MapLibreMap({
    container,
    style: { version: 8, sources: {}, layers: [] },
    center,
    zoom,
    attributionControl: false,
  });
  onTestFinished(() => {
    map.remove();
    container.remove();
  });
  await map.once('load');
  return map;
}

/** How many listeners the map has, to see that a component removes its own. */
export function listenerCount(map: MapLibreMap): number {
  const { _listeners: byEvent = {} } = map as unknown as { _listeners?: Record<string, unknown[]> };
  return Object.values(byEvent).reduce((sum, listeners) => sum + listeners.length, 0);
}
