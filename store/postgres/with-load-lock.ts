// A mutex of all processes: an advisory lock of the database, so that only one of them changes parcels at a time.
import type { ChangeOptions } from '../parcel-store.ts';
import { waitForTurn } from '../wait-for-turn.ts';
import { connect } from './connect.ts';

/** An arbitrary number that all processes share. */
const LOAD_LOCK = 7_528_266_001;

export function withLoadLock<T>(
  options: ChangeOptions & { databaseUrl: string },
  run: () => Promise<T>,
): Promise<T> {
  return withLock({ ...options, lock: LOAD_LOCK }, run);
}

export async function withLock<T>(
  { databaseUrl, lock, ...options }: ChangeOptions & { databaseUrl: string; lock: number },
  run: () => Promise<T>,
): Promise<T> {
  // The lock belongs to its connection, and is released if the connection ends. Not a reserved one of the pool: if the
  // database goes away, the driver (3.4.9) throws at the next use of that where nobody can catch it.
  const sql = connect(databaseUrl, { connectionsMax: 1, isKeptOpen: true });
  try {
    await waitForTurn(async () => {
      const [answer] = await sql`SELECT pg_try_advisory_lock(${lock}::bigint) AS ours`;
      return answer!.ours ? 'ours' : undefined;
    }, options);
    return await run();
  } finally {
    // Not left to the end of the connection, which the database notices a little later than the next load begins.
    await sql`SELECT pg_advisory_unlock(${lock}::bigint)`.catch(() => {});
    await sql.end({ timeout: 5 });
  }
}
