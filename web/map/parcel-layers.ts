// Parcels on the map: fill, outlines and owner names, drawn from the server's vector tiles.
import type {
  ExpressionSpecification,
  LayerSpecification,
  LineLayerSpecification,
  Map as MapLibreMap,
  StyleSpecification,
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
import { PARCEL_TILE_LAYER } from '../../geo/parcel-tile.ts';
import { useMapStore } from '../map-store.ts';
import type { LayerColors } from './basemaps.ts';
import { hasHouseNumbers, houseNumbers } from './house-numbers.ts';
import {
  addInOrder,
  type LayerId,
  type Overlay,
  PARCEL_SOURCE,
  showLayer,
  visibility,
} from './layers-on-map.ts';
import { parcelAreas } from './parcel-areas.ts';

type ParcelSource = VectorSourceSpecification & { tileSize: number };
type Outlines = LineLayerSpecification & { id: 'parcel-outlines' };
type Labels = SymbolLayerSpecification & { id: 'parcel-labels' };

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

export function parcelOutlines({ outline }: LayerColors): Outlines {
  return {
    id: 'parcel-outlines',
    type: 'line',
    source: PARCEL_SOURCE,
    'source-layer': PARCEL_TILE_LAYER,
    minzoom: PARCEL_OUTLINE_ZOOM_MIN,
    layout: { 'line-join': 'round' },
    // Where lots are only a few pixels wide, full lines would cover the map: a town begins as a faint texture.
    paint: {
      'line-color': outline,
      'line-width': fromFaintToFull({ faint: 0.3, full: 0.9, last: 1.5 }),
      'line-opacity': fromFaintToFull({ faint: 0.24, full: 0.85, last: 0.85 }),
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
  17,
  true,
];

type LabelLook = { colors: LayerColors; font: string[]; isShown: boolean };

export function parcelLabels({ colors, font, isShown }: LabelLook): Labels {
  return {
    id: 'parcel-labels',
    type: 'symbol',
    source: PARCEL_SOURCE,
    'source-layer': PARCEL_TILE_LAYER,
    minzoom: PARCEL_LABEL_ZOOM_MIN,
    // A parcel in several tiles carries its label in only one of them.
    filter: ['all', ['has', 'Label'], fitsItsLot],
    layout: {
      visibility: visibility(isShown),
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
      'text-line-height': 1.15,
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
      // The selected parcel's name has a layer of its own: selected-parcel-layers.ts.
      'text-opacity': ['case', ['boolean', ['feature-state', 'named'], false], 0, 1],
    },
  };
}

type Look = { colors: LayerColors; font: string[] };

/** As the page shows parcels at that moment, on this style. */
export function parcelOverlay(style: Pick<StyleSpecification, 'layers'>, { colors, font }: Look): Overlay {
  const { showsOwnerNames, parcelVersion } = useMapStore.getState();
  return {
    sources: { [PARCEL_SOURCE]: parcelSource(location.origin, parcelVersion) },
    layers: [
      parcelAreas,
      parcelOutlines(colors),
      ...(hasHouseNumbers(style) ? [] : [houseNumbers({ colors, font })]),
      parcelLabels({ colors, font, isShown: showsOwnerNames }),
    ],
  };
}

/** Shows and hides owner names, and follows the version of the parcels, until the returned function is called. */
export function followParcels(map: MapLibreMap): () => void {
  return useMapStore.subscribe(({ showsOwnerNames: isShown, parcelVersion }, previous) => {
    if (isShown !== previous.showsOwnerNames) showLayer(map, { id: 'parcel-labels', isShown });
    // MapLibre keeps the tiles it has. A style that is still loading gets the new ones by itself.
    if (parcelVersion !== previous.parcelVersion && map.getSource(PARCEL_SOURCE)) reloadParcels(map);
  });
}

/** Removes and adds the source: MapLibre never retries a failed tile, not even by `refreshTiles`. */
export function reloadParcels(map: MapLibreMap): void {
  const layers = map.getStyle().layers.filter(isParcelLayer);
  for (const { id } of layers) map.removeLayer(id);
  map.removeSource(PARCEL_SOURCE);
  map.addSource(PARCEL_SOURCE, parcelSource(location.origin, useMapStore.getState().parcelVersion));
  for (const layer of layers) addInOrder(map, layer);
}

function isParcelLayer(layer: LayerSpecification): layer is LayerSpecification & { id: LayerId } {
  return 'source' in layer && layer.source === PARCEL_SOURCE;
}
