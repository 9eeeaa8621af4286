// Boundaries: townships (Voronoi cells), town limits, and the post office that serves a point.

import { COUNTY_NAME, COUNTY_OUTLINE, HAMLETS, TOWNS, TOWNSHIP_NAMES, TOWNSHIP_SEATS } from '../plan.ts';
import { intersect, union } from '../plane/clip.ts';
import { add, distance, left, minus, type Point, snap, unit } from '../plane/point.ts';
import { ringArea, ringCenter, type Shape } from '../plane/ring.ts';
import type { GroundBetween } from '../roads/street-network.ts';

export function townshipAt(point: Point): string {
  let best = 0;
  TOWNSHIP_SEATS.forEach((seat, i) => {
    if (distance(seat, point) < distance(TOWNSHIP_SEATS[best]!, point)) best = i;
  });
  return TOWNSHIP_NAMES[best]!;
}

/** Voronoi cells: the county clipped by one half-plane for every other seat. */
function townshipShapes(): { name: string; shapes: Shape[] }[] {
  return TOWNSHIP_SEATS.map((seat, i) => {
    let shapes: Shape[] = [[COUNTY_OUTLINE]];
    TOWNSHIP_SEATS.forEach((other, j) => {
      if (i === j) return;
      const middle = { x: (seat.x + other.x) / 2, y: (seat.y + other.y) / 2 };
      const away = unit(minus(other, seat));
      const along = left(away);
      const far = 60_000;
      const near = add(middle, along, -far);
      const half = [
        near,
        add(middle, along, far),
        add(add(middle, along, far), away, -far),
        add(near, away, -far),
      ];
      shapes = intersect(shapes.flat(), [ringArea(half) > 0 ? half : half.reverse()]);
    });
    return { name: TOWNSHIP_NAMES[i]!, shapes: shapes.map((shape) => shape.map((ring) => ring.map(snap))) };
  });
}

/** The nearest place, with distances weighted so that larger places serve a wider area. */
export function postPlaceAt(point: Point): string {
  let best = { name: TOWNS[0]!.name, nearness: Number.POSITIVE_INFINITY };
  for (const { name, at, rank } of TOWNS) {
    const nearness = distance(at, point) / [1.7, 1.3, 1.05][rank]!;
    if (nearness < best.nearness) best = { name, nearness };
  }
  for (const { name, at } of HAMLETS) {
    const nearness = distance(at, point) / 0.62;
    if (nearness < best.nearness) best = { name, nearness };
  }
  return best.name;
}

/** Town limits run along the middle of streets: the ground between streets lies in a town as a whole or not at all. */
function townOf({ ring }: GroundBetween): string | undefined {
  const center = ringCenter(ring);
  return TOWNS.find(({ at, suburbRadius }) => distance(at, center) < suburbRadius * 0.66)?.name;
}

const SMALLEST_EXCLAVE_SQUARE_METERS = 40_000;

export type CountyBoundaries = {
  areas: { kind: 'county' | 'town' | 'township'; name: string; shapes: Shape[] }[];
  townOfGround: (string | undefined)[];
};

export function drawBoundaries(grounds: readonly GroundBetween[]): CountyBoundaries {
  const townOfGround = grounds.map(townOf);
  const towns = TOWNS.map(({ name }) => {
    const shapes = union(grounds.filter((_, i) => townOfGround[i] === name).map(({ ring }) => ring))
      .filter((shape) => ringArea(shape[0]!) > SMALLEST_EXCLAVE_SQUARE_METERS)
      .map((shape) => shape.map((ring) => ring.map(snap)));
    return { kind: 'town' as const, name, shapes };
  });
  const townships = townshipShapes().map((township) => ({ kind: 'township' as const, ...township }));
  return {
    areas: [
      { kind: 'county', name: COUNTY_NAME, shapes: [[COUNTY_OUTLINE.map(snap)]] },
      ...towns,
      ...townships,
    ],
    townOfGround,
  };
}
