// Our own layers on the basemap: always in the same order, and on every style.
import type { LayerSpecification, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';

/** The source of all parcel layers. */
export const PARCEL_SOURCE = 'parcels';

/**
 * The places of our layers, from bottom to top: above the basemap's land and roads, below its labels. Of two colliding labels
 * the higher layer wins: names of roads, waters and places win over contour heights, those over labels of overlays, and these
 * over owner names.
 */
const BELOW_LABELS = [
  'shading',
  'overlays',
  'contours',
  // Below the parcels' own fill: of the marked ones the hovered and the selected parcel still stand out.
  'set',
  'parcels',
  'selected-edge',
  // Gray and small: they yield to all other labels.
  'house-numbers',
  'owner-names',
  'overlay-names',
  'heights',
] as const;
/** Above everything. */
const ON_TOP = [
  'side-lengths',
  'selected-name',
  'saved-parcels',
  'drawings',
  'drawing-names',
  'measure',
  'location',
] as const;

export type Place = (typeof BELOW_LABELS)[number] | (typeof ON_TOP)[number];

/** The drawing library's own layers stay above ours; `web/draw/draw-styles.ts` names them. */
const isDrawLayer = ({ id }: OrderedLayer) => id.startsWith('draw-');

/** In a layer's metadata: where it stands, and of which row in web/layer-table.ts it is a part. */
const PLACE_KEY = 'platbook:place';
const ROW_KEY = 'platbook:row';
type Marks = { [PLACE_KEY]?: Place; [ROW_KEY]?: string };
type OrderedLayer = { id: string; type: string; metadata?: unknown };
const marksOf = ({ metadata }: OrderedLayer) => (metadata ?? {}) as Marks;

/** What draws a layer: sources, and MapLibre's layers at their places. */
export type Overlay = {
  sources: StyleSpecification['sources'];
  layers: Partial<Record<Place, readonly LayerSpecification[]>>;
};

/**
 * The document of a style with our layers in it. Of those that are added to the map later, the library validates each
 * against the whole style.
 */
export function withOverlays(
  style: StyleSpecification,
  overlays: readonly (Overlay & { row: string; isShown: boolean })[],
): StyleSpecification {
  const layers = [...style.layers];
  for (const { row, isShown, layers: byPlace } of overlays) {
    for (const [place, added] of Object.entries(byPlace) as [Place, LayerSpecification[]][]) {
      const above = layerAbove(place, layers);
      const marked = added.map((layer) => ({
        ...layer,
        layout: { ...layer.layout, visibility: visibility(isShown) },
        metadata: { [PLACE_KEY]: place, [ROW_KEY]: row } satisfies Marks,
      }));
      layers.splice(above ? layers.indexOf(above) : layers.length, 0, ...(marked as LayerSpecification[]));
    }
  }
  const sources = Object.assign({}, style.sources, ...overlays.map((overlay) => overlay.sources));
  return { ...style, sources, layers };
}

export function addInOrder(map: MapLibreMap, place: Place, layer: LayerSpecification): void {
  map.addLayer({ ...layer, metadata: { [PLACE_KEY]: place } }, layerAbove(place, layersOn(map))?.id);
}

export function hasLayerAt(map: MapLibreMap, place: Place): boolean {
  // A map without a style has no layers yet, or was removed.
  return map.style !== undefined && layersOn(map).some((layer) => marksOf(layer)[PLACE_KEY] === place);
}

/** From bottom to top. */
const layersOn = (map: MapLibreMap) => map.getLayersOrder().map((id) => map.getLayer(id)!);

/** The one right above the place of a layer of ours. Undefined: its place is on top. */
function layerAbove<Layer extends OrderedLayer>(place: Place, layers: readonly Layer[]): Layer | undefined {
  const isBelowLabels = isOneOf(BELOW_LABELS, place);
  const siblings: readonly Place[] = isBelowLabels ? BELOW_LABELS : ON_TOP;
  const higher = siblings.slice(siblings.indexOf(place) + 1);
  const sibling = layers.find((layer) => isOneOf(higher, marksOf(layer)[PLACE_KEY]));
  return sibling ?? (isBelowLabels ? firstLabelLayer(layers) : layers.find(isDrawLayer));
}

/** The lowest of the label layers on top of the style. Symbol layers between roads (arrows, shields) do not count. */
function firstLabelLayer<Layer extends OrderedLayer>(layers: readonly Layer[]): Layer | undefined {
  // Some of our own layers below the labels are symbol layers, too.
  const isBelow = (layer: OrderedLayer) => {
    const { [PLACE_KEY]: place } = marksOf(layer);
    if (place !== undefined) return isOneOf(BELOW_LABELS, place);
    return layer.type !== 'symbol' && !isDrawLayer(layer);
  };
  return layers[layers.findLastIndex(isBelow) + 1];
}

function isOneOf(places: readonly Place[], place: Place | undefined): boolean {
  return places.some((other) => other === place);
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

const visibility = (isShown: boolean) => (isShown ? 'visible' : 'none');

/** The layers on the map that are parts of rows, from bottom to top. */
function layersOfRows(map: MapLibreMap) {
  // A map without a style has no layers yet, or was removed.
  const layers = map.style ? layersOn(map) : [];
  return layers.flatMap((layer) => {
    const { [ROW_KEY]: row, [PLACE_KEY]: place } = marksOf(layer);
    return row !== undefined && place !== undefined ? [{ layer, row, place }] : [];
  });
}

/** Shows and hides the rows that are on the map. */
export function showRows(map: MapLibreMap, isShown: (row: string) => boolean): void {
  for (const { layer, row } of layersOfRows(map))
    map.setLayoutProperty(layer.id, 'visibility', visibility(isShown(row)));
}

type Paint = (type: LayerSpecification['type']) => Record<string, number>;

export function paintRow(map: MapLibreMap, painted: string, paintOf: Paint): void {
  for (const { layer, row } of layersOfRows(map)) {
    const paint = row === painted ? paintOf(layer.type as LayerSpecification['type']) : {};
    for (const [name, value] of Object.entries(paint))
      map.setPaintProperty(layer.id, name as 'fill-opacity', value);
  }
}

/** Puts the layers of these rows one above the other, each at its place. The bottom row first. */
export function stackRows(map: MapLibreMap, rows: readonly string[]): void {
  const layers = layersOfRows(map);
  for (const stacked of rows) {
    for (const { layer, row, place } of layers) {
      if (row === stacked) map.moveLayer(layer.id, layerAbove(place, layersOn(map))?.id);
    }
  }
}
