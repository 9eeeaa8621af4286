// What is written along the sides of the selected parcel on the map.
import type { SideLabel } from '../map-store.ts';
import { formatFeet, type ParcelFigures } from './parcel-figures.ts';

/** A foot: below it there is nothing to read off a county's map. */
const SIDE_METERS_MIN = 0.3;

export function sideLabelsOf({ rings }: ParcelFigures): SideLabel[] {
  return rings.flatMap(({ hole, sides }) =>
    sides
      .filter(({ meters }) => meters >= SIDE_METERS_MIN)
      .map(({ points, isCurved, meters }) => {
        const [from, to] = [points[0]!, points.at(-1)!];
        // Clockwise, the other land is to the left of an outer ring: above a side that goes east. In a hole it is to the right.
        const isEastward = to[0] >= from[0];
        return {
          points: isCurved ? points : [from, to],
          text: formatFeet(meters),
          isAbove: isEastward === (hole === undefined),
        };
      }),
  );
}
