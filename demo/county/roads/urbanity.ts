// How urban a point is: above 0 in the suburbs, below 0 in the country.

import { HAMLETS, TOWNS } from '../plan.ts';
import { distance, type Point } from '../plane/point.ts';
import { fractalNoise } from '../terrain/noise.ts';

export type Urbanity = (point: Point) => number;

/** Meters from the shore within which suburbs grow. */
const SHORE_REACH = 1700;

export function urbanityOf({
  seed,
  shoreDistance,
}: {
  seed: number;
  shoreDistance: (point: Point) => number;
}): Urbanity {
  const noise = fractalNoise(seed + 77, 3);
  return (point) => {
    const rough = 0.3 * noise(point.x / 2600, point.y / 2600);
    const fromTowns = Math.max(
      ...TOWNS.map(({ at, suburbRadius }) => 1 - distance(point, at) / suburbRadius),
    );
    const fromHamlets = Math.max(...HAMLETS.map(({ at }) => 0.75 * (1 - distance(point, at) / 480)));
    const toSeat = distance(point, TOWNS[0]!.at);
    const fromShore = 0.6 - shoreDistance(point) / SHORE_REACH - Math.max(0, toSeat - 5600) / 5200;
    return Math.max(fromTowns + rough, fromHamlets, fromShore + rough);
  };
}
