// Layer styles of the drawings: purple or a color of their own, green while selected, with a light halo to stay readable on imagery.
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { DRAWING_COLOR } from '../notebook-colors.ts';
import type { ShapeLayer } from '../shapes-on-map.ts';
import type { DrawStyle } from './draw-library.ts';

/** Purple is the color of revisions on printed USGS map sheets. Nothing else on the map uses it. */
const colorIn = (property: string): ExpressionSpecification => ['to-color', ['get', property], DRAWING_COLOR];
const OWN_COLOR = colorIn('color');
/** The library gives what the shape itself has this prefix. */
const OWN_COLOR_IN_LIBRARY = colorIn('user_color');
const GREEN = '#1f7a4d';
const PAPER = '#fdfbf6';

const areas: FilterSpecification = ['==', '$type', 'Polygon'];
const lines: FilterSpecification = ['in', '$type', 'LineString', 'Polygon'];
const round = { 'line-cap': 'round', 'line-join': 'round' } as const;

const whenActive = <T extends string | number>(
  active: T,
  otherwise: T | ExpressionSpecification,
): ExpressionSpecification => ['case', ['==', ['get', 'active'], 'true'], active, otherwise];

/** Read-only layers, shown while the draw tools are closed. */
export const readOnlyLayers: readonly ShapeLayer[] = [
  {
    id: 'drawing-areas',
    type: 'fill',
    filter: areas,
    paint: { 'fill-color': OWN_COLOR, 'fill-opacity': 0.12 },
  },
  {
    id: 'drawing-halos',
    type: 'line',
    filter: lines,
    layout: round,
    paint: { 'line-color': PAPER, 'line-width': 5, 'line-opacity': 0.8 },
  },
  {
    id: 'drawing-lines',
    type: 'line',
    filter: lines,
    layout: round,
    paint: { 'line-color': OWN_COLOR, 'line-width': 2.5 },
  },
  {
    id: 'drawing-points',
    type: 'circle',
    filter: ['==', '$type', 'Point'],
    paint: {
      'circle-radius': 5,
      'circle-color': OWN_COLOR,
      'circle-stroke-color': PAPER,
      'circle-stroke-width': 2,
    },
  },
];

export const NAME_LAYER = 'drawing-names';

/** The names, shown with the tools open and closed: below a point, above the middle of a line, inside an area. */
export function nameLayers(font: readonly string[]): readonly ShapeLayer[] {
  return [
    {
      id: NAME_LAYER,
      type: 'symbol',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [...font],
        'text-size': 13,
        'text-max-width': 12,
        'text-padding': 4,
        'text-anchor': ['match', ['get', 'kind'], 'point', 'top', 'line', 'bottom', 'center'],
        'text-offset': [
          'match',
          ['get', 'kind'],
          'point',
          ['literal', [0, 0.7]],
          'line',
          ['literal', [0, -0.5]],
          ['literal', [0, 0]],
        ],
      },
      paint: { 'text-color': OWN_COLOR, 'text-halo-color': PAPER, 'text-halo-width': 2 },
    },
  ];
}

/**
 * The library's layers, shown while the draw tools are open. The library sets two properties: `meta` is 'feature',
 * 'vertex' or 'midpoint' (between two vertices), and `active` says whether the feature is being edited.
 */
export const drawStyles: readonly DrawStyle[] = [
  {
    id: 'draw-areas',
    type: 'fill',
    filter: areas,
    paint: { 'fill-color': whenActive(GREEN, OWN_COLOR_IN_LIBRARY), 'fill-opacity': whenActive(0.2, 0.12) },
  },
  {
    id: 'draw-halos',
    type: 'line',
    filter: lines,
    layout: round,
    paint: { 'line-color': PAPER, 'line-width': 5, 'line-opacity': 0.8 },
  },
  {
    id: 'draw-lines',
    type: 'line',
    filter: lines,
    layout: round,
    paint: { 'line-color': whenActive(GREEN, OWN_COLOR_IN_LIBRARY), 'line-width': whenActive(3, 2.5) },
  },
  {
    id: 'draw-points',
    type: 'circle',
    filter: ['all', ['==', '$type', 'Point'], ['==', 'meta', 'feature']],
    paint: {
      'circle-radius': whenActive(7, 5),
      'circle-color': whenActive(GREEN, OWN_COLOR_IN_LIBRARY),
      'circle-stroke-color': PAPER,
      'circle-stroke-width': 2,
    },
  },
  {
    id: 'draw-midpoints',
    type: 'circle',
    filter: ['==', 'meta', 'midpoint'],
    paint: {
      'circle-radius': 3,
      'circle-color': GREEN,
      'circle-stroke-color': PAPER,
      'circle-stroke-width': 1.5,
    },
  },
  {
    id: 'draw-vertices',
    type: 'circle',
    filter: ['all', ['==', '$type', 'Point'], ['==', 'meta', 'vertex'], ['!=', 'mode', 'simple_select']],
    paint: {
      'circle-radius': whenActive(7, 5),
      'circle-color': whenActive(GREEN, PAPER),
      'circle-stroke-color': whenActive(PAPER, GREEN),
      'circle-stroke-width': 2,
    },
  },
];
