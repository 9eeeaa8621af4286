// Schemas of letters to the owners of a set: what the calls for labels and notices take besides a set, and what they answer.
import { z } from 'zod';
import { LETTERS_MAX, SET_PAGE_DEFAULT, SET_PAGE_MAX } from './limits.ts';
import { integerBetween } from './parcel.ts';

const wordOf = <const Words extends readonly [string, ...string[]]>(name: string, words: Words) =>
  z.enum(words, { error: `${name} must be one of ${words.join(', ')}.` });

const whom = {
  /** What becomes one letter: the parcels of one owner at one address, all of one address, or each parcel. */
  merge: wordOf('merge', ['owner', 'mailing', 'none']).default('owner'),
  /** A filter. The owners of its parcels get no letter, for none of their parcels. */
  own: z.string('own must be text, and given once.').optional(),
};

export const noticesQuery = z.strictObject({
  ...whom,
  limit: integerBetween('limit', 0, SET_PAGE_MAX).default(SET_PAGE_DEFAULT),
  offset: integerBetween('offset', 0, LETTERS_MAX).default(0),
});

export const labelsQuery = z.strictObject({
  ...whom,
  format: wordOf('format', ['5160', '5163', 'csv']),
  /** The first label that is still on the sheet. */
  start: integerBetween('start', 1, 30).default(1),
  /** With `pin`, the first line names the parcel. */
  re: wordOf('re', ['none', 'pin']).default('none'),
});
export type LabelsQuery = z.infer<typeof labelsQuery>;

/** Why a parcel of the set caused no letter of its own. */
export const leftOutReasons = {
  own: 'Same owner as the land asked about',
  'no-address': 'No mailing address',
  duplicate: 'Same owner and address as another parcel',
  merged: 'Merged with another owner at the same address',
} as const;
export type LeftOutReason = keyof typeof leftOutReasons;

/** `GET /api/notices`. `parcels` is how many the set has, `count` how many letters that makes. */
export const noticesAnswer = z.object({
  parcels: z.number(),
  count: z.number(),
  letters: z.array(
    z.object({
      name: z.string(),
      /** Of the address, as on an envelope. */
      lines: z.array(z.string()),
      pins: z.array(z.string()),
    }),
  ),
  left_out: z.array(
    z.object({
      reason: z.enum(Object.keys(leftOutReasons) as [LeftOutReason, ...LeftOutReason[]]),
      text: z.string(),
      count: z.number(),
      /** At most 1,000 of them. */
      pins: z.array(z.string()),
    }),
  ),
});
export type NoticesAnswer = z.infer<typeof noticesAnswer>;
