// The error for problems that only the operator can fix: a bad setting, a folder in use, an unreadable file.

/** The message is one line: what is wrong, and what to do. The command line prints it without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  /** Of the command that it ends; others than 1 tell a script what happened. */
  readonly exitCode: number = 1;
}
