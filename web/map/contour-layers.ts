// Contour lines and their heights in feet.
import type {
  ExpressionSpecification,
  LineLayerSpecification,
  SourceSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import {
  CONTOUR_LABEL_INDEX,
  CONTOUR_LABEL_ZOOM_MIN,
  CONTOUR_LINE_INDEX_MIN,
  CONTOUR_LINE_ZOOM_MIN,
  FEET_PER_METER,
} from '../../contract/limits.ts';
import type { Look } from '../layer-colors.ts';
import type { Overlay } from './layers-on-map.ts';

/** With `ele` in meters and `index`. */
const CONTOUR_TILE_LAYER = 'contour';
/** Lines with this index are drawn heavier, to make counting easier: every fifth line of this server's own tiles. */
const HEAVY_INDEX = 10;

const COLORS = { light: '#8a5a2b', dark: '#e3c79d', imagery: '#ffe3b3' };
const CASING_COLOR = '#1c140a';

const feet: ExpressionSpecification = ['round', ['*', ['get', 'ele'], FEET_PER_METER]];

const lineWidth = ({ heavy, light }: { heavy: number; light: number }): ExpressionSpecification => [
  'case',
  ['==', ['get', 'index'], HEAVY_INDEX],
  heavy,
  light,
];

type Contours = { id: string; source: SourceSpecification };

export function drawContours({ id, source }: Contours, { colors, font }: Look): Overlay {
  const color = COLORS[colors.ground];
  const isOnImagery = colors.ground === 'imagery';
  const shape = {
    type: 'line',
    source: id,
    'source-layer': CONTOUR_TILE_LAYER,
    minzoom: CONTOUR_LINE_ZOOM_MIN,
    filter: ['>=', ['get', 'index'], CONTOUR_LINE_INDEX_MIN],
    layout: { 'line-join': 'round' },
  } satisfies Partial<LineLayerSpecification>;
  /** Sets the lines off from imagery. */
  const casing: LineLayerSpecification = {
    ...shape,
    id: 'contour-casing',
    paint: {
      'line-color': CASING_COLOR,
      'line-width': lineWidth({ heavy: 3.6, light: 2.4 }),
      'line-opacity': 0.55,
      'line-blur': 0.6,
    },
  };
  const lines: LineLayerSpecification = {
    ...shape,
    id: 'contour-lines',
    paint: {
      'line-color': color,
      'line-width': lineWidth({ heavy: 1.5, light: isOnImagery ? 1 : 0.7 }),
      'line-opacity': isOnImagery ? 1 : 0.75,
    },
  };
  const labels: SymbolLayerSpecification = {
    id: 'contour-labels',
    type: 'symbol',
    source: id,
    'source-layer': CONTOUR_TILE_LAYER,
    minzoom: CONTOUR_LABEL_ZOOM_MIN,
    filter: ['==', ['get', 'index'], CONTOUR_LABEL_INDEX],
    layout: {
      'symbol-placement': 'line',
      'text-field': ['concat', ['to-string', feet], ' ft'],
      'text-font': font,
      'text-size': 10,
      'text-padding': 8,
      // Round heights first, which belong to the heavy lines.
      'symbol-sort-key': ['case', ['==', ['%', feet, 100], 0], 0, 1],
    },
    paint: {
      'text-color': color,
      'text-halo-color': colors.halo,
      'text-halo-width': colors.haloPx,
    },
  };
  return {
    sources: { [id]: source },
    layers: { contours: isOnImagery ? [casing, lines] : [lines], heights: [labels] },
  };
}
