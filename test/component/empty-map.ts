// A real map with an empty style for component tests: its events, camera and layers work, and it loads nothing.
import 'maplibre-gl/dist/maplibre-gl.css';
import { type LngLatLike, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { onTestFinished } from 'vitest';
import { MAP_CENTER, MAP_ZOOM } from '../../contract/limits.ts';

setWorkerUrl(workerUrl);

type View = { center?: LngLatLike; zoom?: number };

/** One for all tests, unless one removes it: to create a map takes most of a test's time. */
let shared: MapLibreMap | undefined;

async function createMap(): Promise<MapLibreMap> {
  const container = document.createElement('div');
  container.style.cssText = 'position: fixed; inset: 0;';
  document.body.prepend(container);
  const style = { version: 8 as const, sources: {}, layers: [] };
  const map = new MapLibreMap({ container, style, attributionControl: false });
  await map.once('load');
  map.once('remove', () => {
    shared = undefined;
  });
  return map;
}

/** Fills the page, under the components, until the end of the test. */
export async function openEmptyMap({
  center = MAP_CENTER,
  zoom = MAP_ZOOM,
}: View = {}): Promise<MapLibreMap> {
  shared ??= await createMap();
  const map = shared;
  const container = map.getContainer();
  document.body.prepend(container);
  map.resize();
  map.jumpTo({ center, zoom, padding: { top: 0, right: 0, bottom: 0, left: 0 } });
  onTestFinished(() => {
    map.stop();
    container.remove();
  });
  return map;
}

/** How many listeners the map has, to see that a component removes its own. */
export function listenerCount(map: MapLibreMap): number {
  const { _listeners: byEvent = {} } = map as unknown as { _listeners?: Record<string, unknown[]> };
  return Object.values(byEvent).reduce((sum, listeners) => sum + listeners.length, 0);
}
