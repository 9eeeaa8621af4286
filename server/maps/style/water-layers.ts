// Rivers, creeks and shores as an engraver would draw them: an edge of a deeper blue, and streams that grow downhill.
import type { ExpressionSpecification, LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Look } from './look.ts';
import { BASEMAP_SOURCE } from './source-names.ts';

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
