// The result of a measurement: its numbers, the point under the pointer included, and the lines of the result label.
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import type { Position } from '../../geo/geometry.ts';
import { isSimpleRing } from '../../geo/is-simple-ring.ts';
import { lengthMeters, ringSize, type Segment, segmentBetween } from './geodesic.ts';
import { type Measurement, pathOf } from './measurement.ts';

export type MeasureResult = {
  /** The last side, placed or still following the pointer. */
  segment: Segment | undefined;
  lengthMeters: number;
  area: AreaResult;
};

/** A ring that crosses itself has no defined area (programs disagree), so none is given. */
export type AreaResult =
  | { status: 'none' }
  | { status: 'crossing' }
  | { status: 'found'; squareMeters: number; perimeterMeters: number };

export function resultOf(measurement: Measurement): MeasureResult {
  const path = pathOf(measurement);
  const [before, last] = path.slice(-2);
  return {
    segment: before && last ? segmentBetween(before, last) : undefined,
    lengthMeters: lengthMeters(path),
    area: measurement.mode === 'area' ? areaWithin(path) : { status: 'none' },
  };
}

function areaWithin(path: readonly Position[]): AreaResult {
  const [first, last] = [path[0], path.at(-1)];
  const isClosed = path.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  const ring = isClosed ? path.slice(0, -1) : path;
  if (ring.length < 3) return { status: 'none' };
  return isSimpleRing(ring.flat()) ? { status: 'found', ...ringSize(ring) } : { status: 'crossing' };
}

/** The result label, headline first: the numbers, or what to do next. */
export function resultLines(
  measurement: Measurement,
  { segment, lengthMeters, area }: MeasureResult,
): string[] {
  if (measurement.mode === 'none') return ['Choose what to measure'];
  if (measurement.points.length === 0) return ['Click on the map to begin'];
  const lines = measurement.mode === 'distance' ? [formatDistance(lengthMeters)] : areaLines(area);
  if (!segment || measurement.isFinished) return lines;
  const { meters, azimuthDegrees } = segment;
  return [...lines, `Segment ${formatDistance(meters)}, ${formatBearing(azimuthDegrees)}`];
}

function areaLines(area: AreaResult): string[] {
  switch (area.status) {
    case 'none':
      return ['Three points make an area'];
    case 'crossing':
      return ['The lines cross: no area'];
    case 'found':
      return [
        formatAcres(area.squareMeters),
        formatSquareFeet(area.squareMeters),
        `Perimeter ${formatDistance(area.perimeterMeters)}`,
      ];
  }
}

/** The international foot. The US survey foot was retired at the end of 2022. */
const METERS_PER_FOOT = 0.3048;
const FEET_PER_MILE = 5280;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Whole feet below a mile, miles from there on. */
export function formatDistance(meters: number): string {
  const feet = meters / METERS_PER_FOOT;
  return Math.round(feet) < FEET_PER_MILE
    ? `${whole.format(feet)} ft`
    : `${hundredths.format(feet / FEET_PER_MILE)} mi`;
}

export function formatSquareFeet(squareMeters: number): string {
  return `${whole.format(squareMeters / METERS_PER_FOOT ** 2)} sq ft`;
}

export function formatAcres(squareMeters: number): string {
  return `${hundredths.format(squareMeters / SQUARE_METERS_PER_ACRE)} acres`;
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
