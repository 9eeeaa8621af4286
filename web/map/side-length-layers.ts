// The lengths along the sides of the selected parcel.
import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as MapLibreMap, SymbolLayerSpecification } from 'maplibre-gl';
import { PARCEL_OUTLINE_ZOOM_MIN } from '../../contract/limits.ts';
import type { Look } from '../layer-colors.ts';
import { type SideLabel, useMapStore } from '../map-store.ts';
import type { Overlay } from './layers-on-map.ts';

export const SIDE_SOURCE = 'side-lengths';

/**
 * Tiles of this zoom are some 2 km wide, and with the largest buffer each holds what is that far around it. A side that a tile
 * cuts would be labeled once a piece.
 */
const TILE_ZOOM_MAX = 14;
const TILE_BUFFER_MAX = 512;
/** In ems, from the middle of the edge. */
const OFFSET = 0.95;

export function sideShapes(labels: readonly SideLabel[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: labels.map(({ points, text }) => ({
      type: 'Feature',
      properties: { text },
      geometry: { type: 'LineString', coordinates: points.map(([lng, lat]) => [lng, lat]) },
    })),
  };
}

/** A side that is shorter on the screen than its label has none: MapLibre places a label only where its line has room. */
function sideLengths({ colors, font }: Omit<Look, 'style'>): SymbolLayerSpecification {
  return {
    id: 'side-lengths',
    type: 'symbol',
    source: SIDE_SOURCE,
    minzoom: PARCEL_OUTLINE_ZOOM_MIN,
    layout: {
      'symbol-placement': 'line-center',
      'text-field': ['get', 'text'],
      'text-font': font,
      'text-size': 11,
      // To the left along the line, also where MapLibre turns the text to be read.
      'text-offset': [0, -OFFSET],
      'text-max-angle': 40,
      'text-padding': 1,
    },
    paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
  };
}

/** With the labels of that moment. */
export function drawSideLengths(look: Look): Overlay {
  const data = sideShapes(useMapStore.getState().sideLabels);
  return {
    sources: {
      [SIDE_SOURCE]: {
        type: 'geojson',
        data,
        maxzoom: TILE_ZOOM_MAX,
        buffer: TILE_BUFFER_MAX,
        tolerance: 0,
      },
    },
    layers: { 'side-lengths': [sideLengths(look)] },
  };
}

/** Until the returned function is called. */
export function followSideLengths(map: MapLibreMap): () => void {
  return useMapStore.subscribe(({ sideLabels }, previous) => {
    if (sideLabels === previous.sideLabels) return;
    // A removed map has no style, and getSource would throw.
    const source = map.style ? map.getSource<GeoJSONSource>(SIDE_SOURCE) : undefined;
    source?.setData(sideShapes(sideLabels));
  });
}
