// House numbers on their parcels, from zoom 17: the least important of all labels.

import type { SymbolLayerSpecification } from 'maplibre-gl';
import { HOUSE_NUMBER_SIZE_PX, HOUSE_NUMBER_ZOOM_MIN } from '../../contract/limits.ts';
import { LABEL_LINE_HEIGHT, LOT_LABEL_LAYER } from '../../geo/parcel-tile-layers.ts';
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
      // The size and height that geo/lot-label.ts has left room for.
      'text-size': HOUSE_NUMBER_SIZE_PX,
      'text-line-height': LABEL_LINE_HEIGHT,
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
