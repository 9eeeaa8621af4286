// Contour lines of an elevation grid: every 20 feet, in layer `contour` with `ele` in meters and `index`.
//
// Styles draw lines of index 6 and more, and write heights along lines of index 5. So a line has index 6; every fifth
// has index 10, to be drawn heavier, and comes a second time with index 5, for its label.
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
export const CONTOUR_ZOOM_MAX = 14;
/** Below this zoom only every fifth line is drawn. */
const ALL_LINES_ZOOM = 12;

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
    const positions = lines[i]!.filter((line) => line.length >= POINTS_MIN)
      .map((line) => smoothLine(line.map((point) => positionOf(elevation, point))))
      .flatMap((line) => splitLine(line, isInside));
    return positions.flatMap((line) => featuresOf(line, height));
  });
}

function contourFeet({ meters }: ElevationGrid): number[] {
  const lowest = meters.reduce((least, height) => Math.min(least, height)) * FEET_PER_METER;
  const highest = meters.reduce((most, height) => Math.max(most, height)) * FEET_PER_METER;
  const first = Math.ceil(lowest / CONTOUR_STEP_FEET);
  const count = Math.max(0, Math.floor(highest / CONTOUR_STEP_FEET) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * CONTOUR_STEP_FEET);
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
  if (feet % HEAVY_EVERY_FEET !== 0) {
    return [{ ...feature, minZoom: ALL_LINES_ZOOM, properties: { ele, index: LINE_INDEX } }];
  }
  return [
    { ...feature, minZoom: FIRST_ZOOM, properties: { ele, index: HEAVY_INDEX } },
    { ...feature, minZoom: ALL_LINES_ZOOM, properties: { ele, index: LABEL_INDEX } },
  ];
}
