// Chebyshev distance of a point from the border of an area, the measure of rounding.
import type { DecodedRing } from './decode-tile.ts';

/** The larger of the distances along x and along y, to the nearest point of any ring. */
export function borderDistance([x, y]: readonly [number, number], rings: readonly DecodedRing[]): number {
  let nearest = Infinity;
  for (const ring of rings) {
    for (const [i, [fromX, fromY]] of ring.entries()) {
      const [toX, toY] = ring[(i + 1) % ring.length]!;
      const aX = fromX - x;
      const aY = fromY - y;
      const alongX = toX - fromX;
      const alongY = toY - fromY;
      // Both distances are piecewise linear, so their least maximum lies at an end, at a zero or where they meet.
      const shares = [
        0,
        1,
        -aX / alongX,
        -aY / alongY,
        (aY - aX) / (alongX - alongY),
        -(aX + aY) / (alongX + alongY),
      ];
      for (const share of shares) {
        if (!(share >= 0 && share <= 1)) continue;
        nearest = Math.min(nearest, Math.max(Math.abs(aX + share * alongX), Math.abs(aY + share * alongY)));
      }
    }
  }
  return nearest;
}
