// The numbers of a measurement as it stands, the point under the pointer included.
import type { Position } from '../../geo/geometry.ts';
import { isSimpleRing } from '../../geo/is-simple-ring.ts';
import { lengthMeters, ringSize, type Segment, segmentBetween } from './geodesic.ts';
import { type Measurement, pathOf } from './measurement.ts';

export type Measured = {
  /** The side that was placed last or is being placed. */
  segment: Segment | undefined;
  lengthMeters: number;
  area: AreaFound;
};

/** Sides that cross enclose no single area: what one program adds another takes away, so none is given. */
export type AreaFound =
  | { status: 'none' }
  | { status: 'crossing' }
  | { status: 'found'; squareMeters: number; perimeterMeters: number };

export function measured(measurement: Measurement): Measured {
  const path = pathOf(measurement);
  const [before, last] = path.slice(-2);
  return {
    segment: before && last ? segmentBetween(before, last) : undefined,
    lengthMeters: lengthMeters(path),
    area: measurement.mode === 'area' ? areaWithin(path) : { status: 'none' },
  };
}

function areaWithin(path: readonly Position[]): AreaFound {
  const [first, last] = [path[0], path.at(-1)];
  const closes = path.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  const ring = closes ? path.slice(0, -1) : path;
  if (ring.length < 3) return { status: 'none' };
  return isSimpleRing(ring.flat()) ? { status: 'found', ...ringSize(ring) } : { status: 'crossing' };
}
