// Contour lines of the county: every 20 feet, in layer `contour` with `ele` in meters and `index`.
//
// Styles draw the lines whose index is 6 or more and write heights along those whose index is 5. So every line is here
// with index 6, every fifth with index 10 (to be drawn heavier) and once more with index 5, to carry its height.
import type { County } from '../../demo/county/county.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { ElevationGrid } from '../../geo/elevation-grid.ts';
import type { Position } from '../../geo/geometry.ts';
import { keptStretches } from '../kept-stretches.ts';
import { smoothLine } from '../smooth-line.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import { type GridLine, traceContours } from './trace-contours.ts';

const FEET_PER_METER = 3.28084;
const STEP_FEET = 20;
const HEAVY_EVERY_FEET = 100;

const LINE_INDEX = 6;
const HEAVY_INDEX = 10;
const LABEL_INDEX = 5;

const FIRST_ZOOM = 10;
export const CONTOUR_ZOOM_MAX = 14;
/** Below, only every fifth line is drawn. */
const ALL_LINES_ZOOM = 12;

/** Points of a line before smoothing: what is shorter is a bump in the ground, not a hill. */
const POINTS_MIN = 10;

export function contourFeatures({
  elevation,
  boundaries,
}: Pick<County, 'elevation' | 'boundaries'>): ZoomedFeature[] {
  const outline = boundaries.find(({ kind }) => kind === 'county')!.geometry;
  const isInside = ([lng, lat]: Position) => areaContains(outline, { lng, lat });
  const feet = contourFeet(elevation);
  const lines = traceContours(
    elevation,
    feet.map((height) => height / FEET_PER_METER),
  );
  return feet.flatMap((height, i) => {
    const positions = lines[i]!.filter((line) => line.length >= POINTS_MIN)
      .map((line) => smoothLine(line.map((point) => positionOf(elevation, point))))
      .flatMap((line) => keptStretches(line, isInside));
    return positions.flatMap((line) => featuresOf(line, height));
  });
}

function contourFeet({ meters }: ElevationGrid): number[] {
  const lowest = meters.reduce((least, height) => Math.min(least, height)) * FEET_PER_METER;
  const highest = meters.reduce((most, height) => Math.max(most, height)) * FEET_PER_METER;
  const first = Math.ceil(lowest / STEP_FEET);
  const count = Math.max(0, Math.floor(highest / STEP_FEET) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * STEP_FEET);
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
