// The result of a measurement: its numbers, the point under the pointer included, and the lines of the result label.
import { formatBearing } from '../bearing.ts';
import { lengthMeters, type Segment, segmentBetween } from '../geodesic.ts';
import { type AreaResult, areaLines, areaWithin } from '../land-size.ts';
import type { Sizes } from '../sizes.ts';
import { capitalized, type PressWord } from '../ui/press-word.ts';
import { type Measurement, pathOf } from './measurement.ts';

export type MeasureResult = {
  /** The last side, placed or still following the pointer. */
  segment: Segment | undefined;
  lengthMeters: number;
  area: AreaResult;
};

export function resultOf(measurement: Measurement): MeasureResult {
  const path = pathOf(measurement);
  const [before, last] = path.slice(-2);
  return {
    segment: before && last ? segmentBetween(before, last) : undefined,
    lengthMeters: lengthMeters(path),
    area: measurement.mode === 'area' ? areaWithin(path) : { status: 'none' },
  };
}

type ShownResult = {
  measurement: Measurement;
  result: MeasureResult;
  /** How a point is placed: with the pointer, or with the crosshair. */
  press: PressWord | 'Enter';
  sizes: Sizes;
};

/** The result label, headline first: the numbers, or what to do next. */
export function resultLines({ measurement, result, press, sizes }: ShownResult): string[] {
  const { segment, lengthMeters, area } = result;
  if (measurement.mode === 'none') return ['Choose what to measure'];
  if (measurement.points.length === 0) {
    return [press === 'Enter' ? 'Press Enter to begin' : `${capitalized(press)} on the map to begin`];
  }
  const lines = measurement.mode === 'distance' ? [sizes.length(lengthMeters)] : areaLines(area, sizes);
  if (!segment || measurement.isFinished) return lines;
  const { meters, azimuthDegrees } = segment;
  return [...lines, `Segment ${sizes.length(meters)}, ${formatBearing(azimuthDegrees)}`];
}

/** For screen readers: each placed point, the result at the end, and not every number on the way. */
export function spokenResult(shown: ShownResult): string {
  const { measurement, sizes } = shown;
  if (measurement.mode === 'none' || measurement.isFinished || measurement.points.length === 0)
    return resultLines(shown).join(', ');
  const placed = { ...measurement, cursor: undefined };
  const { lengthMeters: meters, area } = resultOf(placed);
  const count = `Point ${measurement.points.length}`;
  if (measurement.mode === 'distance') return meters > 0 ? `${count}, ${sizes.length(meters)}` : count;
  return area.status === 'none' ? count : `${count}, ${areaLines(area, sizes)[0]}`;
}
