// platbook audit: whether the lines of the audit log are all there and unchanged.
import { OperatorError } from '../runtime/operator-error.ts';
import { checkAuditLog } from './audit-log.ts';
import type { Command } from './command.ts';

export const audit: Command = {
  notes: `platbook audit verify reads audit.old.jsonl and audit.jsonl in DATA_DIR. Each line carries the SHA-256 of the line before: the first
that does not fit is named, and the exit code is 1. Lines taken off the end are not missed by that, and neither are files that
somebody has made anew: keep the hash that it prints somewhere else, and look for it in the files later on.`,
  run: async ({ args: [action], config }) => {
    if (action !== 'verify') throw new OperatorError(`Unknown: audit ${action}. There is verify.`);
    const { chained, unchained, cut, lastHash, wrong } = checkAuditLog(config);
    if (wrong) {
      throw new OperatorError(
        `${wrong.file}, line ${wrong.line} does not fit: it or the line before was changed, removed or added. ${counted(chained, 'line')} before it fit.`,
      );
    }
    if (lastHash === undefined) {
      console.log('Nothing has been logged yet.');
      return undefined;
    }
    console.log(`The audit log is in order: ${counted(chained, 'line')} with the hash of the line before.`);
    if (unchained > 0)
      console.log(`At its beginning, without a hash: ${counted(unchained, 'line')} of an older version.`);
    if (cut > 0) console.log(`Cut by a crash or a full disk: ${counted(cut, 'line')}.`);
    console.log(`The hash of the last line: ${lastHash}`);
    return undefined;
  },
};

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
