// The SQLite file of a GeoPackage: opened without writing to it or running what has no end, and its faults in words.
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { cleanText } from '../fields/clean-text.ts';

/** Another database of shapes: SpatiaLite, or as GDAL writes SQLite. */
export function isSpatiaLite(path: string): boolean {
  try {
    const database = openReadOnly(path);
    try {
      return namedTable(database, 'geometry_columns') && !namedTable(database, 'gpkg_contents');
    } finally {
      database.close();
    }
  } catch {
    // A damaged one; opening it gives the error.
    return false;
  }
}

export function namedTable(database: DatabaseSyncInstance, name: string): boolean {
  return (
    database
      .prepare("SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND lower(name) = lower(?)")
      .get(name) !== undefined
  );
}

export function isTable(database: DatabaseSyncInstance, name: string): boolean {
  return (
    database
      .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND lower(name) = lower(?)")
      .get(name) !== undefined
  );
}

/** A name inside SQL: it cannot be bound as a value. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function openReadOnly(path: string): DatabaseSyncInstance {
  const database = openFile(path);
  // A recursive query in a view may have no end, and nothing could stop it.
  database.setAuthorizer((action) =>
    action === constants.SQLITE_RECURSIVE ? constants.SQLITE_DENY : constants.SQLITE_OK,
  );
  return database;
}

function openFile(path: string): DatabaseSyncInstance {
  const log = `${path}-wal`;
  if (existsSync(log) && statSync(log).size > 0) return new DatabaseSync(path, { readOnly: true });
  // `immutable` makes no files beside it, so it also works in a folder without write permission.
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  return new DatabaseSync(address, { readOnly: true });
}

export function inWords<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(path, error);
  }
}

export function damaged(path: string, error: unknown): OperatorError {
  if (error instanceof Error && error.message.includes('not authorized')) {
    return new OperatorError(
      `${basename(path)} has a view that is a recursive query, which is not run: export its rows as a table.`,
    );
  }
  // SQLite quotes what it found, in which control characters may be.
  const reason = cleanText(error instanceof Error ? error.message : String(error));
  return new OperatorError(
    `${basename(path)} is cut off or damaged (${reason}). Get a complete copy of it.`,
    { cause: error },
  );
}
