// Rounds the corners of a line (Chaikin's corner cutting).
import type { Position } from '../geo/geometry.ts';

const ROUNDS = 2;

/** Open lines keep their ends; closed ones, whose first position is repeated at the end, are rounded there too. */
export function smoothLine(line: readonly Position[]): Position[] {
  const [firstLng, firstLat] = line[0]!;
  const [lastLng, lastLat] = line.at(-1)!;
  const isClosed = firstLng === lastLng && firstLat === lastLat;
  let corners = isClosed ? line.slice(0, -1) : [...line];
  for (let round = 0; round < ROUNDS; round++) corners = cutCorners(corners, isClosed);
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
