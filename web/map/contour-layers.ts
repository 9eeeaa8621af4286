// Contour lines and their heights, as many and in the units that somebody has chosen.
import type {
  ExpressionSpecification,
  FilterSpecification,
  LineLayerSpecification,
  Map as MapLibreMap,
  SourceSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { MapLayer } from '../../contract/client-config.ts';
import {
  CONTOUR_LABEL_INDEX,
  CONTOUR_LABEL_ZOOM_MIN,
  CONTOUR_LINE_INDEX_MIN,
  CONTOUR_LINE_ZOOM_MIN,
  CONTOUR_STEP_FEET,
  FEET_PER_METER,
} from '../../contract/limits.ts';
import type { Look } from '../layer-colors.ts';
import { useMapStore } from '../map-store.ts';
import { type Preferences, usePreferences } from '../preferences.ts';
import type { Overlay } from './layers-on-map.ts';

/** With `ele` in meters and `index`. */
const CONTOUR_TILE_LAYER = 'contour';
/** Lines with this index are drawn heavier, to make counting easier: every fifth line of this server's own tiles. */
const HEAVY_INDEX = 10;

const COLORS = { light: '#8a5a2b', dark: '#e3c79d', imagery: '#ffe3b3' };
const CASING_COLOR = '#1c140a';

const feet: ExpressionSpecification = ['round', ['*', ['get', 'ele'], FEET_PER_METER]];

const meters: ExpressionSpecification = ['round', ['get', 'ele']];

/** Only this server's own tiles say how far their lines are apart, and are numbered by it: Mapbox's change with the zoom. */
export const hasEvenContours = (layers: readonly Pick<MapLayer, 'kind' | 'hint'>[]) =>
  layers.some(({ kind, hint }) => kind === 'contours' && hint !== undefined);

/** What the map shows of them now. */
export function contourHint({ hint }: Pick<MapLayer, 'hint'>): string | undefined {
  const { contourFeet } = usePreferences.getState();
  return hint !== undefined && contourFeet > CONTOUR_STEP_FEET ? `every ${contourFeet} ft` : hint;
}

type Choice = Pick<Preferences, 'contourFeet' | 'units'>;

/** What follows from a choice. By default all lines that the tiles have. */
function chosen({ contourFeet, units }: Choice, layers: Parameters<typeof hasEvenContours>[0]) {
  const isSparse = contourFeet > CONTOUR_STEP_FEET && hasEvenContours(layers);
  const isOnStep = (step: number): ExpressionSpecification => ['==', ['%', feet, step], 0];
  const among = (filter: ExpressionSpecification): FilterSpecification =>
    isSparse ? ['all', filter, isOnStep(contourFeet)] : filter;
  const isHeavy: ExpressionSpecification = isSparse
    ? isOnStep(5 * contourFeet)
    : ['==', ['get', 'index'], HEAVY_INDEX];
  const text: ExpressionSpecification =
    units === 'us' ? ['concat', ['to-string', feet], ' ft'] : ['concat', ['to-string', meters], ' m'];
  return {
    lines: among(['>=', ['get', 'index'], CONTOUR_LINE_INDEX_MIN]),
    labels: among(['==', ['get', 'index'], CONTOUR_LABEL_INDEX]),
    width: ({ heavy, light }: Widths): ExpressionSpecification => ['case', isHeavy, heavy, light],
    text,
  };
}

type Widths = { heavy: number; light: number };
const CASING_WIDTHS: Widths = { heavy: 3.6, light: 2.4 };
const WIDTHS_ON_IMAGERY: Widths = { heavy: 1.5, light: 1 };
const WIDTHS: Widths = { heavy: 1.5, light: 0.7 };

/** Until the returned function is called. In place: the tiles have all that anybody may choose. */
export function followContourChoice(map: MapLibreMap): () => void {
  return usePreferences.subscribe((choice, before) => {
    if (choice.contourFeet === before.contourFeet && choice.units === before.units) return;
    // A removed map, and one whose first style is on its way, have none.
    if (!map.style || !map.getLayer('contour-lines')) return;
    const isOnImagery = map.getLayer('contour-casing') !== undefined;
    const { lines, labels, width, text } = chosen(choice, useMapStore.getState().layers);
    const setLines = (id: string, widths: Widths) => {
      map.setFilter(id, lines);
      map.setPaintProperty(id, 'line-width', width(widths));
    };
    setLines('contour-lines', isOnImagery ? WIDTHS_ON_IMAGERY : WIDTHS);
    if (isOnImagery) setLines('contour-casing', CASING_WIDTHS);
    map.setFilter('contour-labels', labels);
    map.setLayoutProperty('contour-labels', 'text-field', text);
  });
}

type Contours = { id: string; source: SourceSpecification };

export function drawContours({ id, source }: Contours, { colors, font }: Look): Overlay {
  const color = COLORS[colors.ground];
  const isOnImagery = colors.ground === 'imagery';
  const {
    lines: among,
    labels: labeled,
    width,
    text,
  } = chosen(usePreferences.getState(), useMapStore.getState().layers);
  const shape = {
    type: 'line',
    source: id,
    'source-layer': CONTOUR_TILE_LAYER,
    minzoom: CONTOUR_LINE_ZOOM_MIN,
    filter: among,
    layout: { 'line-join': 'round' },
  } satisfies Partial<LineLayerSpecification>;
  /** Sets the lines off from imagery. */
  const casing: LineLayerSpecification = {
    ...shape,
    id: 'contour-casing',
    paint: {
      'line-color': CASING_COLOR,
      'line-width': width(CASING_WIDTHS),
      'line-opacity': 0.55,
      'line-blur': 0.6,
    },
  };
  const lines: LineLayerSpecification = {
    ...shape,
    id: 'contour-lines',
    paint: {
      'line-color': color,
      'line-width': width(isOnImagery ? WIDTHS_ON_IMAGERY : WIDTHS),
      'line-opacity': isOnImagery ? 1 : 0.75,
    },
  };
  const labels: SymbolLayerSpecification = {
    id: 'contour-labels',
    type: 'symbol',
    source: id,
    'source-layer': CONTOUR_TILE_LAYER,
    minzoom: CONTOUR_LABEL_ZOOM_MIN,
    filter: labeled,
    layout: {
      'symbol-placement': 'line',
      'text-field': text,
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
