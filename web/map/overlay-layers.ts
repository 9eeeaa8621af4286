// An overlay of areas, lines or points from vector tiles, in the colors of its legend.
import type { DataDrivenPropertyValueSpecification, SourceSpecification } from 'maplibre-gl';
import type { MapLayer } from '../../contract/client-config.ts';
import type { Overlay } from './layers-on-map.ts';

/** Of a layer without a legend. */
const PLAIN_COLOR = '#3f6fb5';

type OverlayLayer = Omit<MapLayer, 'source'> & { source: SourceSpecification; sourceLayer: string };

export function drawOverlay({ id, source, sourceLayer, ...colors }: OverlayLayer): Overlay {
  const color = colorBy(colors);
  const shape = { source: id, 'source-layer': sourceLayer };
  return {
    sources: { [id]: source },
    layers: {
      overlays: [
        {
          ...shape,
          id: `${id}-areas`,
          type: 'fill',
          filter: ['==', ['geometry-type'], 'Polygon'],
          paint: { 'fill-color': color, 'fill-opacity': 0.35 },
        },
        {
          ...shape,
          id: `${id}-lines`,
          type: 'line',
          filter: ['!=', ['geometry-type'], 'Point'],
          layout: { 'line-join': 'round' },
          paint: { 'line-color': color, 'line-width': 1.5 },
        },
        {
          ...shape,
          id: `${id}-points`,
          type: 'circle',
          filter: ['==', ['geometry-type'], 'Point'],
          paint: {
            'circle-color': color,
            'circle-radius': 4.5,
            'circle-stroke-color': '#fffdf8',
            'circle-stroke-width': 1.5,
          },
        },
      ],
    },
  };
}

function colorBy({
  property,
  legend = [],
}: Pick<MapLayer, 'property' | 'legend'>): DataDrivenPropertyValueSpecification<string> {
  const rest = legend.find(({ values }) => values === undefined)?.color ?? PLAIN_COLOR;
  const branches = legend.flatMap(({ values, color }) => (values === undefined ? [] : [{ values, color }]));
  if (property === undefined || branches.length === 0) return rest;
  // Not `match`, which refuses a value that two entries have, and with it the whole style.
  const value = ['to-string', ['get', property]];
  const cases = branches.flatMap(({ values, color }) => [['in', value, ['literal', values]], color]);
  return ['case', ...cases, rest] as DataDrivenPropertyValueSpecification<string>;
}
