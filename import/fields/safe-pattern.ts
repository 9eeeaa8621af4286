// Regular expressions of `--map` and of public definitions, matched in linear time: somebody else's pattern cannot take for ever.
import { RE2JS } from 're2js';
import { OperatorError } from '../../runtime/operator-error.ts';

const PATTERN_LENGTH_MAX = 200;

/** RE2's syntax, which is JavaScript's and Python's without back references and lookaround. */
export function compilePattern(pattern: string): RE2JS {
  if (pattern.length > PATTERN_LENGTH_MAX) {
    throw new OperatorError(`The pattern '${pattern}' is longer than ${PATTERN_LENGTH_MAX} characters.`);
  }
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    throw new OperatorError(
      `The pattern '${pattern}' is not a regular expression that Platbook supports (${(error as Error).message}).`,
    );
  }
}
