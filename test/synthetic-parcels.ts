// Synthetic parcels for tests and benchmarks: irregular lots that share every edge, some with holes or in two parts.

import { type AreaGeometry, GRID_PER_DEGREE, type Position, type Ring } from '../geo/geometry.ts';
import { insidePoint } from '../geo/inside-point.ts';
import type { ParcelRecord } from '../store/parcel-store.ts';
import { filledParcelFields } from './example-parcel.ts';

/** South-west corner; lots are about 30 m wide. */
const ORIGIN = { lng: -80.9, lat: 35.5 };
const LOT_GRID_STEPS = 3_000;

const firstNames = [
  'Mary',
  'John',
  'Linda',
  'José',
  'Ruth',
  'Peter',
  'Anna',
  'Walter',
  'Grace',
  'Henry',
  'Zoë',
];
const lastNames = [
  'Smith',
  'Johnson',
  'Núñez',
  'Caldwell',
  'Abernathy',
  'Beatty',
  'Sherrill',
  'Westmoreland',
];
const streets = ['Main St', 'N Oak Ave', 'Old Mill Rd', 'Church Street', 'Lakeshore Dr', 'Kestrel Ln'];
const cities = ['Harrow', 'Millbridge', 'Saint Alban'];

/** A deterministic hash of its arguments, from 0 to 1. */
function scatter(x: number, y: number, salt: number): number {
  let mixed = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** A corner that up to four lots share. */
function corner(column: number, row: number): Position {
  return placed(column + 0.3 * scatter(column, row, 1), row + 0.3 * scatter(column, row, 2));
}

function placed(column: number, row: number): Position {
  const lng = Math.round(ORIGIN.lng * GRID_PER_DEGREE + column * LOT_GRID_STEPS);
  const lat = Math.round(ORIGIN.lat * GRID_PER_DEGREE + row * LOT_GRID_STEPS);
  return [lng / GRID_PER_DEGREE, lat / GRID_PER_DEGREE];
}

function lotRing(column: number, row: number): Ring {
  return [
    corner(column, row),
    corner(column + 1, row),
    corner(column + 1, row + 1),
    corner(column, row + 1),
    corner(column, row),
  ];
}

/** Counter-clockwise; reversed it is the hole that it fills. */
function pondRing(column: number, row: number): Ring {
  return [
    placed(column + 0.5, row + 0.5),
    placed(column + 0.7, row + 0.5),
    placed(column + 0.7, row + 0.7),
    placed(column + 0.5, row + 0.7),
    placed(column + 0.5, row + 0.5),
  ];
}

type Lot = { geometry: AreaGeometry; column: number; row: number; part: string };

function* lots(columns: number, rows: number): Generator<Lot> {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = { column, row, part: '000' };
      const kind = (row * columns + column) % 20;
      const ring = lotRing(column, row);
      if (kind === 3) {
        const pond = pondRing(column, row);
        yield { ...at, geometry: { type: 'Polygon', coordinates: [ring, [...pond].reverse()] } };
        yield { ...at, part: '001', geometry: { type: 'Polygon', coordinates: [pond] } };
      } else if (kind === 7 && column + 2 < columns) {
        // The lot after the next belongs to this one: a parcel of two parts with another between them.
        const far = lotRing(column + 2, row);
        yield { ...at, geometry: { type: 'MultiPolygon', coordinates: [[ring], [far]] } };
      } else if (kind === 9 && column >= 2) {
      } else {
        yield { ...at, geometry: { type: 'Polygon', coordinates: [ring] } };
      }
    }
  }
}

/** `columns` must be a multiple of 20: the kinds of lots repeat every 20 columns. */
export function* syntheticParcels({
  columns,
  rows,
}: {
  columns: number;
  rows: number;
}): Generator<ParcelRecord> {
  for (const { geometry, column, row, part } of lots(columns, rows)) {
    const pick = <T>(choices: readonly T[], salt: number): T =>
      choices[Math.floor(scatter(column, row, salt + part.length + Number(part)) * choices.length)]!;
    const missing = scatter(column, row, 20) < 0.05;
    const street = streets[row % streets.length]!;
    yield {
      ...filledParcelFields,
      pin: `${4600 + Math.floor(row / 100)}-${String(row % 100).padStart(2, '0')}-${String(column).padStart(4, '0')}.${part}`,
      name: missing ? '' : `${pick(lastNames, 3)} ${pick(firstNames, 4)} ${pick(firstNames, 5)[0]}`,
      add1: missing ? null : `${100 + 2 * column} ${street}`,
      add2: null,
      city: missing ? null : pick(cities, 6),
      state: missing ? null : 'NC',
      zip: missing ? null : '28000',
      site_address: part === '000' ? `${100 + 2 * column} ${street}` : null,
      taxacres: missing ? null : Math.round(scatter(column, row, 7) * 1000) / 100,
      township: pick(cities, 8),
      zoning: missing ? null : 'R-40',
      sale_date: missing ? null : '2019-06-30',
      sales_price: missing ? null : Math.round(scatter(column, row, 9) * 900_000),
      centroid: insidePoint(geometry),
      geometry,
    };
  }
}
