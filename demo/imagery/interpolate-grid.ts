// Bilinear interpolation of a slowly changing value: computed at every few pixels, interpolated between.
import type { GroundWindow } from './ground-plane.ts';

type Given = {
  window: GroundWindow;
  stepPixels: 4 | 8 | 16;
  valueAt: (x: number, y: number) => number;
};

/** `stepPixels` divides the tile size, so that neighboring tiles have the same grid points and show no seam. */
export function interpolateGrid({ window, stepPixels, valueAt }: Given): Float32Array {
  const { left, top, metersPerPixel, side } = window;
  const knots = Math.ceil(side / stepPixels) + 1;
  const step = stepPixels * metersPerPixel;
  const values = new Float32Array(knots * knots);
  for (let i = 0; i < values.length; i++) {
    values[i] = valueAt(left + (i % knots) * step, top + Math.floor(i / knots) * step);
  }
  const blended = new Float32Array(side * side);
  const inRow = new Float32Array(knots);
  for (let row = 0; row < side; row++) {
    const above = Math.floor(row / stepPixels) * knots;
    const down = (row % stepPixels) / stepPixels;
    for (let knot = 0; knot < knots; knot++) {
      const north = values[above + knot]!;
      inRow[knot] = north + (values[above + knots + knot]! - north) * down;
    }
    for (let knot = 0, column = 0; column < side; knot++) {
      const west = inRow[knot]!;
      const rise = (inRow[knot + 1]! - west) / stepPixels;
      const end = Math.min(stepPixels, side - column);
      for (let across = 0; across < end; across++) blended[row * side + column++] = west + rise * across;
    }
  }
  return blended;
}
