// Finds one lot that was drawn several times, a few centimeters apart, as the floors of a condominium often are.
import { areaSquareMeters } from '../../geo/area.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import type { AreaGeometry, Bounds } from '../../geo/geometry.ts';
import { LEFT_OUT, type StagedRows } from './staged-rows.ts';

/** About a meter: middles of one lot fall into one cell of a grid, or of one that is moved by half a cell. */
const CELLS_PER_DEGREE = 100_000;
const CELLS_AROUND = 360 * CELLS_PER_DEGREE;
const moves = [
  [0, 0],
  [0.5, 0],
  [0, 0.5],
  [0.5, 0.5],
] as const;

/** Ids of rows whose middles lie within about a meter of each other; the same rows may come up again. */
export function* nearRows(rows: StagedRows): Generator<number[]> {
  for (const [moveX, moveY] of moves) {
    const cellOf = (lng: number, lat: number) =>
      Math.floor((lng + 180) * CELLS_PER_DEGREE + moveX) +
      Math.floor((lat + 90) * CELLS_PER_DEGREE + moveY) * CELLS_AROUND;
    const cells = new Float64Array(rows.count);
    for (const { id, lng, lat } of centersOf(rows)) cells[id - 1] = cellOf(lng, lat);
    cells.sort();
    const shared = new Map<number, number[]>();
    for (let i = 1; i < cells.length; i++) {
      if (cells[i] === cells[i - 1] && cells[i] !== 0) shared.set(cells[i]!, []);
    }
    if (shared.size === 0) continue;
    for (const { id, lng, lat } of centersOf(rows)) shared.get(cellOf(lng, lat))?.push(id);
    yield* shared.values();
  }
}

function* centersOf(rows: StagedRows): Generator<{ id: number; lng: number; lat: number }> {
  for (const { firstId, centers } of rows.centers()) {
    for (let i = 0; 2 * i < centers.length; i++) {
      const id = firstId + i;
      if (rows.state(id) !== LEFT_OUT) yield { id, lng: centers[2 * i]!, lat: centers[2 * i + 1]! };
    }
  }
}

export type Extent = { bounds: Bounds; squareMeters: number };

export function extentOf(shape: AreaGeometry): Extent {
  return { bounds: boundsOf(shape), squareMeters: areaSquareMeters(shape) };
}

/** 15 cm: surveys are better, and no two lots are so close to each other on all four sides. */
const TOLERANCE_DEGREES = 0.15 / 111_000;
const AREA_TOLERANCE = 0.03;

export function isSameLot(one: Extent, other: Extent): boolean {
  const shrink = Math.cos((one.bounds.north * Math.PI) / 180);
  const isNear = (a: number, b: number, tolerance: number) => Math.abs(a - b) <= tolerance;
  return (
    isNear(one.bounds.south, other.bounds.south, TOLERANCE_DEGREES) &&
    isNear(one.bounds.north, other.bounds.north, TOLERANCE_DEGREES) &&
    isNear(one.bounds.west, other.bounds.west, TOLERANCE_DEGREES / shrink) &&
    isNear(one.bounds.east, other.bounds.east, TOLERANCE_DEGREES / shrink) &&
    isNear(one.squareMeters, other.squareMeters, AREA_TOLERANCE * one.squareMeters)
  );
}
