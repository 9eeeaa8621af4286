// A mutex for changing parcels: an advisory lock of the database, so that only one process changes them at a time.
import type { ChangeOptions } from '../parcel-store.ts';
import { waitForTurn } from '../wait-for-turn.ts';
import { connect } from './connect.ts';

/** An arbitrary number that all processes share. */
const LOAD_LOCK = 7_528_266_001;

export async function withLoadLock<T>(
  { databaseUrl, ...options }: ChangeOptions & { databaseUrl: string },
  run: () => Promise<T>,
): Promise<T> {
  // The lock belongs to its connection, and is released if the connection ends. Not a reserved one of the pool: if the
  // database goes away, the driver (3.4.9) throws at the next use of that where nobody can catch it.
  const sql = connect(databaseUrl, { connectionsMax: 1, isKeptOpen: true });
  try {
    await waitForTurn(async () => {
      const [answer] = await sql`SELECT pg_try_advisory_lock(${LOAD_LOCK}::bigint) AS ours`;
      return answer!.ours ? 'ours' : undefined;
    }, options);
    return await run();
  } finally {
    // Not left to the end of the connection, which the database notices a little later than the next load begins.
    await sql`SELECT pg_advisory_unlock(${LOAD_LOCK}::bigint)`.catch(() => {});
    await sql.end({ timeout: 5 });
  }
}
