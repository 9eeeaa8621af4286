// The sheet that parcels are printed on: plain warm paper, in the colour of the page's light or dark scheme.
import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';

const BACKGROUND_LAYER = 'paper';

/** The colour lives in theme.css, where the rest of the page finds it too. */
export function paperColour(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--map-paper').trim();
}

export function paperStyle(): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: BACKGROUND_LAYER, type: 'background', paint: { 'background-color': paperColour() } }],
  };
}

export function repaintPaper(map: MapLibreMap): void {
  map.setPaintProperty(BACKGROUND_LAYER, 'background-color', paperColour());
}
