// What is written along the sides of the selected parcel on the map.
import type { SideLabel } from '../map-store.ts';
import type { Sizes } from '../sizes.ts';
import type { ParcelFigures } from './parcel-figures.ts';

/** A foot: below it there is nothing to read off a county's map. */
const SIDE_METERS_MIN = 0.3;

export function sideLabelsOf({ rings }: Pick<ParcelFigures, 'rings'>, sizes: Sizes): SideLabel[] {
  return rings.flatMap(({ hole, sides }) =>
    sides
      .filter(({ meters }) => meters >= SIDE_METERS_MIN)
      .map(({ points, isCurved, meters }) => {
        const path = isCurved ? points : [points[0]!, points.at(-1)!];
        // All rings go clockwise: in a hole the other land is on the right.
        return { points: hole === undefined ? path : path.toReversed(), text: sizes.side(meters) };
      }),
  );
}
