// Creates the map: start view, limits, controls and layers. Throws where the browser has no WebGL2.
import 'maplibre-gl/dist/maplibre-gl.css';
import './map-controls.css';
import {
  LngLat,
  Map as MapLibreMap,
  type Point,
  prewarm,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
// In a bundled page the library needs the URL of its worker file, or it never becomes idle.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import type { MapStyleId } from '../../contract/map-styles.ts';
import { colorScheme, onColorSchemeChange } from '../color-scheme.ts';
import { isImagery, layerColors } from '../layer-colors.ts';
import { withLayers } from '../layer-table.ts';
import { useMapStore } from '../map-store.ts';
import type { Camera } from '../page-link.ts';
import type { Repairs } from '../repairs.ts';
import { entryOf, schemeOf } from './basemaps.ts';
import { followContourChoice } from './contour-layers.ts';
import { followCounties } from './county-layers.ts';
import { followLayers } from './follow-layers.ts';
import { healMap } from './heal-map.ts';
import { keepPicture } from './keep-picture.ts';
import { ScaleBar, SourceCredit, Wordmark } from './map-controls.ts';
import { reportMapState } from './map-state.ts';
import type { MapsProvider } from './maps-provider.ts';
import { followParcels } from './parcel-layers.ts';
import { followSelected } from './selected-parcel-layers.ts';
import { followShading } from './shading-layers.ts';
import { followSideLengths } from './side-length-layers.ts';
import { type ParcelView, startView } from './start-view.ts';
import { type ChangeStyle, styleSwitch } from './style-switch.ts';
import { withinLatitudes } from './within-latitudes.ts';

setWorkerUrl(workerUrl);
// Starts the worker while the session is still being checked.
prewarm();

export type MapOptions = {
  container: HTMLElement;
  provider: MapsProvider;
  /** Where the parcels come from, for the attribution. */
  parcelCredit: string | null;
  /** Null: where the specification puts it. */
  view: ParcelView | null;
  /** Where it begins instead, if somebody asked for that. */
  camera: Camera | undefined;
  styleId: MapStyleId;
  repairs: Repairs;
};

export type CreatedMap = {
  map: MapLibreMap;
  changeStyle: ChangeStyle;
  changeCredit: (parcelCredit: string | null) => void;
};

export function createMap(options: MapOptions): CreatedMap {
  const { container, provider, parcelCredit, view, camera, styleId, repairs } = options;
  const map = new MapLibreMap({
    container,
    ...(camera ?? startView(view, { widthPx: container.clientWidth, heightPx: container.clientHeight })),
    minZoom: MAP_ZOOM_MIN,
    maxZoom: MAP_ZOOM_MAX,
    // Not `maxBounds`: that would also stop panning across the date line.
    transformConstrain({ lng, lat }, zoom) {
      const within = withinLatitudes({ lat, zoom }, container.clientHeight);
      return { center: new LngLat(lng, within.lat), zoom: within.zoom };
    },
    transformRequest: provider.transformRequest,
    // An expired tile is not fetched again. The library fires no event for a 304, so the map would never report idle.
    refreshExpiredTiles: false,
    // Our own layers are in every style from the start. Both are known to be valid: this server's styles and our layers
    // are tested, Mapbox's are checked while they are adapted.
    transformStyle: (_, style) => withLayers(style, lookOn(style)),
    validateStyle: false,
    attributionControl: false,
    boxZoom: { boxZoomEnd: zoomToBox },
    // No rotation: there is no compass control to reset it.
    dragRotate: false,
    touchPitch: false,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  // In this corner the control that is added last comes first.
  if (provider.wordmark) map.addControl(new Wordmark(provider.wordmark), 'bottom-left');
  map.addControl(new ScaleBar(), 'bottom-left');
  const credit = new SourceCredit(parcelCredit);
  map.addControl(credit, 'bottom-right');
  map.on('error', ({ error }) => console.warn('The map reports:', error));
  reportMapState(map);
  healMap(map, repairs);

  // Subscribes to `style.load` before the features that add layers then: they read the style's id from the store.
  const changeStyle = styleSwitch(map, { ...provider, repairs, beforeChange: () => keepPicture(map) });
  const stopScheme = provider.followsColorScheme ? onColorSchemeChange(recolor) : undefined;
  const stopFollowing = [
    followParcels(map),
    followCounties(map),
    followSelected(map),
    followSideLengths(map),
    followShading(map),
    followContourChoice(map),
    followLayers(map, changeStyle),
  ];
  map.once('remove', () => {
    stopScheme?.();
    for (const stop of stopFollowing) stop();
  });
  // The library measured the container when the map was created. The page may have changed its size while loading.
  map.once('load', () => map.resize());
  changeStyle(styleId);
  function lookOn(style: StyleSpecification) {
    const { id } = entryOf(style, provider.styles) ?? { id: useMapStore.getState().styleId };
    return { colors: layerColors(id, schemeOf(style)), font: provider.labelFont };
  }
  /** Imagery is the same in both schemes. Only the names of the basemaps change with them. */
  function recolor() {
    const { styleId } = useMapStore.getState();
    if (isImagery(styleId)) useMapStore.setState({ basemapScheme: colorScheme() });
    else changeStyle(styleId);
  }
  return {
    map,
    changeStyle,
    changeCredit: (next) => credit.change(next),
  };
}

/** The hand moves a little during a click. Without this, such a click with Shift would zoom into a box of three pixels. */
const CLICK_TOLERANCE_PX = 4;

function zoomToBox(map: MapLibreMap, start: Point, end: Point, originalEvent: MouseEvent): void {
  if (start.dist(end) < CLICK_TOLERANCE_PX) map.fire('boxzoomcancel', { originalEvent });
  else map.fitScreenCoordinates(start, end, map.getBearing(), { linear: true });
}
