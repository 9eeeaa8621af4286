// Which lots lie on the lake shore, where the power company that built the dam owns land.
import { type Position, polygonsOf } from '../../../../geo/geometry.ts';
import type { Land, Lot } from '../../county.ts';

/** About a hundred meters. */
const CELLS_PER_DEGREE = 1000;

function cellOf([lng, lat]: Position): string {
  return `${Math.floor(lng * CELLS_PER_DEGREE)} ${Math.floor(lat * CELLS_PER_DEGREE)}`;
}

/** Grid hash: a lot is on the shore if one of its corners is in a cell that the lake's outline passes through. */
export function lakeShore(land: Pick<Land, 'water'>): (lot: Lot) => boolean {
  const lakes = land.water.filter(({ kind }) => kind === 'lake');
  const cells = new Set(
    lakes.flatMap(({ geometry }) => polygonsOf(geometry).flat().flatMap(withSteps)).map(cellOf),
  );
  return ({ geometry }) =>
    polygonsOf(geometry).some(([outer]) => outer!.some((corner) => cells.has(cellOf(corner))));
}

/** Adds points along the long edges of a ring, so that no cell on the way is skipped. */
function withSteps(ring: readonly Position[]): Position[] {
  return ring.flatMap((from, i): Position[] => {
    const to = ring[i + 1];
    if (!to) return [from];
    const longest = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
    const steps = Math.max(1, Math.ceil(longest * CELLS_PER_DEGREE * 2));
    return Array.from({ length: steps }, (_, step) => [
      from[0] + ((to[0] - from[0]) * step) / steps,
      from[1] + ((to[1] - from[1]) * step) / steps,
    ]);
  });
}
