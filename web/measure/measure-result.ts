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

type ShownResult = { measurement: Measurement; result: MeasureResult; press: PressWord; sizes: Sizes };

/** The result label, headline first: the numbers, or what to do next. */
export function resultLines({ measurement, result, press, sizes }: ShownResult): string[] {
  const { segment, lengthMeters, area } = result;
  if (measurement.mode === 'none') return ['Choose what to measure'];
  if (measurement.points.length === 0) return [`${capitalized(press)} on the map to begin`];
  const lines = measurement.mode === 'distance' ? [sizes.length(lengthMeters)] : areaLines(area, sizes);
  if (!segment || measurement.isFinished) return lines;
  const { meters, azimuthDegrees } = segment;
  return [...lines, `Segment ${sizes.length(meters)}, ${formatBearing(azimuthDegrees)}`];
}
