// A grid of heights by longitude and latitude, and its file format.
//
// The file: four letters, then little-endian numbers: the version, the columns and the rows as 32-bit integers, west,
// south, east and north in degrees as doubles, and the heights in meters as floats, row by row from the north-west.
import type { Bounds, LngLat } from './geometry.ts';

export type ElevationGrid = {
  /** The positions of the outermost grid points. */
  bounds: Bounds;
  columns: number;
  rows: number;
  /** Row by row from the north-west corner. */
  meters: Float32Array;
};

const MAGIC = 'ELEV';
const FILE_VERSION = 1;
const HEADER_BYTES = 4 + 3 * 4 + 4 * 8;

export function encodeElevation({ bounds, columns, rows, meters }: ElevationGrid): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + meters.length * 4));
  for (let i = 0; i < MAGIC.length; i++) view.setUint8(i, MAGIC.charCodeAt(i));
  [FILE_VERSION, columns, rows].forEach((value, i) => {
    view.setUint32(4 + i * 4, value, true);
  });
  [bounds.west, bounds.south, bounds.east, bounds.north].forEach((value, i) => {
    view.setFloat64(16 + i * 8, value, true);
  });
  meters.forEach((height, i) => {
    view.setFloat32(HEADER_BYTES + i * 4, height, true);
  });
  return new Uint8Array(view.buffer);
}

/** Undefined where the bytes are no such file, or a truncated one. */
export function decodeElevation(bytes: Uint8Array): ElevationGrid | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < HEADER_BYTES) return undefined;
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== MAGIC || view.getUint32(4, true) !== FILE_VERSION)
    return undefined;
  const columns = view.getUint32(8, true);
  const rows = view.getUint32(12, true);
  if (view.byteLength !== HEADER_BYTES + columns * rows * 4) return undefined;
  const [west, south, east, north] = [0, 1, 2, 3].map((i) => view.getFloat64(16 + i * 8, true)) as [
    number,
    number,
    number,
    number,
  ];
  // Little-endian, like all common machines that Node runs on. A copy, because floats must be aligned.
  const meters = new Float32Array(new Uint8Array(bytes.subarray(HEADER_BYTES)).buffer);
  return { bounds: { west, south, east, north }, columns, rows, meters };
}

/** Bilinear interpolation; undefined outside of the grid. */
export function heightAt({ bounds, columns, rows, meters }: ElevationGrid, at: LngLat): number | undefined {
  const column = ((at.lng - bounds.west) / (bounds.east - bounds.west)) * (columns - 1);
  const row = ((bounds.north - at.lat) / (bounds.north - bounds.south)) * (rows - 1);
  if (!(column >= 0 && column <= columns - 1 && row >= 0 && row <= rows - 1)) return undefined;
  const west = Math.min(Math.floor(column), columns - 2);
  const north = Math.min(Math.floor(row), rows - 2);
  const corner = north * columns + west;
  const share = column - west;
  const alongNorth = meters[corner]! * (1 - share) + meters[corner + 1]! * share;
  const alongSouth = meters[corner + columns]! * (1 - share) + meters[corner + columns + 1]! * share;
  return alongNorth + (alongSouth - alongNorth) * (row - north);
}
