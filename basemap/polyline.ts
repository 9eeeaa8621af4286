// Operations on lines: rounding their corners, and cutting out stretches.
import type { Position } from '../geo/geometry.ts';

/**
 * Chaikin's corner cutting: every round halves the angles. An open line keeps its ends; a closed one, whose first
 * position is repeated at the end, is rounded there, too.
 */
export function smoothLine(line: readonly Position[], rounds: number): Position[] {
  const [firstLng, firstLat] = line[0]!;
  const [lastLng, lastLat] = line.at(-1)!;
  const isClosed = firstLng === lastLng && firstLat === lastLat;
  let corners = isClosed ? line.slice(0, -1) : [...line];
  for (let round = 0; round < rounds; round++) corners = cutCorners(corners, isClosed);
  return isClosed ? [...corners, corners[0]!] : corners;
}

function cutCorners(corners: readonly Position[], isClosed: boolean): Position[] {
  const cut: Position[] = isClosed ? [] : [corners[0]!];
  const edges = isClosed ? corners.length : corners.length - 1;
  for (let i = 0; i < edges; i++) {
    const from = corners[i]!;
    const to = corners[(i + 1) % corners.length]!;
    cut.push(between(from, to, 0.25), between(from, to, 0.75));
  }
  if (!isClosed) cut.push(corners.at(-1)!);
  return cut;
}

function between(from: Position, to: Position, share: number): Position {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** The stretches of consecutive positions that satisfy `isKept`, in order. */
export function splitLine(line: readonly Position[], isKept: (position: Position) => boolean): Position[][] {
  const stretches: Position[][] = [[]];
  for (const position of line) {
    if (isKept(position)) stretches.at(-1)!.push(position);
    else if (stretches.at(-1)!.length > 0) stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length > 1);
}
