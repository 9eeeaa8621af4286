// The rows that a filter finds, with their number and their acres.
import type { Bounds } from '../../geo/geometry.ts';
import { type GridBox, lngLatOf } from '../storage-grid.ts';
import type { CompiledFilter } from './compile-filter.ts';
import type { EngineWork, SegmentView } from './engine-work.ts';
import type { Distances } from './near-condition.ts';
import { BLOCK_ROWS } from './row-blocks.ts';
import type { Segment } from './segment.ts';
import { leaveOutSummaries, numbersOf } from './segment-columns.ts';
import { TRUE } from './value-conditions.ts';

export type Selection = {
  /** For each segment a byte a row: 1 for those of the set. */
  chosen: readonly Uint8Array[];
  count: number;
  acres: number;
  /** Around all of them. Null for none. */
  bounds: Bounds | null;
  distances: Distances | undefined;
};

/** Sums are rounded to it, far below what a county measures, so that the order of rows cannot show. */
const ACRE_DIGITS = 1e6;

export function selectRows({ condition, distances }: CompiledFilter, work: EngineWork): Selection {
  let count = 0;
  const acres: ExactSum = { sum: 0, rest: 0 };
  const box: GridBox = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  const chosen = work.segments.map((segment, at) => {
    work.goOn();
    const rows = condition.truth(at, undefined);
    count += mark(rows);
    count -= leaveOutSummaries(segment, rows);
    addAcres(segment, rows, acres);
    widen(box, work.view(at), rows);
    return rows;
  });
  return {
    chosen,
    count,
    acres: Math.round((acres.sum + acres.rest) * ACRE_DIGITS) / ACRE_DIGITS,
    bounds: count === 0 ? null : degreesOf(box),
    distances,
  };
}

/** 1 for what is true, 0 for all others. Answers how many are true. */
function mark(rows: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < rows.length; row++) {
    const isIn = rows[row] === TRUE ? 1 : 0;
    rows[row] = isIn;
    count += isIn;
  }
  return count;
}

function widen(box: GridBox, { boxes, blocks }: SegmentView, chosen: Uint8Array): void {
  let { west, south, east, north } = box;
  for (let block = 0; 4 * block < blocks.length; block++) {
    const whole = 4 * block;
    // Most blocks lie within what is known already.
    if (
      blocks[whole]! >= west &&
      blocks[whole + 1]! >= south &&
      blocks[whole + 2]! <= east &&
      blocks[whole + 3]! <= north
    )
      continue;
    const end = Math.min((block + 1) * BLOCK_ROWS, chosen.length);
    for (let row = block * BLOCK_ROWS; row < end; row++) {
      if (chosen[row] === 0) continue;
      const at = 4 * row;
      if (boxes[at]! < west) west = boxes[at]!;
      if (boxes[at + 1]! < south) south = boxes[at + 1]!;
      if (boxes[at + 2]! > east) east = boxes[at + 2]!;
      if (boxes[at + 3]! > north) north = boxes[at + 3]!;
    }
  }
  Object.assign(box, { west, south, east, north });
}

function degreesOf({ west, south, east, north }: GridBox): Bounds {
  const [southWest, northEast] = [lngLatOf({ x: west, y: south }), lngLatOf({ x: east, y: north })];
  return { west: southWest.lng, south: southWest.lat, east: northEast.lng, north: northEast.lat };
}

/** The sum, and what rounding has cut off of it (Neumaier). */
type ExactSum = { sum: number; rest: number };

/** Tax acres, or else those of the shape; a lot and its units share one shape, which counts once. */
function addAcres(segment: Segment, chosen: Uint8Array, total: ExactSum): void {
  const [tax, shape] = [segment.column('taxacres'), segment.column('shape_acres')];
  const taxAcres = tax && numbersOf(tax);
  const shapeAcres = shape && numbersOf(shape);
  const lots = segment.column('lot')?.codes;
  const lotsCounted = new Set<number>();
  // Units follow their lot, which may be a parcel of the county itself.
  let isLotIn = false;
  let { sum, rest } = total;
  for (let row = 0; row < chosen.length; row++) {
    const lot = lots?.[row] ?? 0;
    if (lot === 0) isLotIn = chosen[row] !== 0;
    if (chosen[row] === 0) continue;
    let acres = tax ? taxAcres![tax.codes[row]!]! : Number.NaN;
    if (Number.isNaN(acres)) {
      if (lot !== 0 && (isLotIn || lotsCounted.has(lot))) continue;
      lotsCounted.add(lot);
      acres = shape ? shapeAcres![shape.codes[row]!]! : Number.NaN;
    }
    if (Number.isNaN(acres)) continue;
    const next = sum + acres;
    rest += Math.abs(sum) >= Math.abs(acres) ? sum - next + acres : acres - next + sum;
    sum = next;
  }
  total.sum = sum;
  total.rest = rest;
}
