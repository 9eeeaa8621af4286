// The audit log: what an operator does by commands, one line of JSON each in the data folder. What commands print is for the person at
// the terminal, and many run where nobody keeps it.
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../server/config.ts';
import { createEventLog, type EventLog } from '../server/monitoring/event-log.ts';

export const AUDIT_LOG_FILE = 'audit.jsonl';
const OLD_AUDIT_LOG_FILE = 'audit.old.jsonl';
/** Tens of thousands of actions. Then a new file is begun, and the one before is kept. */
const BYTES_MAX = 8 * 1024 * 1024;

/** A line that cannot be written is lost: the action itself goes on. */
export function openAuditLog({ dataDir }: Pick<Config, 'dataDir'>): EventLog {
  const path = join(dataDir, AUDIT_LOG_FILE);
  return createEventLog({
    write: (line) => {
      const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
      if (size > BYTES_MAX) renameSync(path, join(dataDir, OLD_AUDIT_LOG_FILE));
      appendFileSync(path, line, { mode: 0o600 });
    },
  });
}
