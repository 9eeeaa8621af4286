// Whether two areas have a point in common, exact on the storage grid. A common border or corner counts.
import { type AreaEdges, turn } from './area-edges.ts';

/** Both in whole numbers. The first should be the one that has an index. */
export function areasMeet(one: AreaEdges, other: AreaEdges): boolean {
  const a = one.box;
  const b = other.box;
  if (a[0]! > b[2]! || b[0]! > a[2]! || a[1]! > b[3]! || b[1]! > a[3]!) return false;
  return doEdgesMeet(one, other) || one.containsPartOf(other) || other.containsPartOf(one);
}

const edgeBox = new Float64Array(4);

function doEdgesMeet(one: AreaEdges, other: AreaEdges): boolean {
  let isFound = false;
  one.nearBox(other.box, 0, (at) => {
    one.boxOfEdge(at, edgeBox);
    for (let edge = 0; edge < 4 * other.count && !isFound; edge += 4) {
      isFound = !other.isEdgeBeyond(edge, edgeBox, 0) && edgesMeet(one.ends, at, other.ends, edge);
    }
    return isFound ? -1 : 0;
  });
  return isFound;
}

/** Of edges whose boxes overlap. */
function edgesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const ax = a[i]!;
  const ay = a[i + 1]!;
  const bx = a[i + 2]!;
  const by = a[i + 3]!;
  const cx = b[j]!;
  const cy = b[j + 1]!;
  const dx = b[j + 2]!;
  const dy = b[j + 3]!;
  const c = turn(ax, ay, bx, by, cx, cy);
  const d = turn(ax, ay, bx, by, dx, dy);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false;
  const from = turn(cx, cy, dx, dy, ax, ay);
  const to = turn(cx, cy, dx, dy, bx, by);
  // On one line they meet because their boxes do.
  return !((from > 0 && to > 0) || (from < 0 && to < 0));
}
