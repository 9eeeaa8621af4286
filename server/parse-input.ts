// What arrives from outside, checked against a schema of the contract; the first problem becomes one sentence.
import type { z } from 'zod';
import { Failure } from './failure.ts';

/** Words for problems that the schema itself has none for. */
function inWords(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.join('.') || 'The request body';
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}.`;
  if (issue.code !== 'invalid_type') return `${field} is not valid.`;
  if (issue.input === undefined) return `${field} is missing.`;
  return `${field} must be ${issue.expected === 'string' ? 'text' : `of type ${issue.expected}`}.`;
}

export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: inWords });
  if (!parsed.success) throw new Failure(400, parsed.error.issues[0]!.message);
  return parsed.data;
}
