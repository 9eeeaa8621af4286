// Makes the map: where it starts, how far it zooms, what is drawn on it. Throws where the browser has no WebGL2.
import 'maplibre-gl/dist/maplibre-gl.css';
import './map-controls.css';
import { Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
// Without its own worker file the library never becomes idle in a bundled page.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { MAP_CENTER, MAP_ZOOM, MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { reportMapState } from './map-state.ts';
import { paperStyle, repaintPaper } from './paper-style.ts';
import { addParcelLayers, repaintParcelLabels } from './parcel-layers.ts';
import { ScaleBar } from './scale-bar.ts';
import { SourceCredit } from './source-credit.ts';

setWorkerUrl(workerUrl);

export type MapOptions = {
  container: HTMLElement;
  /** Plain words on where the parcels come from. */
  parcelSource: string | undefined;
};

export function createMap({ container, parcelSource }: MapOptions): MapLibreMap {
  const map = new MapLibreMap({
    container,
    style: paperStyle(),
    center: MAP_CENTER,
    zoom: MAP_ZOOM,
    minZoom: MAP_ZOOM_MIN,
    maxZoom: MAP_ZOOM_MAX,
    attributionControl: false,
    // North stays up: there is no compass to find the way back with.
    dragRotate: false,
    touchPitch: false,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleBar(), 'bottom-left');
  map.addControl(new SourceCredit(parcelSource), 'bottom-right');
  map.on('style.load', () => addParcelLayers(map));
  reportMapState(map);
  followColourScheme(map);
  return map;
}

function followColourScheme(map: MapLibreMap): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => {
    repaintPaper(map);
    repaintParcelLabels(map);
  };
  dark.addEventListener('change', repaint);
  map.once('remove', () => dark.removeEventListener('change', repaint));
}
