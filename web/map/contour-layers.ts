// Contour lines and their heights in feet: hidden until the contour tool is switched on.
import type {
  ExpressionSpecification,
  LineLayerSpecification,
  Map as MapLibreMap,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import {
  CONTOUR_LABEL_INDEX,
  CONTOUR_LABEL_ZOOM_MIN,
  CONTOUR_LINE_INDEX_MIN,
  CONTOUR_LINE_ZOOM_MIN,
  FEET_PER_METER,
} from '../../contract/limits.ts';
import { useMapStore } from '../map-store.ts';
import type { LayerColors } from './basemaps.ts';
import { type Overlay, showLayer, visibility } from './layers-on-map.ts';
import type { MapsProvider } from './maps-provider.ts';

const CONTOUR_SOURCE = 'contours';
const CONTOUR_TILE_LAYER = 'contour';
/** Lines with this index are drawn heavier, to make counting easier: every fifth line of this server's own tiles. */
const HEAVY_INDEX = 10;

type Casing = LineLayerSpecification & { id: 'contour-casing' };
type Lines = LineLayerSpecification & { id: 'contour-lines' };
type Labels = SymbolLayerSpecification & { id: 'contour-labels' };

export function contourLines({ colors, isShown }: { colors: LayerColors; isShown: boolean }): Lines {
  return {
    ...contourShape(isShown),
    id: 'contour-lines',
    paint: {
      'line-color': colors.contour,
      'line-width': lineWidth({ heavy: 1.5, light: colors.contourCasing === undefined ? 0.7 : 1 }),
      'line-opacity': colors.contourCasing === undefined ? 0.75 : 1,
    },
  };
}

const lineWidth = ({ heavy, light }: { heavy: number; light: number }): ExpressionSpecification => [
  'case',
  ['==', ['get', 'index'], HEAVY_INDEX],
  heavy,
  light,
];

/** Part of the lines: what sets them off from imagery. */
export function contourCasing({ isShown, color }: { isShown: boolean; color: string }): Casing {
  return {
    ...contourShape(isShown),
    id: 'contour-casing',
    paint: {
      'line-color': color,
      'line-width': lineWidth({ heavy: 3.6, light: 2.4 }),
      'line-opacity': 0.55,
      'line-blur': 0.6,
    },
  };
}

function contourShape(isShown: boolean) {
  return {
    type: 'line',
    source: CONTOUR_SOURCE,
    'source-layer': CONTOUR_TILE_LAYER,
    minzoom: CONTOUR_LINE_ZOOM_MIN,
    filter: ['>=', ['get', 'index'], CONTOUR_LINE_INDEX_MIN],
    layout: { visibility: visibility(isShown), 'line-join': 'round' },
  } satisfies Partial<LineLayerSpecification>;
}

const feet: ExpressionSpecification = ['round', ['*', ['get', 'ele'], FEET_PER_METER]];

type LabelLook = { colors: LayerColors; font: string[]; isShown: boolean };

export function contourLabels({ colors, font, isShown }: LabelLook): Labels {
  return {
    id: 'contour-labels',
    type: 'symbol',
    source: CONTOUR_SOURCE,
    'source-layer': CONTOUR_TILE_LAYER,
    minzoom: CONTOUR_LABEL_ZOOM_MIN,
    filter: ['==', ['get', 'index'], CONTOUR_LABEL_INDEX],
    layout: {
      visibility: visibility(isShown),
      'symbol-placement': 'line',
      'text-field': ['concat', ['to-string', feet], ' ft'],
      'text-font': font,
      'text-size': 10,
      'text-padding': 8,
      // Round heights first, which belong to the heavy lines.
      'symbol-sort-key': ['case', ['==', ['%', feet, 100], 0], 0, 1],
    },
    paint: {
      'text-color': colors.contour,
      'text-halo-color': colors.halo,
      'text-halo-width': colors.haloPx,
    },
  };
}

type ContourLook = { contours: MapsProvider['contours']; colors: LayerColors; font: string[] };

/** Shown or hidden as at that moment. */
export function contourOverlay({ contours, colors, font }: ContourLook): Overlay {
  const { showsContours: isShown } = useMapStore.getState();
  const { contourCasing: color } = colors;
  return {
    sources: { [CONTOUR_SOURCE]: contours },
    layers: [
      ...(color === undefined ? [] : [contourCasing({ color, isShown })]),
      contourLines({ colors, isShown }),
      contourLabels({ colors, font, isShown }),
    ],
  };
}

/** Shows and hides them, until the returned function is called. */
export function followContours(map: MapLibreMap): () => void {
  return useMapStore.subscribe(({ showsContours: isShown }, previous) => {
    if (isShown === previous.showsContours) return;
    showLayer(map, { id: 'contour-casing', isShown });
    showLayer(map, { id: 'contour-lines', isShown });
    showLayer(map, { id: 'contour-labels', isShown });
  });
}
