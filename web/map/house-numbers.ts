// House numbers on their parcels, from zoom 17: the least important of all labels.
import type { SymbolLayerSpecification } from 'maplibre-gl';
import { HOUSE_NUMBER_ZOOM_MIN, MAP_ZOOM_MAX } from '../../contract/limits.ts';
import { PARCEL_TILE_LAYER } from '../../geo/parcel-tile.ts';
import type { Look } from '../layer-colors.ts';
import { PARCEL_SOURCE } from './layers-on-map.ts';

export function houseNumbers({ colors, font }: Omit<Look, 'style'>): SymbolLayerSpecification {
  return {
    id: 'house-numbers',
    type: 'symbol',
    source: PARCEL_SOURCE,
    'source-layer': PARCEL_TILE_LAYER,
    minzoom: HOUSE_NUMBER_ZOOM_MIN,
    // As for owner names: a parcel in several tiles carries its labels in only one of them.
    filter: ['all', ['has', 'Label'], ['has', 'HouseNumber']],
    layout: {
      'text-field': ['get', 'HouseNumber'],
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], HOUSE_NUMBER_ZOOM_MIN, 9, MAP_ZOOM_MAX, 12],
      // In the middle of the lot, or where the owner's name stands there, under or above its one to three lines.
      'text-variable-anchor-offset': [
        'center',
        [0, 0],
        'top',
        [0, 0.8],
        'bottom',
        [0, -0.8],
        'top',
        [0, 1.5],
        'bottom',
        [0, -1.5],
        'top',
        [0, 2.2],
        'bottom',
        [0, -2.2],
      ],
      'text-padding': 1,
    },
    paint: { 'text-color': colors.houseNumber, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 },
  };
}

/** Some of Mapbox's styles do. Two numbers on a lot would be one too many. */
export function hasHouseNumbers({ layers }: Look['style']): boolean {
  return layers.some((layer) => 'source-layer' in layer && layer['source-layer'] === 'housenum_label');
}
