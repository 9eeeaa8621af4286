// The parcels that are reached from some over others that touch: what a street, a river or a railroad does not cut off.
import { metersBetween, TOUCH_METERS } from '../../geo/area-distance.ts';
import { AreaEdges } from '../../geo/area-edges.ts';
import { BoxIndex } from '../../geo/box-index.ts';
import { FlatArea } from '../../geo/flat-area.ts';
import { decodeInto } from '../../geo/geometry-code.ts';
import type { EngineWork, RowPlace } from './engine-work.ts';
import { planeAround } from './surroundings.ts';
import { TRUE } from './value-conditions.ts';

/** More than TOUCH_METERS, measured north or, up to 84 degrees of latitude, east. */
const AROUND_STEPS = 50;

/** Breadth first, from the rows in `from` over those that are `near`. TRUE of each that was reached. */
export function reachOverTouching({
  work,
  from,
  near,
}: {
  work: EngineWork;
  from: readonly Uint8Array[];
  near: readonly Uint8Array[];
}): Uint8Array[] {
  const { segments } = work;
  const places: RowPlace[] = [];
  const list = (truths: readonly Uint8Array[]) =>
    truths.forEach((rows, at) => {
      for (let row = rows.indexOf(TRUE); row >= 0; row = rows.indexOf(TRUE, row + 1))
        places.push({ at, row });
    });
  list(from);
  const subjects = places.length;
  list(near);

  const boxes = work.boxesOf(places);
  const index = new BoxIndex(boxes, places.length);
  const isReached = new Uint8Array(places.length).fill(1, 0, subjects);
  const queue = Array.from({ length: subjects }, (_, place) => place);
  const area = new FlatArea();
  const own = new AreaEdges(work.step);
  const other = new AreaEdges(work.step);
  const shapeOf = ({ at, row }: RowPlace) => segments[at]!.shape(row);
  for (const place of queue) {
    work.step();
    const plane = planeAround(boxes, 4 * place);
    let isPlaced = false;
    index.search({ box: boxes, at: 4 * place, scaleX: 1, scaleY: 1 }, AROUND_STEPS, (found) => {
      if (isReached[found]) return AROUND_STEPS;
      if (!isPlaced) {
        decodeInto(area, shapeOf(places[place]!));
        own.fill(area, plane).index();
        isPlaced = true;
      }
      decodeInto(area, shapeOf(places[found]!));
      if (metersBetween(own, other.fill(area, plane), TOUCH_METERS) <= TOUCH_METERS) {
        isReached[found] = 1;
        queue.push(found);
      }
      return AROUND_STEPS;
    });
  }
  const reached = segments.map(({ rows }) => new Uint8Array(rows));
  places.forEach(({ at, row }, place) => {
    if (isReached[place]) reached[at]![row] = TRUE;
  });
  return reached;
}
