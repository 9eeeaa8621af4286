// The tables of a places file. The file is written once and then only read.
import { GRID_PER_DEGREE } from '../../geo/geometry.ts';
import type { GridPoint } from '../storage-grid.ts';

/** Raise it with every change of the tables or of their contents: files of another format are made again. */
export const PLACE_FORMAT = 5;

export const placeTables = `
  PRAGMA user_version = ${PLACE_FORMAT};
  CREATE TABLE made (made_from TEXT NOT NULL, attribution TEXT NOT NULL);
  CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL, short_code TEXT, category TEXT);
  CREATE TABLE place_index (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE area (place_id INTEGER PRIMARY KEY, geometry BLOB NOT NULL);
  CREATE TABLE house (
    street_id INTEGER NOT NULL, number INTEGER NOT NULL, suffix TEXT NOT NULL,
    x INTEGER NOT NULL, y INTEGER NOT NULL, cell INTEGER NOT NULL,
    PRIMARY KEY (street_id, number, suffix)
  ) WITHOUT ROWID;
  CREATE TABLE crossing (
    street_id INTEGER NOT NULL, other_id INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
    PRIMARY KEY (street_id, other_id)
  ) WITHOUT ROWID;
`;

/** All else about a place is in the index (place-index-file.ts). */
export type PlaceRow = { id: number; name: string; short_code: string | null; category: string | null };

/** Run after all houses are inserted: building an index at once is faster than updating it. */
export const placeIndexes = 'CREATE INDEX house_cell ON house (cell, x, y);';

/** Houses are looked up by grid cells of this many degrees: about 200 meters. */
export const CELL_DEGREES = 0.002;
const GRID_PER_CELL = GRID_PER_DEGREE * CELL_DEGREES;
const CELLS_PER_ROW = 360 / CELL_DEGREES;

/** Cells are numbered row by row from west to east, so the cells of a row form a range. */
export function cellOf({ x, y }: GridPoint): number {
  return Math.floor(y / GRID_PER_CELL) * CELLS_PER_ROW + Math.floor(x / GRID_PER_CELL);
}

/** The cells around a point as ranges, one for each row. */
export function cellsAround(point: GridPoint, rings: number): { first: number; last: number }[] {
  const middle = cellOf(point);
  return Array.from({ length: 2 * rings + 1 }, (_, row) => {
    const cell = middle + (row - rings) * CELLS_PER_ROW;
    return { first: cell - rings, last: cell + rings };
  });
}
