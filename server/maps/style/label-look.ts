// The text, size and fonts of labels, by what they name.
import type { ExpressionSpecification, SymbolLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { LABEL_FONTS, LABEL_NAME } from './label-fonts.ts';
import type { Look } from './look.ts';

const populationRank: ExpressionSpecification = ['coalesce', ['get', 'population_rank'], 1];

/** A label that would bend by more than this angle is placed elsewhere on its road. */
const alongRoads = { 'text-max-angle': 28, 'text-padding': 4 } satisfies SymbolLayerSpecification['layout'];

const townNames = {
  'text-font': [
    'step',
    populationRank,
    ['literal', [LABEL_FONTS.regular]],
    6,
    ['literal', [LABEL_FONTS.medium]],
  ],
  'text-size': [
    'interpolate',
    ['linear'],
    ['zoom'],
    6,
    ['interpolate', ['linear'], populationRank, 2, 8, 6, 10, 13, 14],
    10,
    ['interpolate', ['linear'], populationRank, 2, 11, 6, 13, 9, 17, 13, 22],
    14,
    ['interpolate', ['linear'], populationRank, 2, 13, 6, 17, 9, 24, 13, 30],
  ],
} satisfies SymbolLayerSpecification['layout'];

const quarterNames = {
  'text-size': ['interpolate', ['linear'], ['zoom'], 13, 9.5, 14, 10.5, 16, 13],
  'text-letter-spacing': 0.12,
} satisfies SymbolLayerSpecification['layout'];

/** Points of interest that the library draws without a name. */
const GROUNDS = ['cemetery', 'golf_course', 'nature_reserve', 'playground', 'wetland'];
const HOUSES = ['hospital'];

const isOf = (kinds: readonly string[]): ExpressionSpecification => [
  'in',
  ['get', 'kind'],
  ['literal', [...kinds]],
];
const isNamedGround: ExpressionSpecification = [
  'all',
  isOf([...GROUNDS, ...HOUSES]),
  ['>=', ['zoom'], ['coalesce', ['get', 'min_zoom'], 0]],
];

export function withLabelLook(layer: SymbolLayerSpecification, look: Look): SymbolLayerSpecification {
  const { palette, roadLabelPx } = look;
  const named: SymbolLayerSpecification = {
    ...layer,
    layout: { ...layer.layout, ...(layer.id !== 'roads_oneway' && { 'text-field': LABEL_NAME }) },
    paint: { ...layer.paint, ...(layer.id !== 'roads_oneway' && { 'text-halo-width': look.haloPx }) },
  };
  switch (layer.id) {
    case 'roads_labels_minor':
      return {
        ...named,
        minzoom: 14,
        layout: { ...named.layout, ...alongRoads, 'text-size': roadLabelPx.minor },
      };
    case 'roads_labels_major':
      return { ...named, layout: { ...named.layout, ...alongRoads, 'text-size': roadLabelPx.major } };
    case 'water_waterway_label':
      return {
        ...named,
        // Beside the stream: on it, the line strikes its name out.
        layout: { ...named.layout, 'text-offset': [0, -0.75] },
        paint: { ...named.paint, 'text-halo-color': palette.text.waterHalo },
      };
    case 'water_label_lakes':
    case 'water_label_ocean':
      return { ...named, paint: { ...named.paint, 'text-halo-color': palette.text.waterHalo } };
    case 'places_locality':
      return { ...named, layout: { ...named.layout, ...townNames } };
    case 'places_subplace':
      return {
        ...named,
        minzoom: 13,
        layout: { ...named.layout, ...quarterNames },
        // Wider than for other names: these stand on the lines of small lots.
        paint: { ...named.paint, 'text-halo-width': look.haloPx + 0.6 },
      };
    case 'pois': {
      // Text only: the sprite has no icons for points of interest.
      const {
        'icon-image': _icon,
        'text-offset': _offset,
        'text-variable-anchor': _anchor,
        ...layout
      } = named.layout ?? {};
      return {
        ...named,
        minzoom: 13,
        filter: ['any', layer.filter as ExpressionSpecification, isNamedGround],
        layout: { ...layout, 'text-size': 11, 'text-padding': 8 },
        paint: {
          ...named.paint,
          'text-color': [
            'case',
            isOf(GROUNDS),
            palette.text.green,
            isOf(HOUSES),
            palette.text.subplace,
            named.paint!['text-color'] as ExpressionSpecification,
          ],
          // The library's is the color of the ground, which on imagery is green like the name.
          'text-halo-color': palette.text.halo,
        },
      };
    }
    default:
      return named;
  }
}
