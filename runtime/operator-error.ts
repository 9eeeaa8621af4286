// The error for problems that only the operator can fix: a bad setting, a folder in use, an unreadable file.
import { printable } from './printable-text.ts';

/**
 * The message is one line: what is wrong, and what to do. The command line prints it without a stack trace. It may quote what a file or
 * a server says.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';

  constructor(message: string, options?: ErrorOptions) {
    super(printable(message), options);
  }

  /** Of the command that it ends; others than 1 tell a script what happened. */
  readonly exitCode: number = 1;
}
