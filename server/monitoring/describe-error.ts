// An error as it may stand in the log: its kind, its message and where it was thrown, without addresses of people, tokens
// and query strings, which messages of other programs often quote.
import { OperatorError } from '../../runtime/operator-error.ts';

const STACK_LINES_MAX = 12;
const STACK_LENGTH_MAX = 2000;
const CAUSES_MAX = 3;

export type DescribedError = {
  type: string;
  message: string;
  code?: string;
  statusCode?: number;
  stack?: string;
  cause?: DescribedError;
};

export function describeError(error: unknown, causesMax = CAUSES_MAX): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPersons(String(error)) };
  const { name, message, stack, cause, code, statusCode } = error as Error & Record<string, unknown>;
  return {
    type: name,
    message: withoutPersons(message),
    ...(typeof code === 'string' && { code }),
    ...(typeof statusCode === 'number' && { statusCode }),
    // Its message says all.
    ...(stack !== undefined && !(error instanceof OperatorError) && { stack: trimmed(stack) }),
    ...(cause instanceof Error && causesMax > 0 && { cause: describeError(cause, causesMax - 1) }),
  };
}

function trimmed(stack: string): string {
  return withoutPersons(stack).split('\n').slice(0, STACK_LINES_MAX).join('\n').slice(0, STACK_LENGTH_MAX);
}

/** Bounded, because a message can be of any length and every pattern is tried at every place of it. */
const TEXT_LENGTH_MAX = 8000;

function withoutPersons(text: string): string {
  return (
    text
      .slice(0, TEXT_LENGTH_MAX)
      .replace(/([^\s<>"'`()[\]{},;:=@]{1,256})@([\w-]+(?:\.[\w-]+)+)/g, '(address)')
      // A query string, of an address or of a path.
      .replace(/([\w/])\?[^\s"'<>)]*=[^\s"'<>)]*/g, '$1?(query)')
      // JWTs, and other secrets as they are made here: at least 32 characters of base64url.
      .replace(/\b[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}\b/g, '(token)')
      .replace(/(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}(?![\w/.-])/g, '(token)')
  );
}
