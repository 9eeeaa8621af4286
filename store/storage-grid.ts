// Converts between degrees and the integers of the storage grid. Integers compare exactly, and alike in both databases.
import { type Bounds, GRID_PER_DEGREE, type LngLat } from '../geo/geometry.ts';

export type GridBox = { west: number; south: number; east: number; north: number };
export type GridPoint = { x: number; y: number };

const onGrid = (degrees: number) => Math.round(degrees * GRID_PER_DEGREE);

export function gridBox({ west, south, east, north }: Bounds): GridBox {
  return { west: onGrid(west), south: onGrid(south), east: onGrid(east), north: onGrid(north) };
}

/** Rounds as areaContains does. */
export function gridPoint({ lng, lat }: LngLat): GridPoint {
  return { x: onGrid(lng), y: onGrid(lat) };
}

export function lngLatOf({ x, y }: GridPoint): LngLat {
  return { lng: x / GRID_PER_DEGREE, lat: y / GRID_PER_DEGREE };
}
