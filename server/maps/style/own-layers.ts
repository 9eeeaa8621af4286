// Basemap layers of our own: they replace Protomaps' layers for water, borders and shields, and add land use.
import type { ExpressionSpecification, LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { LABEL_FONTS } from './label-fonts.ts';
import type { Look } from './look.ts';
import { BASEMAP_SOURCE } from './source-names.ts';

/** Land use that Protomaps' tiles contain but its own layers leave blank. */
export function groundLayers({ palette }: Look): LayerSpecification[] {
  const ground = { source: BASEMAP_SOURCE, 'source-layer': 'landuse', type: 'fill' } as const;
  return [
    {
      ...ground,
      id: 'landuse_farmland',
      filter: ['in', ['get', 'kind'], ['literal', ['farmland', 'farmyard', 'orchard', 'meadow', 'vineyard']]],
      paint: { 'fill-color': palette.farmland },
    },
    {
      ...ground,
      id: 'landuse_built',
      filter: ['in', ['get', 'kind'], ['literal', ['residential', 'commercial', 'retail']]],
      paint: { 'fill-color': palette.built },
    },
    {
      ...ground,
      id: 'landuse_wetland',
      filter: ['==', ['get', 'kind'], 'wetland'],
      paint: { 'fill-color': palette.wetland },
    },
  ];
}

/** Shores with an edge in a deeper blue, and streams that widen with the zoom. */
export function waterLayers({ palette, streamScale }: Look): LayerSpecification[] {
  const water = { source: BASEMAP_SOURCE, 'source-layer': 'water', type: 'line' } as const;
  const growing = (...stops: number[]) =>
    [
      'interpolate',
      ['exponential', 1.5],
      ['zoom'],
      ...stops.map((value, i) => (i % 2 === 0 ? value : value * streamScale)),
    ] as unknown as ExpressionSpecification;
  return [
    {
      ...water,
      id: 'water_shore',
      minzoom: 10,
      filter: ['==', ['geometry-type'], 'Polygon'],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.waterEdge,
        'line-width': ['interpolate', ['linear'], ['zoom'], 10, 0.3, 13, 0.8, 17, 1.4],
      },
    },
    {
      ...water,
      id: 'water_stream',
      minzoom: 11,
      filter: ['==', ['get', 'kind'], 'stream'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': palette.waterEdge, 'line-width': growing(11, 0.35, 13, 0.7, 15, 1.3, 18, 4) },
    },
    {
      ...water,
      id: 'water_river',
      minzoom: 8,
      filter: ['in', ['get', 'kind'], ['literal', ['river', 'canal']]],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': palette.waterEdge,
        'line-width': growing(8, 0.6, 11, 1.2, 13, 2, 15, 4, 18, 14),
      },
    },
  ];
}

/** OpenStreetMap's admin_level of a country and of a county. */
const COUNTRY_LEVEL = 2;
const COUNTY_LEVEL = 6;

/** Drawn under the roads, because town limits often follow roads. Counties get a tinted band. */
export function boundaryLayers({ palette }: Look): LayerSpecification[] {
  const line = {
    source: BASEMAP_SOURCE,
    'source-layer': 'boundaries',
    type: 'line',
    layout: { 'line-join': 'round' },
  } as const;
  return [
    {
      ...line,
      id: 'boundaries_tint',
      filter: ['==', ['get', 'kind'], 'county'],
      paint: {
        'line-color': palette.boundaryTint,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 2, 10, 7, 14, 16],
        'line-blur': ['interpolate', ['linear'], ['zoom'], 6, 1, 10, 4, 14, 8],
      },
    },
    {
      ...line,
      id: 'boundaries_local',
      minzoom: 10,
      filter: ['>', ['get', 'kind_detail'], COUNTY_LEVEL],
      paint: {
        'line-color': palette.boundary,
        'line-dasharray': [3, 2],
        'line-width': ['interpolate', ['linear'], ['zoom'], 10, 0.5, 15, 1.2],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 10, 0.35, 13, 0.5, 16, 0.25],
      },
    },
    {
      ...line,
      id: 'boundaries',
      filter: [
        'all',
        ['>', ['get', 'kind_detail'], COUNTRY_LEVEL],
        ['<=', ['get', 'kind_detail'], COUNTY_LEVEL],
      ],
      paint: {
        'line-color': palette.boundary,
        'line-dasharray': [4, 1.5, 1, 1.5],
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.5, 10, 1.2, 14, 2],
        'line-opacity': 0.75,
      },
    },
  ];
}

/** Route numbers in the shields of their network; the sprite's icons stretch to fit. */
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
