// Hears of sessions that another process has ended in accounts.db: `platbook users`, beside a running server.
//
// SQLite tells nobody of a change, but answers cheaply whether another connection has written (PRAGMA data_version), though
// not what. So after each such write any session may have changed, and is looked up again. Processes that serve together
// (PROCESSES) write, too: each then forgets its sessions twice a second at most, and a look-up takes 50 to 80 microseconds.
import type { SessionChanges } from '../session-changes.ts';
import type { SqlClient } from '../sql-client.ts';

const POLL_MS = 500;

export function watchingOtherWriters(client: SqlClient, changes: SessionChanges): SqlClient {
  let lastVersion: number | undefined;
  let isAsking = false;

  async function poll(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const [row] = await client.query<{ data_version: number }>('PRAGMA data_version', []);
      const version = row!.data_version;
      // Told last: a look-up from here on finds what is there now.
      if (lastVersion !== undefined && version !== lastVersion) changes.notify(undefined);
      lastVersion = version;
    } catch {
      // What was written meanwhile is unknown. A look-up of a session gets the error itself.
      changes.notify(undefined);
    } finally {
      isAsking = false;
    }
  }

  void poll();
  const timer = setInterval(poll, POLL_MS).unref();
  return {
    ...client,
    close: () => {
      clearInterval(timer);
      return client.close();
    },
  };
}
