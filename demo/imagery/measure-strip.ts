// Signed distance from each pixel to the edge of a strip along a line: a road, a stream.
import { type GroundLine, type GroundWindow, pixelsAround } from './ground-plane.ts';

export type StripMeasures = {
  window: GroundWindow;
  /** Meters to the edge of the nearest strip, negative inside. Lowered where this line is nearer. */
  edge: Float32Array;
  /** If given, receives the number of the nearest segment. */
  segment?: Int32Array;
};

/** Segments are numbered from `firstSegment`. */
export function measureStrip(
  { window, edge, segment }: StripMeasures,
  {
    line,
    halfWidth,
    reach,
    firstSegment = 0,
  }: { line: GroundLine; halfWidth: number; reach: number; firstSegment?: number },
): void {
  const { left, top, metersPerPixel, side } = window;
  const farthest = halfWidth + reach;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const box = pixelsAround(window, line.subarray(i, i + 4), farthest);
    if (!box) continue;
    const x0 = line[i]!;
    const y0 = line[i + 1]!;
    const dx = line[i + 2]! - x0;
    const dy = line[i + 3]! - y0;
    const squared = dx * dx + dy * dy;
    if (squared === 0) continue;
    // A long diagonal segment has a large box: in each row only the pixels near the line are visited.
    const halfRun = dy === 0 ? Infinity : (farthest * Math.sqrt(squared)) / Math.abs(dy) / metersPerPixel;
    for (let row = box.minY; row <= box.maxY; row++) {
      const y = top + row * metersPerPixel - y0;
      const middle = dy === 0 ? 0 : (x0 + (y * dx) / dy - left) / metersPerPixel;
      const first = Math.max(box.minX, Math.ceil(middle - halfRun));
      const last = Math.min(box.maxX, Math.floor(middle + halfRun));
      for (let column = first; column <= last; column++) {
        const x = left + column * metersPerPixel - x0;
        const along = Math.min(1, Math.max(0, (x * dx + y * dy) / squared));
        const across = x - along * dx;
        const beyond = y - along * dy;
        const distance = Math.sqrt(across * across + beyond * beyond) - halfWidth;
        const pixel = row * side + column;
        if (distance > reach || distance >= edge[pixel]!) continue;
        edge[pixel] = distance;
        if (segment) segment[pixel] = firstSegment + i / 2;
      }
    }
  }
}
