// Marching squares: traces lines of equal height over a grid, joined end to end.

/** Row by row; NaN where the height is not known: no line goes there. */
export type HeightGrid = { columns: number; rows: number; meters: Float32Array };

/** In columns and rows of the grid. A closed line repeats its first point at the end. Higher ground lies to the left. */
export type GridLine = { column: number; row: number }[];

/** One list of lines for each height, in meters, ascending. */
export function traceContours(grid: HeightGrid, heights: readonly number[]): GridLine[][] {
  const cells = cellsByHeight(grid, heights);
  return heights.map((height, i) => joinSteps(stepsAcross(grid, height, cells[i]!), grid, height));
}

/** The cells that each height passes through. A cell is named by the index of its north-western grid point. */
function cellsByHeight({ columns, rows, meters }: HeightGrid, heights: readonly number[]): number[][] {
  const cells = heights.map((): number[] => []);
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const cell = row * columns + column;
      const a = meters[cell]!;
      const b = meters[cell + 1]!;
      const c = meters[cell + columns]!;
      const d = meters[cell + columns + 1]!;
      const lowest = Math.min(a, b, c, d);
      const highest = Math.max(a, b, c, d);
      if (!(lowest < highest)) continue;
      for (let i = firstAbove(heights, lowest); i < heights.length && heights[i]! <= highest; i++) {
        cells[i]!.push(cell);
      }
    }
  }
  return cells;
}

/** Binary search. */
function firstAbove(heights: readonly number[], lowest: number): number {
  let low = 0;
  let high = heights.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (heights[middle]! > lowest) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** An edge of a cell: twice the index of its western or northern grid point, plus 1 if it runs south. */
type EdgeNumber = number;

/** Maps each edge that a line crosses to the edge it crosses next. */
type Steps = Map<EdgeNumber, EdgeNumber>;

function stepsAcross({ columns, meters }: HeightGrid, height: number, cells: readonly number[]): Steps {
  const steps: Steps = new Map();
  for (const cell of cells) {
    const corners = [cell, cell + 1, cell + columns + 1, cell + columns] as const; // clockwise
    const edges = [cell * 2, (cell + 1) * 2 + 1, (cell + columns) * 2, cell * 2 + 1] as const;
    const isHigh = corners.map((corner) => meters[corner]! >= height);
    const entries: number[] = [];
    const exits: number[] = [];
    for (let i = 0; i < 4; i++) {
      const isNextHigh = isHigh[(i + 1) % 4];
      // Clockwise around the cell, a line with high ground on its left enters where low turns to high.
      if (!isHigh[i] && isNextHigh) entries.push(i);
      if (isHigh[i] && !isNextHigh) exits.push(i);
    }
    if (entries.length === 1) steps.set(edges[entries[0]!]!, edges[exits[0]!]!);
    if (entries.length === 2) {
      const middle = corners.reduce((sum, corner) => sum + meters[corner]!, 0) / 4;
      // A saddle: the height of its middle decides whether the two high corners are connected.
      const turn = middle >= height ? 3 : 1;
      for (const entry of entries) steps.set(edges[entry]!, edges[(entry + turn) % 4]!);
    }
  }
  return steps;
}

function joinSteps(steps: Steps, grid: HeightGrid, height: number): GridLine[] {
  const lines: GridLine[] = [];
  const walk = (start: EdgeNumber): void => {
    const line = [crossing(grid, start, height)];
    for (let edge: EdgeNumber | undefined = start; edge !== undefined; ) {
      const next: EdgeNumber | undefined = steps.get(edge);
      steps.delete(edge);
      if (next !== undefined) line.push(crossing(grid, next, height));
      edge = next;
    }
    lines.push(line);
  };
  // Lines that begin at the edge of the grid first: the remaining ones are closed.
  const ends = new Set(steps.values());
  for (const start of [...steps.keys()].filter((edge) => !ends.has(edge))) walk(start);
  for (const start of [...steps.keys()]) if (steps.has(start)) walk(start);
  return lines;
}

function crossing({ columns, meters }: HeightGrid, edge: EdgeNumber, height: number): GridLine[number] {
  const isSouthwards = edge % 2 === 1;
  const from = (edge - (edge % 2)) / 2;
  const to = from + (isSouthwards ? columns : 1);
  const share = (height - meters[from]!) / (meters[to]! - meters[from]!);
  const row = Math.floor(from / columns);
  const column = from - row * columns;
  return isSouthwards ? { column, row: row + share } : { column: column + share, row };
}
