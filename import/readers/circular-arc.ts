// Curves of well-known binary and text (CircularString, CompoundCurve) as short straight lines.

/** GDAL's own step, so that both read the same land. */
const DEGREES_PER_LINE = 4;

/**
 * Appends straight lines, or arcs of three points each. The point where they meet the end of `points` is not repeated.
 */
export function appendCurve(points: number[], coordinates: ArrayLike<number>, isArc: boolean): void {
  if (coordinates.length === 0) return;
  const continues =
    points.length > 0 &&
    points[points.length - 2] === coordinates[0] &&
    points[points.length - 1] === coordinates[1];
  if (!continues) points.push(coordinates[0]!, coordinates[1]!);
  if (!isArc) {
    for (let index = 2; index < coordinates.length; index++) points.push(coordinates[index]!);
    return;
  }
  for (let index = 2; index + 3 < coordinates.length; index += 4) {
    appendArc(
      points,
      [coordinates[index]!, coordinates[index + 1]!],
      [coordinates[index + 2]!, coordinates[index + 3]!],
    );
  }
}

/**
 * Appends the arc from the last of `points` (x, y, x, y, …) through `middle` to `end`. The lines divide the arc evenly,
 * so a neighbor that runs along it the other way gets the same corners.
 */
function appendArc(
  points: number[],
  middle: readonly [number, number],
  end: readonly [number, number],
): void {
  const startX = points[points.length - 2]!;
  const startY = points[points.length - 1]!;
  const arc = arcThrough(startX, startY, middle, end);
  if (arc) {
    const lines = Math.max(2, Math.ceil(Math.abs(arc.sweep) / ((DEGREES_PER_LINE * Math.PI) / 180)));
    for (let line = 1; line < lines; line++) {
      const angle = arc.from + (arc.sweep * line) / lines;
      points.push(arc.x + arc.radius * Math.cos(angle), arc.y + arc.radius * Math.sin(angle));
    }
  }
  points.push(end[0], end[1]);
}

type Arc = { x: number; y: number; radius: number; from: number; sweep: number };

/** Undefined where the three points lie on a line. */
function arcThrough(
  startX: number,
  startY: number,
  [middleX, middleY]: readonly [number, number],
  [endX, endY]: readonly [number, number],
): Arc | undefined {
  if (startX === endX && startY === endY) {
    // A whole circle: the middle lies opposite the start.
    const x = (startX + middleX) / 2;
    const y = (startY + middleY) / 2;
    const radius = Math.hypot(startX - x, startY - y);
    if (radius === 0) return undefined;
    return { x, y, radius, from: Math.atan2(startY - y, startX - x), sweep: 2 * Math.PI };
  }
  // Relative to the start, because squares of State Plane coordinates lose the digits that matter.
  const mx = middleX - startX;
  const my = middleY - startY;
  const ex = endX - startX;
  const ey = endY - startY;
  const twiceArea = mx * ey - my * ex;
  if (Math.abs(twiceArea) <= 1e-12 * (mx * mx + my * my + ex * ex + ey * ey)) return undefined;
  const m2 = mx * mx + my * my;
  const e2 = ex * ex + ey * ey;
  const cx = (ey * m2 - my * e2) / (2 * twiceArea);
  const cy = (mx * e2 - ex * m2) / (2 * twiceArea);
  const from = Math.atan2(-cy, -cx);
  let sweep = Math.atan2(ey - cy, ex - cx) - from;
  // The middle lies left of the chord where the arc runs clockwise.
  if (twiceArea < 0 && sweep > 0) sweep -= 2 * Math.PI;
  if (twiceArea > 0 && sweep < 0) sweep += 2 * Math.PI;
  return { x: startX + cx, y: startY + cy, radius: Math.hypot(cx, cy), from, sweep };
}
