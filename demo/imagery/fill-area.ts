// Scanline fill: the pixels whose middle lies inside the rings of an area, by the even-odd rule.
import type { GroundLine, GroundWindow } from './ground-plane.ts';

type Given = {
  window: GroundWindow;
  rings: readonly GroundLine[];
  fill: (first: number, last: number) => void;
};

/** Calls `fill` with the first and last pixel of each run. */
export function fillArea({ window, rings, fill }: Given): void {
  const { left, top, metersPerPixel, side } = window;
  const crossings: number[][] = [];
  let firstRow = side;
  let lastRow = -1;
  for (const ring of rings) {
    const count = ring.length / 2;
    for (let i = 0, j = count - 1; i < count; j = i++) {
      let x0 = (ring[j * 2]! - left) / metersPerPixel;
      let y0 = (ring[j * 2 + 1]! - top) / metersPerPixel;
      let x1 = (ring[i * 2]! - left) / metersPerPixel;
      let y1 = (ring[i * 2 + 1]! - top) / metersPerPixel;
      if (y0 === y1) continue;
      if (y0 > y1) [x0, y0, x1, y1] = [x1, y1, x0, y0];
      const from = Math.max(0, Math.ceil(y0));
      const below = Math.min(side, Math.ceil(y1));
      if (from >= below) continue;
      const slope = (x1 - x0) / (y1 - y0);
      for (let row = from; row < below; row++) {
        crossings[row] ??= [];
        crossings[row]!.push(x0 + (row - y0) * slope);
      }
      firstRow = Math.min(firstRow, from);
      lastRow = Math.max(lastRow, below - 1);
    }
  }
  for (let row = firstRow; row <= lastRow; row++) {
    const at = crossings[row]?.sort((a, b) => a - b);
    if (!at) continue;
    for (let i = 0; i + 1 < at.length; i += 2) {
      const first = Math.max(0, Math.ceil(at[i]!));
      const last = Math.min(side, Math.ceil(at[i + 1]!)) - 1;
      if (first <= last) fill(row * side + first, row * side + last);
    }
  }
}
