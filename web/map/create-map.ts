// Makes the map: where it starts, how far it goes, what is drawn on it. Throws where the browser has no WebGL2.
import 'maplibre-gl/dist/maplibre-gl.css';
import './map-controls.css';
import { LngLat, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
// Without its own worker file the library never becomes idle in a bundled page.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { MAP_CENTER, MAP_ZOOM, MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { DEFAULT_STYLE_ID } from '../../contract/map-styles.ts';
import { keepContours } from './contour-layers.ts';
import { reportMapState } from './map-state.ts';
import type { MapsProvider } from './maps-provider.ts';
import { keepParcels } from './parcel-layers.ts';
import { ScaleBar } from './scale-bar.ts';
import { SourceCredit } from './source-credit.ts';
import { type ChangeStyle, styleSwitch } from './style-switch.ts';
import { withinLatitudes } from './within-latitudes.ts';
import { Wordmark } from './wordmark.ts';

setWorkerUrl(workerUrl);

export type MapOptions = {
  container: HTMLElement;
  provider: MapsProvider;
  /** Plain words on where the parcels come from. */
  parcelSource: string | undefined;
};

export type CreatedMap = { map: MapLibreMap; changeStyle: ChangeStyle };

export function createMap({ container, provider, parcelSource }: MapOptions): CreatedMap {
  const map = new MapLibreMap({
    container,
    center: MAP_CENTER,
    zoom: MAP_ZOOM,
    minZoom: MAP_ZOOM_MIN,
    maxZoom: MAP_ZOOM_MAX,
    // The library's own limit lies beyond ours; one given as bounds would also stop the way round the globe.
    transformConstrain({ lng, lat }, zoom) {
      const within = withinLatitudes({ lat, zoom }, container.clientHeight);
      return { center: new LngLat(lng, within.lat), zoom: within.zoom };
    },
    transformRequest: provider.transformRequest,
    // A map that is only looked at asks for nothing, and stays finished: the library tells nobody of a tile that was
    // asked for again and had not changed.
    refreshExpiredTiles: false,
    attributionControl: false,
    // North stays up: there is no compass to find the way back with.
    dragRotate: false,
    touchPitch: false,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  // The control that is added last stands first.
  if (provider.wordmark) map.addControl(new Wordmark(provider.wordmark), 'bottom-left');
  map.addControl(new ScaleBar(), 'bottom-left');
  map.addControl(new SourceCredit(parcelSource), 'bottom-right');
  map.on('error', ({ error }) => console.warn('The map reports:', error));
  reportMapState(map);

  // Listens to styles first, so that layers find the id of the style they are added to.
  const changeStyle = styleSwitch(map, provider);
  const stopContours = keepContours(map, provider);
  const stopParcels = keepParcels(map, provider.labelFont);
  map.once('remove', () => {
    stopContours();
    stopParcels();
  });
  map.once('load', () => map.resize());
  changeStyle(DEFAULT_STYLE_ID);
  return { map, changeStyle };
}
