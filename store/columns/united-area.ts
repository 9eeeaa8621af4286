// Shapes of one filter that overlap are one area: drawn one over the other, land in both of them counts as land in one.
import { Clipper64, ClipType, FillRule, type Path64, type Paths64, PathType } from 'clipper2-ts';
import { FILTER_CROSSINGS_MAX, FILTER_PASSES_MAX } from '../../contract/limits.ts';
import { refusals } from '../../contract/messages.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { hasMoreCrossingsThan } from '../../geo/crossing-edges.ts';
import { type AreaGeometry, GRID_PER_DEGREE, type PolygonRings, polygonsOf } from '../../geo/geometry.ts';
import { FilterRefused } from '../parcel-queries.ts';

/**
 * Everything that reads areas goes by whether a point is inside an odd number of rings. So are all rings of the answer meant.
 * Throws a FilterRefused, and whatever `step` throws, which is called often.
 */
export function unitedArea(area: AreaGeometry, step: () => void): AreaGeometry {
  const parts = polygonsOf(area);
  if (!doOverlap(parts)) return area;
  // Clipper works in one piece, and each crossing becomes a point of its own: a star of 3,000 points has millions of them.
  const rings = parts.flatMap((rings) => rings.map((ring) => ring.flat()));
  if (hasMoreCrossingsThan(FILTER_CROSSINGS_MAX, rings, step))
    throw new FilterRefused(refusals.tooManyCrossings);
  if (passesOf(rings) > FILTER_PASSES_MAX) throw new FilterRefused(refusals.tooManyPasses);
  // Clipper takes whole numbers, and is exact for small ones.
  const { west, south } = boundsOf(area);
  const toPath = (ring: PolygonRings[number]): Path64 =>
    ring.map(([lng, lat]) => ({
      x: Math.round((lng - west) * GRID_PER_DEGREE),
      y: Math.round((lat - south) * GRID_PER_DEGREE),
    }));
  // Outlines of a part wind once around its land, so where any part is, the sum is not zero.
  const outlines = parts.flatMap((rings) => {
    step();
    return union(rings.map(toPath), FillRule.EvenOdd);
  });
  return {
    type: 'MultiPolygon',
    coordinates: union(outlines, FillRule.NonZero).map((path) => [
      [...path, path[0]!].map(
        ({ x, y }) => [west + x / GRID_PER_DEGREE, south + y / GRID_PER_DEGREE] as const,
      ),
    ]),
  };
}

/** At the height of each corner Clipper looks at all lines that pass it: thousands of long ones side by side take seconds. */
function passesOf(rings: readonly number[][]): number {
  const latsOf = (ring: readonly number[]) => ring.filter((_, at) => at % 2 === 1);
  const heights = [...new Set(rings.flatMap(latsOf))].sort((one, other) => one - other);
  const places = new Map(heights.map((lat, place) => [lat, place]));
  return rings.reduce((sum, ring) => {
    const corners = latsOf(ring).map((lat) => places.get(lat)!);
    return corners.reduce(
      (passes, place, at) => passes + Math.abs(place - corners[at - (at > 0 ? 1 : 0)]!),
      sum,
    );
  }, 0);
}

function union(paths: Paths64, rule: FillRule): Paths64 {
  const clipper = new Clipper64();
  // With corners on straight lines, a level edge that runs back along itself would grow without end (clipper2-ts, pull request 36).
  clipper.preserveCollinear = false;
  clipper.addPaths(paths, PathType.Subject);
  const united: Paths64 = [];
  clipper.execute(ClipType.Union, rule, united);
  return united;
}

/** By their boxes. */
function doOverlap(parts: readonly PolygonRings[]): boolean {
  const boxes = parts
    .map((coordinates) => boundsOf({ type: 'Polygon', coordinates }))
    .sort((a, b) => a.west - b.west);
  return boxes.some((box, index) => {
    for (let i = index + 1; i < boxes.length && boxes[i]!.west <= box.east; i++) {
      if (boxes[i]!.south <= box.north && boxes[i]!.north >= box.south) return true;
    }
    return false;
  });
}
