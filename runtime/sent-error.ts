// An error on its way to another thread or process. It loses its class there, so its class and stack are sent along.
import { OperatorError } from './operator-error.ts';

export type SentError = { message: string; stack: string | undefined; isForOperator: boolean };

export function toSent(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, isForOperator: false };
  return { message: error.message, stack: error.stack, isForOperator: error instanceof OperatorError };
}

export function fromSent({ message, stack, isForOperator }: SentError): Error {
  const error = isForOperator ? new OperatorError(message) : new Error(message);
  // The sender's stack: it shows where the error was thrown.
  if (stack !== undefined) error.stack = stack;
  return error;
}
