// What can be told of a parcels file that an older version of Platbook has written: where its parcels come from.
import { DatabaseSync } from '@photostructure/sqlite';
import { PARCEL_FORMAT } from './parcel-schema.ts';

/** Undefined for a file that is not older than this version. */
export function outdatedSource(path: string): string | undefined {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const { user_version: format } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    if (format >= PARCEL_FORMAT) return undefined;
    const { source } = db.prepare('SELECT source FROM loaded_set').get() as { source: string };
    return source;
  } finally {
    db.close();
  }
}
