// An overlay of areas, lines or points from vector tiles, in the colors of its legend, with its labels.
import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { MapLayer } from '../../contract/client-config.ts';
import type { Look } from '../layer-colors.ts';
import type { Overlay } from './layers-on-map.ts';

/** Of a layer without a legend. */
const PLAIN_COLOR = '#3f6fb5';
/** Around lines and points. Light on a dark map and on imagery, too, which have no light colors of their own. */
const CASING_COLOR = '#fffdf8';
const LINE_CASING_COLOR = `${CASING_COLOR}a6`;
const LABEL_ZOOM_MIN = 14;

/** In percent. Half: the map beneath stays readable, and there is room in both directions. */
export const DEFAULT_OPACITY = 50;

const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const isEdge: ExpressionSpecification = ['!', isPoint];

type OverlayLayer = Omit<MapLayer, 'source'> & { source: SourceSpecification; sourceLayer: string };

export function drawOverlay(
  { id, source, sourceLayer, labelProperty, ...legend }: OverlayLayer,
  { colors, font }: Look,
  opacity: number,
): Overlay {
  const color = colorBy(legend);
  const shape = { source: id, 'source-layer': sourceLayer };
  const paintOf = (type: LayerSpecification['type']) => opacityPaint(type, opacity);
  const edge = {
    ...shape,
    type: 'line' as const,
    filter: isEdge,
    layout: { 'line-join': 'round' as const },
  };
  return {
    sources: { [id]: source },
    layers: {
      overlays: [
        {
          ...shape,
          id: `${id}-areas`,
          type: 'fill',
          filter: isArea,
          paint: { 'fill-color': color, ...paintOf('fill') },
        },
        // Sets the line off from the map, and from a neighbor of nearly the same color.
        {
          ...edge,
          id: `${id}-casing`,
          paint: { 'line-color': LINE_CASING_COLOR, 'line-width': lineWidth(1.6), ...paintOf('line') },
        },
        {
          ...edge,
          id: `${id}-lines`,
          paint: { 'line-color': color, 'line-width': lineWidth(0), ...paintOf('line') },
        },
        {
          ...shape,
          id: `${id}-points`,
          type: 'circle',
          filter: isPoint,
          paint: {
            'circle-color': color,
            'circle-radius': ['interpolate', ['linear'], ['zoom'], 10, 2, 14, 4, 18, 6.5],
            'circle-stroke-color': CASING_COLOR,
            'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 10, 0.5, 14, 1.5],
            ...paintOf('circle'),
          },
        },
      ],
      'overlay-names': labelProperty === undefined ? [] : labels(labelProperty),
    },
  };

  function labels(property: string): SymbolLayerSpecification[] {
    const text = {
      ...shape,
      type: 'symbol',
      minzoom: LABEL_ZOOM_MIN,
      paint: {
        'text-color': colors.text,
        'text-halo-color': colors.halo,
        'text-halo-width': colors.haloPx,
        ...paintOf('symbol'),
      },
    } as const;
    const layout = {
      'text-field': ['to-string', ['get', property]],
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], LABEL_ZOOM_MIN, 11, 18, 13],
      'text-max-width': 8,
      'text-padding': 4,
    } satisfies SymbolLayerSpecification['layout'];
    return [
      {
        ...text,
        id: `${id}-line-labels`,
        filter: isLine,
        layout: { ...layout, 'symbol-placement': 'line', 'symbol-spacing': 320 },
      },
      {
        ...text,
        id: `${id}-labels`,
        filter: ['!', isLine],
        layout: {
          ...layout,
          // Inside an area, below a point.
          'text-anchor': ['case', isPoint, 'top', 'center'],
          'text-offset': ['case', isPoint, ['literal', [0, 0.6]], ['literal', [0, 0]]],
        },
      },
    ];
  }
}

/** Edges of areas are thin: they are many, and beside them there is the fill. */
function lineWidth(casingPx: number): ExpressionSpecification {
  const width = (area: number, line: number): ExpressionSpecification => [
    'case',
    isArea,
    area + casingPx,
    line + casingPx,
  ];
  return ['interpolate', ['linear'], ['zoom'], 10, width(0.5, 1), 14, width(1.2, 2), 18, width(1.6, 3.5)];
}

/** What shows the opacity of an overlay in a layer of this type. Edges, points and text fade later than areas. */
export function opacityPaint(type: LayerSpecification['type'], percent: number): Record<string, number> {
  const share = percent / 100;
  const thin = 1 - (1 - share) ** 3;
  switch (type) {
    case 'fill':
      return { 'fill-opacity': share ** 1.3 };
    case 'line':
      return { 'line-opacity': thin };
    case 'circle':
      return { 'circle-opacity': thin, 'circle-stroke-opacity': thin };
    case 'symbol':
      return { 'text-opacity': thin };
    default:
      return {};
  }
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
