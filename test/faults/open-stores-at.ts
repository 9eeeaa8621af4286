// For the processes that are killed: the stores of a data folder, or of a PostgreSQL database where its address is given.
// DATA_DIR is then where accounts are backed up before a migration.
import { openPostgresStores } from '../../store/postgres/open-postgres-stores.ts';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import type { Stores } from '../store-places.ts';

export function openStoresAt(where: string): Promise<Stores> {
  return where.startsWith('postgres:')
    ? openPostgresStores({ databaseUrl: where, dataDir: process.env.DATA_DIR })
    : openSqliteStores({ dataDir: where });
}
