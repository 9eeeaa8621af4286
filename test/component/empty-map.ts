// A real map with an empty style for component tests: its events, camera and layers work, and it loads nothing.
import { type LngLatLike, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { MAP_CENTER, MAP_ZOOM } from '../../contract/limits.ts';

setWorkerUrl(workerUrl);

type View = { center?: LngLatLike; zoom?: number };

/** Small, because every pixel is drawn by the processor. Removed with the page of its test file. */
export async function openEmptyMap({
  center = MAP_CENTER,
  zoom = MAP_ZOOM,
}: View = {}): Promise<MapLibreMap> {
  const container = document.createElement('div');
  container.style.cssText = 'position: fixed; inset: 0; z-index: -1;';
  document.body.append(container);
  const map = new MapLibreMap({
    container,
    style: { version: 8, sources: {}, layers: [] },
    center,
    zoom,
    attributionControl: false,
  });
  await map.once('load');
  return map;
}
