// A failure of the disk or the database in the middle of a command, in words: only the operator can fix it.
import { isDiskFull } from '../runtime/disk-full.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';

// By their messages: an error that comes from a worker thread has lost its code.
const CONNECTION_IS_LOST =
  /\bCONNECTION_(CLOSED|ENDED|DESTROYED)\b|\bCONNECT_TIMEOUT\b|\bECONN(RESET|REFUSED|ABORTED)\b|\bEPIPE\b|terminating connection/;

/** If the database goes away in a transaction, the driver (postgres 3.4.9) stumbles over its missing socket. */
const DRIVER_WITHOUT_SOCKET = /^TypeError: .*null.*at \S*nextWrite .*postgres/s;

/** Any other error is a bug, and stays as it is. */
export function explainFailure(
  error: unknown,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error;
  const { message, stack = '' } = error;
  if (isDiskFull(error)) {
    const where = databaseUrl ? `${dataDir} or of the database` : dataDir;
    return new OperatorError(
      `The disk of ${where} is full (${message}): make room, and repeat the command.`,
      { cause: error },
    );
  }
  const isStumble = DRIVER_WITHOUT_SOCKET.test(stack);
  if (databaseUrl && (isStumble || CONNECTION_IS_LOST.test(message))) {
    const reason = isStumble ? '' : ` (${message})`;
    return new OperatorError(
      `The connection to the database was lost${reason}: repeat the command once it answers.`,
      { cause: error },
    );
  }
  return error;
}
