// Liang-Barsky line clipping to a square: one piece for every time the line enters it.
import type { ClipSquare } from './clip-ring.ts';
import type { FlatLine } from './flat-line.ts';

export function clipLine(line: FlatLine, { low, high }: ClipSquare): FlatLine[] {
  if (isInside(line, { low, high })) return [line];
  const pieces: FlatLine[] = [];
  let piece: FlatLine = [];
  for (let i = 2; i < line.length; i += 2) {
    const fromX = line[i - 2]!;
    const fromY = line[i - 1]!;
    const alongX = line[i]! - fromX;
    const alongY = line[i + 1]! - fromY;
    const inX = spanInside({ from: fromX, along: alongX, low, high });
    const inY = spanInside({ from: fromY, along: alongY, low, high });
    const enter = Math.max(0, inX.enter, inY.enter);
    const leave = Math.min(1, inX.leave, inY.leave);
    if (enter > leave) continue;
    if (piece.length === 0) {
      piece = [fromX + alongX * enter, fromY + alongY * enter];
      pieces.push(piece);
    }
    // A segment that ends inside keeps its exact end point, unaffected by rounding.
    if (leave === 1) piece.push(line[i]!, line[i + 1]!);
    else {
      piece.push(fromX + alongX * leave, fromY + alongY * leave);
      piece = [];
    }
  }
  return pieces;
}

function isInside(line: FlatLine, { low, high }: ClipSquare): boolean {
  return line.every((value) => value >= low && value <= high);
}

/** One axis of a segment: where it begins, and how far it goes. */
type AxisSpan = { from: number; along: number; low: number; high: number };

/** The parameters, 0 at the start and 1 at the end, between which the segment is inside on this axis. */
function spanInside({ from, along, low, high }: AxisSpan): { enter: number; leave: number } {
  if (along === 0)
    return from >= low && from <= high ? { enter: 0, leave: 1 } : { enter: Infinity, leave: -Infinity };
  const toLow = (low - from) / along;
  const toHigh = (high - from) / along;
  return along > 0 ? { enter: toLow, leave: toHigh } : { enter: toHigh, leave: toLow };
}
