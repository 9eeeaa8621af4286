// The result of a measurement: its numbers, the point under the pointer included, and the lines of the result label.
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

/** A surveyor's quadrant bearing, such as N 45°30′ E, with non-breaking spaces. */
export function formatBearing(azimuthDegrees: number): string {
  const minutesAround = Math.round(azimuthDegrees * 60) % (360 * 60);
  const quarter = 90 * 60;
  const isNorth = minutesAround <= quarter || minutesAround >= 3 * quarter;
  const isEast = minutesAround <= 2 * quarter;
  const fromNorth = isEast ? minutesAround : 4 * quarter - minutesAround;
  const minutes = isNorth ? fromNorth : 2 * quarter - fromNorth;
  const degrees = Math.floor(minutes / 60);
  const rest = String(minutes % 60).padStart(2, '0');
  return [isNorth ? 'N' : 'S', `${degrees}°${rest}′`, isEast ? 'E' : 'W'].join('\u00a0');
}
