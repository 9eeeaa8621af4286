// A fictional county for tests and benches: areas that cover a box without gaps, with holes and multipolygons.
import { randomStream } from '../../demo/county/random.ts';
import { type AreaGeometry, GRID_PER_DEGREE, type Position } from '../../geo/geometry.ts';

export type JitteredTiling = {
  seed: number;
  columns: number;
  rows: number;
  /** South-west corner and width of one block, in steps of the stored grid. */
  west: number;
  south: number;
  step: number;
  /** How many more corners each side of a block has. */
  cornersPerSide: number;
  /** One block in so many has a hole that is an area of its own. */
  islandEvery: number;
};

/**
 * A jittered grid: every corner, and every point along a side, is moved a little and shared by the blocks on both
 * sides. Some blocks have an island; every second and third island make one multipolygon.
 * All coordinates are even, so that the middle of an edge is on the grid too.
 */
export function jitteredTiling({
  seed,
  columns,
  rows,
  west,
  south,
  step,
  cornersPerSide,
  islandEvery,
}: JitteredTiling) {
  const random = randomStream(seed, 'tiling');
  const perSide = cornersPerSide + 1;
  const points = new Map<number, Position>();

  /** Column and row count in parts of a side. */
  const corner = (column: number, row: number): Position => {
    const number = row * (columns * perSide + 1) + column;
    const known = points.get(number);
    if (known) return known;
    const isBlockCorner = column % perSide === 0 && row % perSide === 0;
    const sway = step * (isBlockCorner ? 0.2 : 0.1 / perSide);
    const made = onEvenGrid(
      west + (column / perSide) * step + random.between(-sway, sway),
      south + (row / perSide) * step + random.between(-sway, sway),
    );
    points.set(number, made);
    return made;
  };
  const blockRing = (column: number, row: number): Position[] => {
    const [left, bottom] = [column * perSide, row * perSide];
    const along = Array.from({ length: perSide }, (_, i) => i);
    const ring = [
      ...along.map((i) => corner(left + i, bottom)),
      ...along.map((i) => corner(left + perSide, bottom + i)),
      ...along.map((i) => corner(left + perSide - i, bottom + perSide)),
      ...along.map((i) => corner(left, bottom + perSide - i)),
    ];
    return [...ring, ring[0]!];
  };
  const islandRing = (column: number, row: number): Position[] => {
    const reach = step * 0.15;
    const [x, y] = [west + (column + 0.5) * step, south + (row + 0.5) * step];
    const ring = [
      onEvenGrid(x - random.between(0.2, 1) * reach, y - random.between(0.2, 1) * reach),
      onEvenGrid(x + random.between(0.2, 1) * reach, y - random.between(0.2, 1) * reach),
      onEvenGrid(x + random.between(0.2, 1) * reach, y + random.between(0.2, 1) * reach),
      onEvenGrid(x - random.between(0.2, 1) * reach, y + random.between(0.2, 1) * reach),
    ];
    return [...ring, ring[0]!];
  };

  const areas: AreaGeometry[] = [];
  const islands: Position[][] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const outer = blockRing(column, row);
      if ((row * columns + column + 1) % islandEvery !== 0) {
        areas.push({ type: 'Polygon', coordinates: [outer] });
        continue;
      }
      const island = islandRing(column, row);
      islands.push(island);
      areas.push({ type: 'Polygon', coordinates: [outer, island.toReversed()] });
    }
  }
  for (let i = 0; i < islands.length; i += 3) {
    areas.push({ type: 'Polygon', coordinates: [islands[i]!] });
    const pair = islands.slice(i + 1, i + 3);
    if (pair.length > 0) areas.push({ type: 'MultiPolygon', coordinates: pair.map((ring) => [ring]) });
  }
  return areas;
}

function onEvenGrid(x: number, y: number): Position {
  return [(Math.round(x / 2) * 2) / GRID_PER_DEGREE, (Math.round(y / 2) * 2) / GRID_PER_DEGREE];
}
