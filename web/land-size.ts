// The area within a path, and how it is said.
import type { Position } from '../geo/geometry.ts';
import { isSimpleRing } from '../geo/is-simple-ring.ts';
import { ringSize } from './geodesic.ts';
import type { Sizes } from './sizes.ts';

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
export function areaLines(area: AreaResult, sizes: Sizes): string[] {
  switch (area.status) {
    case 'none':
      return ['Three points make an area'];
    case 'crossing':
      return ['The lines cross: no area'];
    case 'found':
      return [...areaInBoth(area.squareMeters, sizes), `Perimeter ${sizes.length(area.perimeterMeters)}`];
  }
}

/** In the large unit and in the small one, which may be the same. */
export const areaInBoth = (squareMeters: number, { area, smallArea }: Sizes): string[] => [
  ...new Set([area(squareMeters), smallArea(squareMeters)]),
];
