// Our own layers on whatever basemap is shown: in one order, and there again after every change of style.
import type { AddLayerObject, Map as MapLibreMap } from 'maplibre-gl';

/** From the ground up; everything here lies over the basemap. */
const ORDER = [
  'contour-lines',
  'parcel-areas',
  'parcel-hover',
  'parcel-selected',
  'parcel-outlines',
  'contour-labels',
  'parcel-labels',
  'saved-parcel-marks',
] as const;
export type LayerId = (typeof ORDER)[number];

export function addInOrder(map: MapLibreMap, layer: AddLayerObject & { id: LayerId }): void {
  const above = ORDER.slice(ORDER.indexOf(layer.id) + 1).find((id) => map.getLayer(id));
  map.addLayer(layer, above);
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
  if (map.style?._loaded) addSafely();
  map.on('style.load', addSafely);
  return () => map.off('style.load', addSafely);
}
