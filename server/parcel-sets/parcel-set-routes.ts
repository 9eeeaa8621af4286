// The calls about sets of parcels. Here: pages of a set and its PINs, and the fields that a filter can name, with their values.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { resolveField } from '../../contract/cql2/field-names.ts';
import { filterFields } from '../../contract/filter-fields.ts';
import { refusals } from '../../contract/messages.ts';
import { typeOfField } from '../../contract/parcel-filter.ts';
import {
  fieldName,
  type fieldValuesAnswer,
  fieldValuesQuery,
  type parcelFieldsAnswer,
  pinsQuery,
  setPageQuery,
} from '../../contract/parcel-set.ts';
import type { ParcelQueries } from '../../store/parcel-queries.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import type { InTurn } from '../answer-in-turn.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import { setOfRequest, setRouteOptions } from '../set-of-request.ts';
import { aroundRoutes } from './around-routes.ts';
import { answerOfPage, parseCursor, textOf } from './set-page.ts';

type Parts = {
  parcels: ParcelStore;
  queries: ParcelQueries;
  /** The turns of queries. */
  inTurn: InTurn;
  now: () => number;
};

export function parcelSetRoutes(app: FastifyInstance, { parcels, queries, inTurn, now }: Parts): void {
  aroundRoutes(app, { parcels, queries, inTurn, now });

  /** A set is named in the address of a GET or in the body of a POST. */
  const eitherWay = <Params = unknown>(
    url: string,
    answer: (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => Promise<unknown>,
  ) =>
    app.route<{ Params: Params }>({
      method: ['GET', 'POST'],
      url,
      ...(setRouteOptions satisfies Partial<RouteOptions>),
      handler: answer,
    });

  eitherWay('/api/parcels', async (request, reply) => {
    const { others, ...set } = setOfRequest(request);
    const { limit, cursor, offset: given } = parseInput(setPageQuery, others);
    if (cursor !== undefined && given !== undefined) throw new Failure(400, 'Give either cursor or offset.');
    const place = cursor === undefined ? undefined : parseCursor(cursor, set);
    const offset = place?.offset ?? given ?? 0;
    const { filter, sort } = set;
    const page = await inTurn(reply, (signal) => queries.select({ filter, sort, limit, offset }, signal));
    if (place && place.version !== page.version) throw new Failure(409, refusals.parcelsChanged);
    return textOf(reply, answerOfPage(page, { set, offset }), page);
  });

  eitherWay('/api/parcels/pins', async (request, reply) => {
    const { filter, others } = setOfRequest(request);
    parseInput(pinsQuery, others);
    const { json } = await inTurn(reply, (signal) => queries.pins(filter, signal));
    return reply.type('application/json; charset=utf-8').send(json);
  });

  eitherWay<{ field: string }>(
    '/api/parcel-fields/:field/values',
    async (request, reply): Promise<z.infer<typeof fieldValuesAnswer>> => {
      const field = resolveField(parseInput(fieldName, request.params.field), { isQuoted: false });
      const { filter, others } = setOfRequest(request);
      const { limit } = parseInput(fieldValuesQuery, others);
      const { values, distinct } = await inTurn(reply, (signal) =>
        queries.values({ field, filter, limit }, signal),
      );
      if (typeOfField(field) !== 'boolean') return { values, distinct };
      // The store counts booleans as 0 and 1.
      return {
        values: values.map(({ value, count }) => ({ value: value === null ? null : Boolean(value), count })),
        distinct,
      };
    },
  );

  app.get('/api/parcel-fields', async (): Promise<z.infer<typeof parcelFieldsAnswer>> => {
    const own = await queries.countyFields();
    return { fields: filterFields(own) };
  });
}
