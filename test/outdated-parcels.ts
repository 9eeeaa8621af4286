// Parcels as a version of Platbook before several sources has left them in a data folder: a pair of files, no manifest.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

type Outdated = {
  dataDir: string;
  version: string;
  /** Formats before 3 have no kind. */
  format: 1 | 2 | 3;
  source: string;
  kind?: 'demo' | 'imported';
};

export async function writeOutdatedParcels({
  dataDir,
  version,
  format,
  source,
  kind,
}: Outdated): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, `parcels-${version}.db`));
  db.exec(
    `PRAGMA user_version = ${format}; CREATE TABLE loaded_set (count INTEGER, source TEXT, kind TEXT);`,
  );
  db.prepare('INSERT INTO loaded_set VALUES (1, ?, ?)').run(source, kind ?? null);
  if (format < 3) db.exec('ALTER TABLE loaded_set DROP COLUMN kind');
  db.close();
  await writeFile(join(dataDir, `parcels-${version}.tiles`), '');
}
