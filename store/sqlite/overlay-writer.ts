// Writes an overlay's shapes into a SQLite file: small parts of areas and lines, with an R*Tree of their boxes.
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { widenBounds } from '../../geo/bounds-of.ts';
import { cutArea } from '../../geo/cut-area.ts';
import { type Bounds, GRID_PER_DEGREE, type MapGeometry, type Position } from '../../geo/geometry.ts';
import {
  encodeShape,
  FINE_PER_DEGREE,
  type FinePoint,
  type FineShape,
  flatRings,
  toFine,
} from '../../geo/shape-code.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { OverlayShape } from '../overlay-store.ts';
import { syncFile, syncFolder } from '../sync-files.ts';

export const OVERLAY_FORMAT = 1;

/** Of one row: what a parcel does not touch is seldom read. */
const CORNERS_MAX = 256;

/** A row is a part of a shape: a whole number of corners of a line, or an area cut out of one. Boxes are on the storage grid. */
const tables = `
  PRAGMA user_version = ${OVERLAY_FORMAT};
  CREATE TABLE value (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE part (id INTEGER PRIMARY KEY, value_id INTEGER NOT NULL, shape BLOB NOT NULL);
  CREATE VIRTUAL TABLE part_box USING rtree_i32(id, west, east, south, north);
`;

type WriteOverlay = {
  path: string;
  shapes: AsyncIterable<readonly OverlayShape[]> | Iterable<readonly OverlayShape[]>;
  signal?: AbortSignal | undefined;
};

/** Atomic: the file is there when it is complete and on disk, or not at all. */
export async function writeOverlayShapes({
  path,
  shapes,
  signal,
}: WriteOverlay): Promise<{ count: number; bounds: Bounds }> {
  const made = `${path}.${randomUUID()}.loading`;
  try {
    const written = await writeFile(made, shapes, signal);
    if (!written.bounds) throw new OperatorError('The layer has no shapes.');
    await syncFile(made, 'r+');
    signal?.throwIfAborted();
    await rename(made, path);
    await syncFolder(dirname(path));
    return { count: written.count, bounds: written.bounds };
  } catch (error) {
    await rm(made, { force: true });
    throw error;
  }
}

async function writeFile(
  path: string,
  shapes: WriteOverlay['shapes'],
  signal: AbortSignal | undefined,
): Promise<{ count: number; bounds: Bounds | undefined }> {
  const db = new DatabaseSync(path);
  try {
    // Nobody reads this file before it is complete and synced, so it needs no journal on disk.
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;');
    db.exec(`${tables} BEGIN;`);
    const writer = new PartWriter(db);
    let count = 0;
    for await (const batch of shapes) {
      signal?.throwIfAborted();
      for (const { value, geometry } of batch) writer.add(value ?? '', geometry);
      count += batch.length;
    }
    db.exec('COMMIT');
    return { count, bounds: writer.bounds() };
  } finally {
    db.close();
  }
}

class PartWriter {
  readonly #addValue;
  readonly #addPart;
  readonly #addBox;
  readonly #valueIds = new Map<string, number>();
  #parts = 0;
  #bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };

  constructor(db: DatabaseSyncInstance) {
    this.#addValue = db.prepare('INSERT INTO value VALUES (?, ?)');
    this.#addPart = db.prepare('INSERT INTO part VALUES (?, ?, ?)');
    this.#addBox = db.prepare('INSERT INTO part_box VALUES (?, ?, ?, ?, ?)');
  }

  add(value: string, geometry: MapGeometry): void {
    for (const { shape, origin } of partsOf(geometry)) this.#add(this.#idOf(value), shape, origin);
  }

  bounds(): Bounds | undefined {
    return this.#parts === 0 ? undefined : this.#bounds;
  }

  #idOf(value: string): number {
    const known = this.#valueIds.get(value);
    if (known !== undefined) return known;
    const id = this.#valueIds.size + 1;
    this.#valueIds.set(value, id);
    this.#addValue.run(id, value);
    return id;
  }

  #add(valueId: number, shape: FineShape, origin: FinePoint): void {
    const [x, y] = [rangeOf(shape, 0), rangeOf(shape, 1)];
    const bounds = {
      west: (origin.x + x.low) / FINE_PER_DEGREE,
      east: (origin.x + x.high) / FINE_PER_DEGREE,
      south: (origin.y + y.low) / FINE_PER_DEGREE,
      north: (origin.y + y.high) / FINE_PER_DEGREE,
    };
    widenBounds(this.#bounds, bounds);
    const id = ++this.#parts;
    this.#addPart.run(id, valueId, encodeShape(shape, origin));
    const box = boxAround(bounds);
    this.#addBox.run(id, box.west, box.east, box.south, box.north);
  }
}

/** Steps of the storage grid that contain the bounds. */
export function boxAround({ west, south, east, north }: Bounds): Bounds {
  return {
    west: Math.floor(west * GRID_PER_DEGREE),
    south: Math.floor(south * GRID_PER_DEGREE),
    east: Math.ceil(east * GRID_PER_DEGREE),
    north: Math.ceil(north * GRID_PER_DEGREE),
  };
}

type Part = { shape: FineShape; origin: FinePoint };

function* partsOf(geometry: MapGeometry): Generator<Part> {
  switch (geometry.type) {
    case 'Point':
      return yield linePart('point', [geometry.coordinates]);
    case 'LineString':
      return yield* lineParts(geometry.coordinates);
    case 'MultiLineString':
      for (const line of geometry.coordinates) yield* lineParts(line);
      return;
    case 'Polygon': {
      const { rings, origin } = flatRings(geometry);
      for (const paths of cutArea(rings, CORNERS_MAX)) yield { shape: { kind: 'area', paths }, origin };
      return;
    }
    case 'MultiPolygon':
      for (const coordinates of geometry.coordinates) yield* partsOf({ type: 'Polygon', coordinates });
  }
}

/** Cut at corners only: a new one would not lie exactly on the border of a parcel that the line follows. */
function* lineParts(line: readonly Position[]): Generator<Part> {
  for (let at = 0; at < line.length - 1; at += CORNERS_MAX - 1)
    yield linePart('line', line.slice(at, at + CORNERS_MAX));
}

function linePart(kind: 'line' | 'point', positions: readonly Position[]): Part {
  const path = positions.flatMap(([lng, lat]) => [toFine(lng), toFine(lat)]);
  return { shape: { kind, paths: [path] }, origin: { x: 0, y: 0 } };
}

function rangeOf({ paths }: FineShape, axis: 0 | 1): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const path of paths) {
    for (let i = axis; i < path.length; i += 2) {
      if (path[i]! < low) low = path[i]!;
      if (path[i]! > high) high = path[i]!;
    }
  }
  return { low, high };
}
