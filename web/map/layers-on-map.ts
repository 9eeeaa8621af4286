// Our own layers on whatever basemap is shown: in one order, and there again after every change of style.
import type { AddLayerObject, Map as MapLibreMap } from 'maplibre-gl';

/** The source that every layer of parcels is drawn from. */
export const PARCEL_SOURCE = 'parcels';

/** From the ground up: over the basemap's land and roads, and under its names. */
const UNDER_NAMES = [
  'contour-lines',
  'parcel-areas',
  'parcel-hover',
  'parcel-selected',
  'parcel-outlines',
] as const;
/** Over everything. Where names want the same place the higher one gets it: heights, if asked for, before owners. */
const ON_TOP = [
  'parcel-labels',
  'contour-labels',
  'saved-parcel-marks',
  'drawing-areas',
  'drawing-halos',
  'drawing-lines',
  'drawing-points',
  'measure-area',
  'measure-halo',
  'measure-line',
  'measure-points',
] as const;

/** The drawing library brings layers of its own, over all of ours; `web/draw/draw-styles.ts` names them. */
const isOfDrawing = (id: string) => id.startsWith('draw-');

export type LayerId = (typeof UNDER_NAMES)[number] | (typeof ON_TOP)[number];

export function addInOrder(map: MapLibreMap, layer: AddLayerObject & { id: LayerId }): void {
  const isUnderNames = isOneOf(UNDER_NAMES, layer.id);
  const siblings: readonly LayerId[] = isUnderNames ? UNDER_NAMES : ON_TOP;
  const above = siblings.slice(siblings.indexOf(layer.id) + 1).find((id) => map.getLayer(id));
  map.addLayer(layer, above ?? (isUnderNames ? firstName(map) : map.getLayersOrder().find(isOfDrawing)));
}

/** The lowest of the layers of text that a style ends with; arrows and signs between its roads are none of them. */
function firstName(map: MapLibreMap): string | undefined {
  const ids = map.getLayersOrder();
  const isOnTop = (id: string) => isOneOf(ON_TOP, id) || isOfDrawing(id);
  const isDrawn = (id: string) => map.getLayer(id)?.type !== 'symbol' && !isOnTop(id);
  return ids[ids.findLastIndex(isDrawn) + 1];
}

function isOneOf(ids: readonly LayerId[], id: string): boolean {
  return ids.some((other) => other === id);
}

/** Calls `add` for the present style and for each one that follows, until the returned function is called. */
export function keepOnMap(map: MapLibreMap, add: () => void): () => void {
  const addSafely = () => {
    try {
      add();
    } catch (error) {
      // A map without one of its layers is better than no map.
      console.warn('A layer could not be added:', error);
    }
  };
  // Undefined until a style has loaded, whatever its type says. `isStyleLoaded` means something else: every tile too.
  if (map.getStyle()) addSafely();
  map.on('style.load', addSafely);
  return () => map.off('style.load', addSafely);
}

export const visibility = (isShown: boolean) => (isShown ? 'visible' : 'none');

/** For a layer that was skipped there is nothing to do. */
export function showLayer(map: MapLibreMap, { id, isShown }: { id: LayerId; isShown: boolean }): void {
  if (map.getStyle() && map.getLayer(id)) map.setLayoutProperty(id, 'visibility', visibility(isShown));
}
