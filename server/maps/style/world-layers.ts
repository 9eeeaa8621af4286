// The layers of the world map, under and around the basemap: land, borders and labels.
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { ringOfBounds } from '../../../geo/bounds-of.ts';
import type { Bounds } from '../../../geo/geometry.ts';
import { LABEL_FONTS, LABEL_NAME } from './label-fonts.ts';
import type { Look } from './look.ts';
import { WORLD_SOURCE } from './source-names.ts';

export function worldGround({ palette }: Look): LayerSpecification[] {
  const boundaries = { source: WORLD_SOURCE, 'source-layer': 'boundaries', type: 'line' } as const;
  return [
    {
      id: 'world_earth',
      type: 'fill',
      source: WORLD_SOURCE,
      'source-layer': 'earth',
      paint: { 'fill-color': palette.land },
    },
    {
      id: 'world_water',
      type: 'fill',
      source: WORLD_SOURCE,
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': palette.water },
    },
    {
      ...boundaries,
      id: 'world_counties',
      minzoom: 6,
      maxzoom: 12,
      filter: ['==', ['get', 'kind'], 'county'],
      paint: {
        'line-color': palette.boundary,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.3, 10, 0.8],
        // The lines are off by a kilometer, which shows from zoom 12 on.
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 6, 0.15, 8, 0.45, 11, 0.45, 12, 0],
      },
    },
    {
      ...boundaries,
      id: 'world_states',
      minzoom: 3,
      maxzoom: 12,
      filter: ['==', ['get', 'kind'], 'region'],
      paint: {
        'line-color': palette.boundary,
        'line-dasharray': [4, 2],
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.4, 6, 0.9, 10, 1.6],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 11, 0.8, 12, 0],
      },
    },
    {
      ...boundaries,
      id: 'world_countries',
      filter: ['==', ['get', 'kind'], 'country'],
      paint: {
        'line-color': palette.boundary,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.7, 6, 1.3, 10, 2.2],
      },
    },
  ];
}

/** Within `mappedWithin` the basemap has the labels, so the world map has none there. */
export function worldLabels(look: Look, mappedWithin: Bounds | undefined): LayerSpecification[] {
  const { palette, haloPx } = look;
  const places = { source: WORLD_SOURCE, 'source-layer': 'places', type: 'symbol' } as const;
  const kindOutside = (kind: string): FilterSpecification => [
    'all',
    ['==', ['get', 'kind'], kind],
    ...(mappedWithin ? [outside(mappedWithin)] : []),
  ];
  const halo = { 'text-halo-color': palette.text.halo, 'text-halo-width': haloPx };
  const rank: ExpressionSpecification = ['coalesce', ['get', 'population_rank'], 0];
  // MapLibre places the labels of later layers first.
  return [
    {
      ...places,
      id: 'world_state_names',
      minzoom: 3.6,
      maxzoom: 8,
      filter: kindOutside('region'),
      layout: {
        'text-field': LABEL_NAME,
        'text-font': [LABEL_FONTS.regular],
        'text-size': ['interpolate', ['linear'], ['zoom'], 3, 9, 7, 15],
        'text-letter-spacing': 0.22,
        'text-transform': 'uppercase',
        'text-max-width': 7,
        'text-padding': 6,
      },
      paint: { 'text-color': palette.text.region, ...halo },
    },
    {
      ...places,
      id: 'world_cities',
      minzoom: 3,
      filter: kindOutside('locality'),
      layout: {
        'icon-image': ['step', ['zoom'], 'townspot', 9, ''],
        'icon-size': ['interpolate', ['linear'], ['zoom'], 3, 0.7, 8, 1],
        'text-field': LABEL_NAME,
        'text-font': [LABEL_FONTS.regular],
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['interpolate', ['linear'], rank, 8, 9.5, 13, 12.5],
          8,
          ['interpolate', ['linear'], rank, 6, 10.5, 13, 18],
          12,
          ['interpolate', ['linear'], rank, 6, 12, 13, 22],
        ],
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.5,
        'text-justify': 'auto',
        'text-padding': 6,
        'text-max-width': 8,
        'symbol-sort-key': ['-', 0, rank],
      },
      paint: { 'text-color': palette.text.place, ...halo },
    },
    {
      ...places,
      id: 'world_country_names',
      maxzoom: 6,
      filter: kindOutside('country'),
      layout: {
        'text-field': LABEL_NAME,
        'text-font': [LABEL_FONTS.medium],
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10, 5, 16],
        'text-letter-spacing': 0.15,
        'text-transform': 'uppercase',
        'text-max-width': 7,
      },
      paint: { 'text-color': palette.text.region, ...halo },
    },
  ];
}

function outside(bounds: Bounds): ExpressionSpecification {
  return ['!', ['within', { type: 'Polygon', coordinates: [ringOfBounds(bounds)] }]];
}
