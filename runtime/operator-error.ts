// The one error that only whoever runs Platbook can mend: a bad setting, a folder in use, a file that cannot be read.

/** Its message is one clear line that says what is wrong and what to do. The command line prints it without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
