// House numbers on their parcels, from zoom 17: the least important of all labels.
import type { SymbolLayerSpecification } from 'maplibre-gl';
import { HOUSE_NUMBER_SIZE_PX, HOUSE_NUMBER_ZOOM_MIN, MAP_ZOOM_MAX } from '../../contract/limits.ts';
import { LOT_LABEL_LAYER } from '../../geo/parcel-tile.ts';
import type { Look } from '../layer-colors.ts';
import { PARCEL_SOURCE } from './layers-on-map.ts';

export function houseNumbers({ colors, font }: Omit<Look, 'style'>): SymbolLayerSpecification {
  return {
    id: 'house-numbers',
    type: 'symbol',
    source: PARCEL_SOURCE,
    'source-layer': LOT_LABEL_LAYER,
    minzoom: HOUSE_NUMBER_ZOOM_MIN,
    filter: ['has', 'HouseNumber'],
    layout: {
      'text-field': ['get', 'HouseNumber'],
      'text-font': font,
      // They grow by as much as geo/lot-label.ts has left them room for.
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        HOUSE_NUMBER_ZOOM_MIN,
        HOUSE_NUMBER_SIZE_PX.first,
        MAP_ZOOM_MAX,
        HOUSE_NUMBER_SIZE_PX.first + HOUSE_NUMBER_SIZE_PX.perZoom * (MAP_ZOOM_MAX - HOUSE_NUMBER_ZOOM_MIN),
      ],
      // Right below the name.
      'text-padding': 0,
    },
    paint: { 'text-color': colors.houseNumber, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 },
  };
}

/** Some of Mapbox's styles do. Two numbers on a lot would be one too many. */
export function hasHouseNumbers({ layers }: Look['style']): boolean {
  return layers.some((layer) => 'source-layer' in layer && layer['source-layer'] === 'housenum_label');
}
