// Sizes on the ground for people: the area within a path, and lengths and areas in words.
import { SQUARE_METERS_PER_ACRE } from '../geo/area.ts';
import type { Position } from '../geo/geometry.ts';
import { isSimpleRing } from '../geo/is-simple-ring.ts';
import { METERS_PER_FOOT } from '../geo/local-plane.ts';
import { ringSize } from './geodesic.ts';

/** A ring that crosses itself has no defined area (programs disagree), so none is given. */
export type AreaResult =
  | { status: 'none' }
  | { status: 'crossing' }
  | { status: 'found'; squareMeters: number; perimeterMeters: number };

/** The check compares all pairs of sides, and would stall the page on longer rings: their area is given unchecked. */
const CHECKED_POINTS_MAX = 2000;

/** Takes an open or a closed ring, without consecutive duplicates. */
export function areaWithin(path: readonly Position[]): AreaResult {
  const [first, last] = [path[0], path.at(-1)];
  const isClosed = path.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  const ring = isClosed ? path.slice(0, -1) : path;
  if (ring.length < 3) return { status: 'none' };
  const isSimple = ring.length > CHECKED_POINTS_MAX || isSimpleRing(ring.flat());
  return isSimple ? { status: 'found', ...ringSize(ring) } : { status: 'crossing' };
}

/** Headline first. */
export function areaLines(area: AreaResult): string[] {
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
