// A mutex for changing parcels: an advisory lock of the database, so that only one process changes them at a time.
import type { ChangeOptions } from '../parcel-store.ts';
import { waitForTurn } from '../wait-for-turn.ts';
import type { Sql } from './connect.ts';

/** An arbitrary number that all processes share. */
const LOAD_LOCK = 7_528_266_001;

export async function withLoadLock<T>(
  { sql, ...options }: ChangeOptions & { sql: Sql },
  run: () => Promise<T>,
): Promise<T> {
  // The lock belongs to its connection, and is released if the connection ends.
  const connection = await sql.reserve();
  try {
    await waitForTurn(async () => {
      const [answer] = await connection`SELECT pg_try_advisory_lock(${LOAD_LOCK}::bigint) AS ours`;
      return answer!.ours ? 'ours' : undefined;
    }, options);
    try {
      return await run();
    } finally {
      await connection`SELECT pg_advisory_unlock(${LOAD_LOCK}::bigint)`;
    }
  } finally {
    connection.release();
  }
}
