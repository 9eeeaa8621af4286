// Parcels on the map: outlines and owner names, drawn from the server's vector tiles.
import type { LayerSpecification, Map as MapLibreMap, VectorSourceSpecification } from 'maplibre-gl';
import {
  MAP_ZOOM_MAX,
  PARCEL_LABEL_SIZE_PX,
  PARCEL_LABEL_ZOOM_MIN,
  PARCEL_OUTLINE_ZOOM_MIN,
  PARCEL_TILE_SIZE_PX,
  PARCEL_TILE_ZOOM_MAX,
  PARCEL_TILE_ZOOM_MIN,
} from '../../contract/limits.ts';
import { PARCEL_TILE_LAYER } from '../../geo/parcel-tile.ts';
import { LABEL_FONT, labelFontFaces } from './label-fonts.ts';
import { paperColour } from './paper-style.ts';

export const PARCEL_SOURCE = 'parcels';
export const PARCEL_OUTLINE_LAYER = 'parcel-outlines';
export const PARCEL_LABEL_LAYER = 'parcel-labels';

// MapLibre fetches tiles in a worker, where a relative address has no page to be relative to.
const source = (): VectorSourceSpecification & { tileSize: number } => ({
  type: 'vector',
  tiles: [`${location.origin}/tiles/{z}/{x}/{y}.pbf`],
  tileSize: PARCEL_TILE_SIZE_PX,
  minzoom: PARCEL_TILE_ZOOM_MIN,
  maxzoom: PARCEL_TILE_ZOOM_MAX,
  promoteId: 'PIN',
});

const outlines: LayerSpecification = {
  id: PARCEL_OUTLINE_LAYER,
  type: 'line',
  source: PARCEL_SOURCE,
  'source-layer': PARCEL_TILE_LAYER,
  minzoom: PARCEL_OUTLINE_ZOOM_MIN,
  layout: { 'line-join': 'round' },
  paint: {
    'line-color': '#000000',
    'line-width': ['interpolate', ['linear'], ['zoom'], PARCEL_OUTLINE_ZOOM_MIN, 0.5, MAP_ZOOM_MAX, 1.5],
    'line-opacity': ['interpolate', ['linear'], ['zoom'], PARCEL_OUTLINE_ZOOM_MIN, 0.55, 16, 0.8],
  },
};

const labels = (): LayerSpecification => ({
  id: PARCEL_LABEL_LAYER,
  type: 'symbol',
  source: PARCEL_SOURCE,
  'source-layer': PARCEL_TILE_LAYER,
  minzoom: PARCEL_LABEL_ZOOM_MIN,
  layout: {
    'text-field': ['coalesce', ['get', 'Name'], ['get', 'name'], ['get', 'OwnerName'], ['get', 'Owner']],
    'text-font': [LABEL_FONT],
    'text-size': [
      'interpolate',
      ['linear'],
      ['zoom'],
      PARCEL_LABEL_ZOOM_MIN,
      PARCEL_LABEL_SIZE_PX.min,
      PARCEL_TILE_ZOOM_MAX,
      PARCEL_LABEL_SIZE_PX.max,
    ],
    'text-max-width': 7,
    'text-line-height': 1.15,
    'text-padding': 3,
  },
  paint: {
    'text-color': '#1d1b16',
    'text-halo-color': paperColour(),
    'text-halo-width': 1.2,
  },
});

/** A style brings no parcels of its own: call this whenever one has loaded. */
export function addParcelLayers(map: MapLibreMap): void {
  map.setFontFaces({ ...map.getFontFaces(), ...labelFontFaces });
  map.addSource(PARCEL_SOURCE, source());
  map.addLayer(outlines);
  map.addLayer(labels());
}

/** Asks for every tile anew. A source that stays never asks again for a tile that has failed. */
export function reloadParcels(map: MapLibreMap): void {
  map.removeLayer(PARCEL_LABEL_LAYER);
  map.removeLayer(PARCEL_OUTLINE_LAYER);
  map.removeSource(PARCEL_SOURCE);
  addParcelLayers(map);
}

/** The halo is the paper showing through around the letters, so it changes colour with it. */
export function repaintParcelLabels(map: MapLibreMap): void {
  map.setPaintProperty(PARCEL_LABEL_LAYER, 'text-halo-color', paperColour());
}
