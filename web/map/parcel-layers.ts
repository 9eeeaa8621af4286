// Parcels on the map: fill, outlines and owner names, drawn from the server's vector tiles.

import type {
  ExpressionSpecification,
  FillLayerSpecification,
  LayerSpecification,
  LineLayerSpecification,
  Map as MapLibreMap,
  SymbolLayerSpecification,
  VectorSourceSpecification,
} from 'maplibre-gl';
import {
  MAP_ZOOM_MAX,
  PARCEL_LABEL_SIZE_PX,
  PARCEL_LABEL_ZOOM_MIN,
  PARCEL_OUTLINE_ZOOM_MIN,
  PARCEL_TILE_SIZE_PX,
  PARCEL_TILE_ZOOM_MAX,
  PARCEL_TILE_ZOOM_MIN,
} from '../../contract/limits.ts';
import { LABEL_LINE_HEIGHT, LOT_LABEL_LAYER, PARCEL_TILE_LAYER } from '../../geo/parcel-tile-layers.ts';
import type { LayerColors, Look } from '../layer-colors.ts';
import { useMapStore } from '../map-store.ts';
import { hasHouseNumbers, houseNumbers } from './house-numbers.ts';
import { type Overlay, PARCEL_SOURCE } from './layers-on-map.ts';

type ParcelSource = VectorSourceSpecification & { tileSize: number };

/** Absolute: MapLibre fetches tiles in a worker, where relative URLs do not resolve. */
const parcelTileUrl = (origin: string) => `${origin}/tiles/{z}/{x}/{y}.pbf`;

/** With the version, no tile of another one comes from the browser's cache. */
export function parcelSource(origin: string, version: string | undefined): ParcelSource {
  const query = version === undefined ? '' : `?v=${encodeURIComponent(version)}`;
  return {
    type: 'vector',
    tiles: [`${parcelTileUrl(origin)}${query}`],
    tileSize: PARCEL_TILE_SIZE_PX,
    minzoom: PARCEL_TILE_ZOOM_MIN,
    maxzoom: PARCEL_TILE_ZOOM_MAX,
    promoteId: 'PIN',
  };
}

/** With their opacity of 0.6. As a property of its own it would be one more value by feature state for every corner. */
const HOVER_COLOR = '#8fd6a399';
const SELECTED_COLOR = '#1f7a4a99';
/** That of sets (web/sets/set-highlights.ts): it becomes one. */
const PICKED_COLOR = '#c026d373';

const has = (state: 'hover' | 'selected' | 'picked'): ExpressionSpecification => [
  'boolean',
  ['feature-state', state],
  false,
];

/**
 * The fill: green under the pointer and where selected, another color where picked, else invisible and only there for hit-testing. By feature state,
 * not by a filter: docs/decisions/0006-highlights-by-feature-state.md. One layer for all of them: the library draws every
 * parcel of such a layer in every frame, whether it is seen or not.
 */
const parcelAreas: FillLayerSpecification = {
  id: 'parcel-areas',
  type: 'fill',
  source: PARCEL_SOURCE,
  'source-layer': PARCEL_TILE_LAYER,
  // Parcels without outlines must not be clickable.
  minzoom: PARCEL_OUTLINE_ZOOM_MIN,
  paint: {
    'fill-color': [
      'case',
      has('selected'),
      SELECTED_COLOR,
      has('picked'),
      PICKED_COLOR,
      has('hover'),
      HOVER_COLOR,
      'transparent',
    ],
    // The outline layer above draws the edges.
    'fill-antialias': false,
  },
};

export function parcelOutlines({ outline, outlineFaint: faint }: LayerColors): LineLayerSpecification {
  return {
    id: 'parcel-outlines',
    type: 'line',
    source: PARCEL_SOURCE,
    'source-layer': PARCEL_TILE_LAYER,
    minzoom: PARCEL_OUTLINE_ZOOM_MIN,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': outline,
      'line-width': fromFaintToFull({ faint: faint.px, full: 0.9, last: 1.5 }),
      'line-opacity': fromFaintToFull({ faint: faint.opacity, full: 0.85, last: 0.85 }),
    },
  };
}

/** The zoom from which outlines are drawn in full. */
const FULL_OUTLINE_ZOOM = 15.5;

function fromFaintToFull({ faint, full, last }: { faint: number; full: number; last: number }) {
  const stops = [PARCEL_OUTLINE_ZOOM_MIN, faint, FULL_OUTLINE_ZOOM, full, MAP_ZOOM_MAX, last];
  return ['interpolate', ['exponential', 1.6], ['zoom'], ...stops] as unknown as ExpressionSpecification;
}

/** A lot without acres counts as a town lot: such lots are too many to be named any earlier. */
const TOWN_LOT_ACRES = 0.4;
const taxAcres: ExpressionSpecification = ['to-number', ['get', 'TaxAcres'], 0];
const acres: ExpressionSpecification = ['case', ['>', taxAcres, 0], taxAcres, TOWN_LOT_ACRES];
const hasAcres = (least: number): ExpressionSpecification => ['>=', acres, least];

/** Whether a name of usual length fits into the lot: each of these is some 45 px wide at its zoom. */
const fitsItsLot: ExpressionSpecification = [
  'step',
  ['zoom'],
  hasAcres(10),
  15,
  hasAcres(2),
  16,
  hasAcres(TOWN_LOT_ACRES),
];

/** From here the tiles say where names stand in their lots, at what size, and in which lines (geo/lot-label.ts). */
const LOT_NAME_ZOOM = 17;

/** The selected parcel's name has a layer of its own: selected-parcel-layers.ts. */
const unlessNamed: ExpressionSpecification = ['case', ['boolean', ['feature-state', 'named'], false], 0, 1];

export function parcelLabels({ colors, font }: Omit<Look, 'style'>): SymbolLayerSpecification {
  return {
    id: 'parcel-labels',
    type: 'symbol',
    source: PARCEL_SOURCE,
    'source-layer': PARCEL_TILE_LAYER,
    minzoom: PARCEL_LABEL_ZOOM_MIN,
    maxzoom: LOT_NAME_ZOOM,
    // A parcel in several tiles carries its label in only one of them.
    filter: ['all', ['has', 'Label'], fitsItsLot],
    layout: {
      'text-field': ['coalesce', ['get', 'Name'], ['get', 'name'], ['get', 'OwnerName'], ['get', 'Owner']],
      'text-font': font,
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
      'text-line-height': LABEL_LINE_HEIGHT,
      'text-padding': 3,
      // Within the lot, out of the way of a road's name.
      'text-variable-anchor': ['center', 'top', 'bottom'],
      'text-radial-offset': 0.7,
      // The lowest is placed first: of two names that collide, the larger lot's stays.
      'symbol-sort-key': ['-', 0, acres],
    },
    paint: {
      'text-color': colors.text,
      'text-halo-color': colors.halo,
      'text-halo-width': colors.haloPx,
      'text-opacity': unlessNamed,
    },
  };
}

/** Names that stay within their lots. */
export function lotNames({ colors, font }: Omit<Look, 'style'>): SymbolLayerSpecification {
  return {
    id: 'lot-names',
    type: 'symbol',
    source: PARCEL_SOURCE,
    'source-layer': LOT_LABEL_LAYER,
    minzoom: LOT_NAME_ZOOM,
    filter: ['has', 'Name'],
    layout: {
      'text-field': ['get', 'Name'],
      'text-font': font,
      'text-size': ['get', 'Size'],
      // It is in lines already.
      'text-max-width': 100,
      'text-line-height': LABEL_LINE_HEIGHT,
      // The house number stands right below.
      'text-padding': 0,
    },
    paint: {
      'text-color': colors.text,
      'text-halo-color': colors.halo,
      'text-halo-width': colors.haloPx,
      'text-opacity': unlessNamed,
    },
  };
}

/** As the page shows parcels at that moment, on this style. */
export function drawParcels({ style, colors, font }: Look): Overlay {
  return {
    sources: { [PARCEL_SOURCE]: parcelSource(location.origin, useMapStore.getState().parcelVersion) },
    layers: {
      parcels: [parcelAreas, parcelOutlines(colors)],
      'house-numbers': hasHouseNumbers(style) ? [] : [houseNumbers({ colors, font })],
    },
  };
}

/** From the source of the parcels. */
export function drawOwnerNames(look: Look): Overlay {
  return { sources: {}, layers: { 'owner-names': [parcelLabels(look), lotNames(look)] } };
}

/** Follows the version of the parcels, until the returned function is called. */
export function followParcels(map: MapLibreMap): () => void {
  return useMapStore.subscribe(({ parcelVersion }, previous) => {
    // MapLibre keeps the tiles it has. A style that is still loading gets the new ones by itself.
    if (parcelVersion !== previous.parcelVersion && map.getSource(PARCEL_SOURCE)) reloadParcels(map);
  });
}

/** Removes and adds the source: MapLibre never retries a failed tile, not even by `refreshTiles`. */
export function reloadParcels(map: MapLibreMap): void {
  const { layers } = map.getStyle();
  const isOfParcels = (layer: LayerSpecification) => 'source' in layer && layer.source === PARCEL_SOURCE;
  for (const { id } of layers.filter(isOfParcels)) map.removeLayer(id);
  map.removeSource(PARCEL_SOURCE);
  map.addSource(PARCEL_SOURCE, parcelSource(location.origin, useMapStore.getState().parcelVersion));
  // From top to bottom: the one above each is on the map again.
  for (const [index, layer] of [...layers.entries()].reverse()) {
    if (isOfParcels(layer)) map.addLayer(layer, layers[index + 1]?.id);
  }
}
