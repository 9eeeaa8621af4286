// Our own layers on the basemap: always in the same order, and on every style.
import type { AddLayerObject, LayerSpecification, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';

/** The source of all parcel layers. */
export const PARCEL_SOURCE = 'parcels';

/**
 * From bottom to top: above the basemap's land and roads, below its labels. Of two colliding labels the higher layer wins:
 * names of roads, waters and places win over contour heights, and those over owner names.
 */
const BELOW_LABELS = [
  'contour-casing',
  'contour-lines',
  'parcel-areas',
  'parcel-outlines',
  'parcel-selected-casing',
  'parcel-selected-outline',
  // Gray and small: they yield to all other labels.
  'house-numbers',
  'parcel-labels',
  'contour-labels',
] as const;
/** Above everything. */
const ON_TOP = [
  'parcel-selected-name',
  'saved-parcel-marks',
  'drawing-areas',
  'drawing-halos',
  'drawing-lines',
  'drawing-points',
  'drawing-names',
  'measure-area',
  'measure-halo',
  'measure-line',
  'measure-points',
  'location-accuracy',
  'location-accuracy-edge',
  'location-heading',
  'location-dot',
] as const;

/** The drawing library's own layers stay above ours; `web/draw/draw-styles.ts` names them. */
const isDrawLayer = (id: string) => id.startsWith('draw-');

export type LayerId = (typeof BELOW_LABELS)[number] | (typeof ON_TOP)[number];

/** What a feature adds to every style. */
export type Overlay = {
  sources: StyleSpecification['sources'];
  layers: readonly (LayerSpecification & { id: LayerId })[];
};

/**
 * The document of a style with our layers in it. Of those that are added to the map later, the library validates each
 * against the whole style.
 */
export function withOverlays(style: StyleSpecification, overlays: readonly Overlay[]): StyleSpecification {
  const layers = [...style.layers];
  for (const layer of overlays.flatMap((overlay) => overlay.layers)) {
    const above = layerAbove(layer.id, layers);
    layers.splice(above === undefined ? layers.length : layers.indexOf(above), 0, layer);
  }
  const sources = Object.assign({}, style.sources, ...overlays.map((overlay) => overlay.sources));
  return { ...style, sources, layers };
}

export function addInOrder(map: MapLibreMap, layer: AddLayerObject & { id: LayerId }): void {
  const layers = map.getLayersOrder().map((id) => map.getLayer(id)!);
  map.addLayer(layer, layerAbove(layer.id, layers)?.id);
}

type OrderedLayer = { id: string; type: string };

/** The one right above the place of a layer of ours. Undefined: its place is on top. */
function layerAbove<Layer extends OrderedLayer>(id: LayerId, layers: readonly Layer[]): Layer | undefined {
  const isBelowLabels = isOneOf(BELOW_LABELS, id);
  const siblings: readonly LayerId[] = isBelowLabels ? BELOW_LABELS : ON_TOP;
  for (const sibling of siblings.slice(siblings.indexOf(id) + 1)) {
    const above = layers.find((layer) => layer.id === sibling);
    if (above) return above;
  }
  return isBelowLabels ? firstLabelLayer(layers) : layers.find((layer) => isDrawLayer(layer.id));
}

/** The lowest of the label layers on top of the style. Symbol layers between roads (arrows, shields) do not count. */
function firstLabelLayer<Layer extends OrderedLayer>(layers: readonly Layer[]): Layer | undefined {
  const isOnTop = (id: string) => isOneOf(ON_TOP, id) || isDrawLayer(id);
  // Some of our own layers below the labels are symbol layers, too.
  const isBelow = ({ id, type }: OrderedLayer) =>
    isOneOf(BELOW_LABELS, id) || (type !== 'symbol' && !isOnTop(id));
  return layers[layers.findLastIndex(isBelow) + 1];
}

function isOneOf(ids: readonly LayerId[], id: string): boolean {
  return ids.some((other) => other === id);
}

/** Calls `add` for the current style and every later one, until the returned function is called. */
export function onEachStyle(map: MapLibreMap, add: () => void): () => void {
  const addSafely = () => {
    try {
      add();
    } catch (error) {
      // A layer that fails is skipped: a map without it is better than no map.
      console.warn('A layer could not be added:', error);
    }
  };
  // `getStyle` returns undefined before the first style, despite its type. `isStyleLoaded` also waits for all tiles.
  if (map.getStyle()) addSafely();
  map.on('style.load', addSafely);
  return () => map.off('style.load', addSafely);
}

export const visibility = (isShown: boolean) => (isShown ? 'visible' : 'none');

/** Does nothing for a layer that was skipped. */
export function showLayer(map: MapLibreMap, { id, isShown }: { id: LayerId; isShown: boolean }): void {
  if (map.getStyle() && map.getLayer(id)) map.setLayoutProperty(id, 'visibility', visibility(isShown));
}
