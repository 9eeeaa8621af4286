// The result of a measurement: its numbers, the point under the pointer included, and the lines of the result label.
import { formatBearing } from '../bearing.ts';
import { lengthMeters, type Segment, segmentBetween } from '../geodesic.ts';
import { type AreaResult, areaLines, areaWithin, formatDistance } from '../land-size.ts';
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

type ShownResult = { measurement: Measurement; result: MeasureResult; press: PressWord };

/** The result label, headline first: the numbers, or what to do next. */
export function resultLines({ measurement, result, press }: ShownResult): string[] {
  const { segment, lengthMeters, area } = result;
  if (measurement.mode === 'none') return ['Choose what to measure'];
  if (measurement.points.length === 0) return [`${capitalized(press)} on the map to begin`];
  const lines = measurement.mode === 'distance' ? [formatDistance(lengthMeters)] : areaLines(area);
  if (!segment || measurement.isFinished) return lines;
  const { meters, azimuthDegrees } = segment;
  return [...lines, `Segment ${formatDistance(meters)}, ${formatBearing(azimuthDegrees)}`];
}
