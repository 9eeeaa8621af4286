// Cuts a line where it passes through what a map leaves out.
import type { Position } from '../geo/geometry.ts';

/** The stretches of consecutive positions that are kept, in order. */
export function keptStretches(
  line: readonly Position[],
  isKept: (position: Position) => boolean,
): Position[][] {
  const stretches: Position[][] = [[]];
  for (const position of line) {
    if (isKept(position)) stretches.at(-1)!.push(position);
    else if (stretches.at(-1)!.length > 0) stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length > 1);
}
