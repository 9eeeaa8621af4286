// The figures of a parcel's shape: its sides with their lengths and bearings, its perimeter and area. On the ellipsoid.
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import type { AreaGeometry, Position } from '../../geo/geometry.ts';
import { type ParcelRing, type ParcelSide, sidesOf } from '../../geo/parcel-sides.ts';
import { lengthMeters, ringSize, segmentBetween } from '../geodesic.ts';

export type MeasuredSide = ParcelSide & {
  /** Along the side, also where it is curved. */
  meters: number;
  /** Straight from its first corner to its last: where a side is curved, they are those of its chord. */
  chordMeters: number;
  azimuthDegrees: number;
};

export type MeasuredRing = Omit<ParcelRing, 'sides'> & { title: string; sides: MeasuredSide[] };

export type ParcelFigures = {
  rings: MeasuredRing[];
  /** Around all parts and holes, as a fence would go. */
  perimeterMeters: number;
  squareMeters: number;
};

/** Several parts of the panel show them. */
const known = new WeakMap<AreaGeometry, ParcelFigures>();

export function figuresOf(geometry: AreaGeometry): ParcelFigures {
  const figures = known.get(geometry) ?? measure(geometry);
  known.set(geometry, figures);
  return figures;
}

function measure(geometry: AreaGeometry): ParcelFigures {
  const rings = sidesOf(geometry);
  const isMulti = rings.some(({ part }) => part > 0);
  let squareMeters = 0;
  let perimeterMeters = 0;
  const measured = rings.map((ring) => {
    const size = ringSize(outlineOf(ring));
    squareMeters += ring.hole === undefined ? size.squareMeters : -size.squareMeters;
    perimeterMeters += size.perimeterMeters;
    return { ...ring, title: titleOf(ring, isMulti), sides: ring.sides.map(measuredSide) };
  });
  return { rings: measured, perimeterMeters, squareMeters: Math.max(0, squareMeters) };
}

/** All points of a ring, once each, from its first corner. */
export function outlineOf({ sides }: Pick<ParcelRing, 'sides'>): Position[] {
  return sides.flatMap(({ points }) => points.slice(0, -1));
}

function measuredSide(side: ParcelSide): MeasuredSide {
  const { meters: chordMeters, azimuthDegrees } = segmentBetween(side.points[0]!, side.points.at(-1)!);
  // Points beside a straight side are noise, which would only make it longer.
  const meters = side.isCurved ? lengthMeters(side.points) : chordMeters;
  return { ...side, meters, chordMeters, azimuthDegrees };
}

function titleOf({ part, hole }: ParcelRing, isMulti: boolean): string {
  const parts = [...(isMulti ? [`Part ${part + 1}`] : []), ...(hole === undefined ? [] : [`Hole ${hole}`])];
  return parts.join(', ') || 'Outline';
}

/** Below this the difference is no more than what different programs make of one shape, and of rounded acres. */
const DIFFERENCE_MIN = 0.05;

/** How the area of the shape differs from the tax acres, in words. Undefined where it hardly does, or there are none. */
export function acresDifference(squareMeters: number, taxAcres: number | null): string | undefined {
  if (!taxAcres || taxAcres < 0) return undefined;
  const share = squareMeters / SQUARE_METERS_PER_ACRE / taxAcres - 1;
  if (Math.abs(share) <= DIFFERENCE_MIN) return undefined;
  const percent = Math.round(Math.abs(share) * 100).toLocaleString('en-US');
  return `${percent}% ${share > 0 ? 'more' : 'less'} than the tax acres`;
}
