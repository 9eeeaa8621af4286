// A box in the whole numbers of the storage grid, so that both stores compare bounds exactly alike.
import { type Bounds, GRID_PER_DEGREE, type LngLat } from '../geo/geometry.ts';

export type GridBox = { west: number; south: number; east: number; north: number };

const onGrid = (degrees: number) => Math.round(degrees * GRID_PER_DEGREE);

export function gridBox({ west, south, east, north }: Bounds): GridBox {
  return { west: onGrid(west), south: onGrid(south), east: onGrid(east), north: onGrid(north) };
}

/** The point of the grid that areaContains judges by. */
export function gridPoint({ lng, lat }: LngLat): { x: number; y: number } {
  return { x: onGrid(lng), y: onGrid(lat) };
}
