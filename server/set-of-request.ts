// Which parcels a request is about: a filter or a list of PINs, and their order. The same in an address (GET) and in a JSON body (POST).
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formatFilter } from '../contract/cql2/format-filter.ts';
import { parseFilter } from '../contract/cql2/parse-filter.ts';
import { parseSort } from '../contract/cql2/parse-sort.ts';
import { FILTER_PARSED_AT_ONCE_MAX, FILTER_TERMS_MAX, SET_BODY_BYTES_MAX } from '../contract/limits.ts';
import { pin } from '../contract/parcel.ts';
import type { ParcelFilter, SortKey } from '../contract/parcel-filter.ts';
import type { WrittenFilter } from '../store/parcel-queries.ts';
import { Failure } from './failure.ts';
import { parseInput } from './parse-input.ts';

export type SetOfRequest = {
  filter: WrittenFilter;
  /** The filter in CQL2, as formatFilter writes it; a long one as it was given. */
  text: string;
  sort: SortKey[];
  /**
   * What else the request carries, for the route's own strict schema. Numbers and booleans of a body are text here, so that
   * one schema reads addresses and bodies.
   */
  others: Record<string, unknown>;
};

/** Of a route that takes a set in its body. */
export const setRouteOptions = { bodyLimit: SET_BODY_BYTES_MAX };

const members = z.looseObject(
  {
    filter: z.string({ error: 'filter must be text, and given once.' }).optional(),
    pins: z
      .union([z.string().transform((text) => text.split(',')), z.array(z.string())], {
        error: 'pins must be text with commas, or a list of texts.',
      })
      .pipe(
        z
          .array(pin)
          .min(1, 'pins must not be empty.')
          .max(
            FILTER_TERMS_MAX,
            `pins may have at most ${FILTER_TERMS_MAX.toLocaleString('en-US')} entries.`,
          ),
      )
      .optional(),
    sort: z.string({ error: 'sort must be text, and given once.' }).optional(),
  },
  'The request body must be an object.',
);

/** Without a filter and without PINs: all parcels. Throws a 400 that names the place in the text. */
export function setOfRequest(request: Pick<FastifyRequest, 'method' | 'query' | 'body'>): SetOfRequest {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { filter, pins, sort = '', ...others } = parseInput(members, isRead ? request.query : request.body);
  if (filter !== undefined && pins) throw new Failure(400, 'Give either filter or pins, not both.');
  const tree = pins ? filterOfPins(pins) : filterOfText(filter ?? '');
  const parsedSort = parseSort(sort);
  if ('error' in parsedSort) throw new Failure(400, `sort: ${parsedSort.error.message}`);
  return {
    filter: tree,
    text: tree.op === 'text' ? tree.text : formatFilter(tree),
    sort: parsedSort.sort,
    others: asTexts(others),
  };
}

function filterOfPins(pins: string[]): ParcelFilter {
  return { op: 'in', field: 'pin', values: [...new Set(pins)] };
}

/** Throws a 400 that names the place in the text; of a long one the store does (FilterRefused). */
export function filterOfText(text: string, member = 'filter'): WrittenFilter {
  if (text.length > FILTER_PARSED_AT_ONCE_MAX) return { op: 'text', text, member };
  const parsed = parseFilter(text);
  if ('error' in parsed) throw new Failure(400, `${member}: ${parsed.error.message}`);
  return parsed.filter;
}

function asTexts(values: Record<string, unknown>): Record<string, unknown> {
  const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isPlain(value) ? String(value) : value]),
  );
}
