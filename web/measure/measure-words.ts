// Lengths, areas and bearings as an American surveyor reads them.
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';

/** The international foot, which the survey foot has given way to since 2023. */
const METERS_PER_FOOT = 0.3048;
const FEET_PER_MILE = 5280;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Whole feet below a mile, miles from there on. */
export function distanceInWords(meters: number): string {
  const feet = meters / METERS_PER_FOOT;
  return Math.round(feet) < FEET_PER_MILE
    ? `${whole.format(feet)} ft`
    : `${hundredths.format(feet / FEET_PER_MILE)} mi`;
}

export function squareFeetInWords(squareMeters: number): string {
  return `${whole.format(squareMeters / METERS_PER_FOOT ** 2)} sq ft`;
}

export function acresInWords(squareMeters: number): string {
  return `${hundredths.format(squareMeters / SQUARE_METERS_PER_ACRE)} acres`;
}

/** From north or south toward east or west, in degrees and minutes: N 45°30′ E. Its spaces do not break. */
export function bearingInWords(azimuthDegrees: number): string {
  const minutesAround = Math.round(azimuthDegrees * 60) % (360 * 60);
  const quarter = 90 * 60;
  const northward = minutesAround <= quarter || minutesAround >= 3 * quarter;
  const eastward = minutesAround <= 2 * quarter;
  const fromNorth = eastward ? minutesAround : 4 * quarter - minutesAround;
  const minutes = northward ? fromNorth : 2 * quarter - fromNorth;
  const degrees = Math.floor(minutes / 60);
  const rest = String(minutes % 60).padStart(2, '0');
  return [northward ? 'N' : 'S', `${degrees}°${rest}′`, eastward ? 'E' : 'W'].join('\u00a0');
}
