// Route numbers in the shields of their network, drawn by the sprite and widened to fit.
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { LABEL_FONTS } from './label-fonts.ts';
import type { Look } from './look.ts';
import { BASEMAP_SOURCE } from './source-names.ts';

export function shieldLayer({ shieldTextPx }: Look): LayerSpecification {
  return {
    id: 'roads_shields',
    type: 'symbol',
    source: BASEMAP_SOURCE,
    'source-layer': 'roads',
    minzoom: 8,
    filter: [
      'all',
      ['in', ['get', 'kind'], ['literal', ['highway', 'major_road']]],
      ['has', 'shield_text'],
      ['<=', ['length', ['get', 'shield_text']], 5],
    ],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 420,
      'symbol-sort-key': ['match', ['get', 'kind'], 'highway', 0, 1],
      'icon-image': [
        'match',
        ['get', 'network'],
        'US:I',
        'shield-interstate',
        'US:US',
        'shield-us',
        'shield-state',
      ],
      'icon-text-fit': 'both',
      'icon-text-fit-padding': [0, 1, 0, 1],
      'icon-rotation-alignment': 'viewport',
      'text-rotation-alignment': 'viewport',
      'text-field': ['get', 'shield_text'],
      'text-font': [LABEL_FONTS.medium],
      'text-size': shieldTextPx,
      'text-padding': 12,
    },
    paint: { 'text-color': ['match', ['get', 'network'], 'US:I', '#ffffff', '#2a2620'] },
  };
}
