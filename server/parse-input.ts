// Parses what a request carries: bodies and queries by a schema of the contract, and tile addresses.
import type { z } from 'zod';
import type { TileAddress } from '../geo/geometry.ts';
import { isOnGrid } from '../geo/tile-address.ts';
import { Failure } from './failure.ts';

/** More than any request has. */
const FIELDS_MAX = 100;

/** Throws a 400 with one sentence about the first problem. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  // Schemas take half a second for a megabyte of unknown ones, in the thread that answers everybody else.
  if (isObject(input) && Object.keys(input).length > FIELDS_MAX)
    throw new Failure(400, `A request may have at most ${FIELDS_MAX} fields.`);
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  // Parsed again only to be described: with the option, good input takes five times as long.
  const { error } = schema.safeParse(input, { error: describeIssue });
  throw new Failure(400, error!.issues[0]!.message);
}

const isObject = (input: unknown): input is object =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** The text for problems that the schema itself has no message for. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.join('.') || 'The request body';
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}.`;
  if (issue.code !== 'invalid_type') return `${field} is not valid.`;
  if (issue.input === undefined) return `${field} is missing.`;
  return `${field} must be ${issue.expected === 'string' ? 'text' : `of type ${issue.expected}`}.`;
}

export type TileParams = { z: string; x: string; y: string };

/** Undefined where the three are not numbers, or lie outside the tile grid. */
export function parseTileAddress({ z, x, y }: TileParams): TileAddress | undefined {
  const areNumbers = [z, x, y].every((text) => /^(0|[1-9]\d{0,7})$/.test(text));
  const address = { z: Number(z), x: Number(x), y: Number(y) };
  return areNumbers && isOnGrid(address) ? address : undefined;
}
