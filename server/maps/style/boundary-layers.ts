// Borders under the roads, which run along the limits of many a town; counties in the tinted band of old atlases.
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Look } from './look.ts';
import { BASEMAP_SOURCE } from './source-names.ts';

/** The level of administration that OpenStreetMap gives a country and a county. */
const COUNTRY_LEVEL = 2;
const COUNTY_LEVEL = 6;

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
