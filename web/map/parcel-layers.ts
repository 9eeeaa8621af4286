// Parcels on the map: outlines and owner names, drawn from the server's vector tiles.
import type {
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
import { PARCEL_TILE_LAYER } from '../../geo/parcel-tile.ts';
import { useMapStore } from '../map-store.ts';
import { type LayerColors, layerColors } from './basemaps.ts';
import { hasHouseNumbers, houseNumbers } from './house-numbers.ts';
import {
  addInOrder,
  type LayerId,
  onEachStyle,
  PARCEL_SOURCE,
  showLayer,
  visibility,
} from './layers-on-map.ts';

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
    paint: {
      'line-color': outline,
      'line-width': ['interpolate', ['linear'], ['zoom'], PARCEL_OUTLINE_ZOOM_MIN, 0.5, MAP_ZOOM_MAX, 1.5],
      'line-opacity': ['interpolate', ['linear'], ['zoom'], PARCEL_OUTLINE_ZOOM_MIN, 0.55, 16, 0.8],
    },
  };
}

type LabelLook = { colors: LayerColors; font: string[]; isShown: boolean };

export function parcelLabels({ colors, font, isShown }: LabelLook): Labels {
  return {
    id: 'parcel-labels',
    type: 'symbol',
    source: PARCEL_SOURCE,
    'source-layer': PARCEL_TILE_LAYER,
    minzoom: PARCEL_LABEL_ZOOM_MIN,
    // A parcel in several tiles carries its label in only one of them.
    filter: ['has', 'Label'],
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
    },
    paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 },
  };
}

/** Adds the parcel layers to every style and follows the version of the parcels, until the returned function is called. */
export function keepParcelsOnMap(map: MapLibreMap, font: string[]): () => void {
  const stopAdding = onEachStyle(map, () => {
    const { styleId, basemapScheme, showsOwnerNames, parcelVersion } = useMapStore.getState();
    const colors = layerColors(styleId, basemapScheme);
    map.addSource(PARCEL_SOURCE, parcelSource(location.origin, parcelVersion));
    addInOrder(map, parcelOutlines(colors));
    if (!hasHouseNumbers(map.getStyle())) addInOrder(map, houseNumbers({ colors, font }));
    addInOrder(map, parcelLabels({ colors, font, isShown: showsOwnerNames }));
  });
  const stopFollowing = useMapStore.subscribe(({ showsOwnerNames: isShown, parcelVersion }, previous) => {
    if (isShown !== previous.showsOwnerNames) showLayer(map, { id: 'parcel-labels', isShown });
    // MapLibre keeps the tiles it has. A style that is still loading gets the new ones by itself.
    if (parcelVersion !== previous.parcelVersion && map.getSource(PARCEL_SOURCE)) reloadParcels(map);
  });
  return () => {
    stopAdding();
    stopFollowing();
  };
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
