// The motorway with its two carriageways, and four ramps at each interchange.
import { INTERCHANGES, MOTORWAY } from '../plan.ts';
import { add, left, type Point } from '../plane/point.ts';
import {
  chaikinLine,
  lineLength,
  offsetLine,
  pointAlong,
  projectOnto,
  resample,
  sliceLine,
  smoothLine,
} from '../plane/polyline.ts';
import type { Street } from './street.ts';

export type Interchange = {
  at: Point /** Where the crossing road leaves the ramps behind. */;
  east: Point;
  west: Point;
};
export type Motorway = { center: Point[]; interchanges: Interchange[]; ramps: Street[]; crossings: Street[] };

const ARM_METERS = 330;
const RAMP_METERS = 520;
const RAMP_FOOT_METERS = 150;
/** Half the distance between the carriageways' middles. */
const CARRIAGEWAY_OFFSET = 11;

export function drawMotorway(): Motorway {
  const center = smoothLine(resample(chaikinLine(MOTORWAY, 4), 60), 30);
  const interchanges = INTERCHANGES.map((place): Interchange => {
    const { metersAlong } = projectOnto(center, place);
    const { at, heading } = pointAlong(center, metersAlong);
    // The line runs from north to south, so its left is east.
    return { at, east: add(at, left(heading), ARM_METERS), west: add(at, left(heading), -ARM_METERS) };
  });
  const ramps: Street[] = [];
  const crossings: Street[] = [];
  for (const { at, east, west } of interchanges) {
    const { metersAlong } = projectOnto(center, at);
    const crossing = [west, at, east];
    crossings.push({ class: 'arterial', line: crossing, setting: { kind: 'highway' }, hasBulb: false });
    for (const side of [1, -1]) {
      for (const way of [1, -1]) {
        const far = metersAlong + way * RAMP_METERS;
        const base = sliceLine(center, Math.min(far, metersAlong), Math.max(far, metersAlong));
        const outward = way === 1 ? base.reverse() : base;
        const length = lineLength(outward);
        // The ramp leaves the carriageway slowly, then curves out to meet the crossing road at a right angle.
        const line = resample(outward, 40).map((_, i, all) => {
          const share = i / (all.length - 1);
          const { at: onLine, heading } = pointAlong(outward, share * length * 0.985);
          const away =
            CARRIAGEWAY_OFFSET +
            6 +
            (RAMP_FOOT_METERS - CARRIAGEWAY_OFFSET - 6) * share * share * (1.6 - 0.6 * share);
          return add(onLine, left(heading), away * side * (way === 1 ? -1 : 1));
        });
        const foot = add(at, left(pointAlong(center, metersAlong).heading), RAMP_FOOT_METERS * side);
        ramps.push({
          class: 'ramp',
          line: [...line.slice(0, -1), foot],
          setting: { kind: 'highway' },
          hasBulb: false,
        });
      }
    }
  }
  return { center, interchanges, ramps, crossings };
}

/** The two carriageways, each in the direction of its traffic. */
export function carriageways(center: readonly Point[]): [Point[], Point[]] {
  return [offsetLine(center, -CARRIAGEWAY_OFFSET), offsetLine(center, CARRIAGEWAY_OFFSET).reverse()];
}
