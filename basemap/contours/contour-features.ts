// Contour lines of an elevation grid: every 20 feet, in layer `contour` with `ele` in meters and `index`.
//
// Styles draw lines of index 6 and more, and write heights along lines of index 5. So a line has index 6, and every fifth
// index 10, to be drawn heavier. Each comes a second time with index 5, for its label: the heavy ones from zoom 12, the
// others from zoom 15, where several lines of one hillside are on the screen, but often only one heavy line.
import { CONTOUR_STEP_FEET } from '../../contract/limits.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { ElevationGrid } from '../../geo/elevation-grid.ts';
import type { AreaGeometry, Position } from '../../geo/geometry.ts';
import { smoothLine, splitLine } from '../polyline.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import { type GridLine, traceContours } from './trace-contours.ts';

const FEET_PER_METER = 3.28084;
const HEAVY_EVERY_FEET = 100;

const LINE_INDEX = 6;
const HEAVY_INDEX = 10;
const LABEL_INDEX = 5;

const FIRST_ZOOM = 10;
/** Three zooms before the map's last: rounding to this zoom's tile units is a pixel there. */
export const CONTOUR_ZOOM_MAX = 16;
/** Below this zoom only every fifth line is drawn. */
const ALL_LINES_ZOOM = 12;
/** Below this zoom only every fifth line has a label. */
const ALL_LABELS_ZOOM = 15;
/**
 * In cells of the grid, which are 25 m wide in the demo county: 200 pixels at the map's last zoom. Points as the cells'
 * edges give them lie close together here and there, and cutting corners leaves a corner between short edges sharp.
 */
const SPACING_CELLS = 0.75;
const SMOOTHING_ROUNDS = 3;

/** Lines with fewer points, counted before smoothing, are bumps in the ground, not hills. */
const POINTS_MIN = 10;

/** Only the parts of the lines that lie inside `outline`. */
export function contourFeatures(elevation: ElevationGrid, outline: AreaGeometry): ZoomedFeature[] {
  const isInside = ([lng, lat]: Position) => areaContains(outline, { lng, lat });
  const feet = contourFeet(elevation);
  const lines = traceContours(
    elevation,
    feet.map((height) => height / FEET_PER_METER),
  );
  return feet.flatMap((height, i) => {
    const stretches = lines[i]!.filter((line) => line.length >= POINTS_MIN)
      .map((line) => respaced(line, SPACING_CELLS).map((point) => positionOf(elevation, point)))
      .flatMap((line) => splitLine(line, isInside));
    return stretches.flatMap((line) => featuresOf(smoothLine(line, SMOOTHING_ROUNDS), height));
  });
}

function contourFeet({ meters }: ElevationGrid): number[] {
  const lowest = meters.reduce((least, height) => Math.min(least, height)) * FEET_PER_METER;
  const highest = meters.reduce((most, height) => Math.max(most, height)) * FEET_PER_METER;
  const first = Math.ceil(lowest / CONTOUR_STEP_FEET);
  const count = Math.max(0, Math.floor(highest / CONTOUR_STEP_FEET) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * CONTOUR_STEP_FEET);
}

/** The same way with points at equal distances; the ends stay. */
function respaced(line: GridLine, spacing: number): GridLine {
  const lengthOf = (i: number) =>
    Math.hypot(line[i]!.column - line[i - 1]!.column, line[i]!.row - line[i - 1]!.row);
  const along = [0];
  for (let i = 1; i < line.length; i++) along.push(along[i - 1]! + lengthOf(i));
  const length = along.at(-1)!;
  const count = Math.max(3, Math.round(length / spacing));
  let edge = 1;
  const between = Array.from({ length: count - 1 }, (_, i) => {
    const at = ((i + 1) * length) / count;
    while (along[edge]! < at) edge++;
    const from = line[edge - 1]!;
    const to = line[edge]!;
    const share = (at - along[edge - 1]!) / (along[edge]! - along[edge - 1]!);
    return {
      column: from.column + (to.column - from.column) * share,
      row: from.row + (to.row - from.row) * share,
    };
  });
  return [line[0]!, ...between, line.at(-1)!];
}

function positionOf({ bounds, columns, rows }: ElevationGrid, { column, row }: GridLine[number]): Position {
  return [
    bounds.west + ((bounds.east - bounds.west) * column) / (columns - 1),
    bounds.north - ((bounds.north - bounds.south) * row) / (rows - 1),
  ];
}

function featuresOf(coordinates: readonly Position[], feet: number): ZoomedFeature[] {
  const ele = feet / FEET_PER_METER;
  const feature = { layer: 'contour', geometry: { type: 'LineString', coordinates } as const };
  const isHeavy = feet % HEAVY_EVERY_FEET === 0;
  return [
    {
      ...feature,
      minZoom: isHeavy ? FIRST_ZOOM : ALL_LINES_ZOOM,
      properties: { ele, index: isHeavy ? HEAVY_INDEX : LINE_INDEX },
    },
    {
      ...feature,
      minZoom: isHeavy ? ALL_LINES_ZOOM : ALL_LABELS_ZOOM,
      properties: { ele, index: LABEL_INDEX },
    },
  ];
}
