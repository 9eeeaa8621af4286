// Logs what an operator does by commands: one line of JSON each in the data folder. What commands print is for the person at
// the terminal, and many run where nobody keeps it.
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../server/config.ts';
import { createEventLog, type EventLog } from '../server/monitoring/event-log.ts';

export const ACT_LOG_FILE = 'acts.jsonl';
const OLD_ACT_LOG_FILE = 'acts.old.jsonl';
/** Tens of thousands of acts. Then a new file is begun, and the one before is kept. */
const BYTES_MAX = 8 * 1024 * 1024;

/** A line that cannot be written is lost: the act itself goes on. */
export function openActLog({ dataDir }: Pick<Config, 'dataDir'>): EventLog {
  const path = join(dataDir, ACT_LOG_FILE);
  return createEventLog({
    write: (line) => {
      const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
      if (size > BYTES_MAX) renameSync(path, join(dataDir, OLD_ACT_LOG_FILE));
      appendFileSync(path, line, { mode: 0o600 });
    },
  });
}
