// The sets that belong to a parcel: its neighbors, what else its owner has, and comparable sales. Each is a filter that the
// answer names, so that a page can open the same set.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { formatFilter } from '../../contract/cql2/format-filter.ts';
import { MARKET_PRICE_MIN } from '../../contract/market-price.ts';
import { refusals } from '../../contract/messages.ts';
import { monthsBefore } from '../../contract/months-before.ts';
import { type Parcel, pin } from '../../contract/parcel.ts';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import { lastingPin } from '../../contract/parcel-pin.ts';
import {
  type holdingsAnswer,
  holdingsQuery,
  type neighborsAnswer,
  neighborsQuery,
  type salesAnswer,
  salesQuery,
} from '../../contract/parcel-set.ts';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import type { ParcelQueries } from '../../store/parcel-queries.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import type { InTurn } from '../answer-in-turn.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import { whyMissing } from '../why-missing.ts';
import { atMarketPrice, leftOutOf, salesWithin } from './sales-near.ts';
import { answerOfPage, textOf } from './set-page.ts';

const FEET_PER_MILE = 5280;
/** Spellings of an owner's name. */
const MATCHED_MAX = 100;

type Parts = {
  parcels: ParcelStore;
  queries: ParcelQueries;
  inTurn: InTurn;
  now: () => number;
};

type OfParcel = FastifyRequest<{ Params: { pin: string } }>;

export function aroundRoutes(app: FastifyInstance, { parcels, queries, inTurn, now }: Parts): void {
  app.get('/api/parcels/:pin/neighbors', async (request: OfParcel, reply) => {
    const { feet, across, limit } = parseInput(neighborsQuery, request.query);
    const { name } = await findParcel(request);
    const of: ParcelFilter = { op: 'compare', field: 'pin', is: '=', value: name };
    const filter: ParcelFilter = { op: 'near', of, feet, ...(!across && { sameBlock: true }) };
    const page = await inTurn(reply, (signal) =>
      queries.select({ filter, sort: [], limit, offset: 0 }, signal),
    );
    const answer: z.infer<typeof neighborsAnswer> = {
      count: page.count,
      filter: formatFilter(filter),
      parcels: [],
    };
    return textOf(reply, answer, page);
  });

  app.get('/api/parcels/:pin/holdings', async (request: OfParcel, reply) => {
    const { limit } = parseInput(holdingsQuery, request.query);
    const { name } = await findParcel(request);
    const owners: ParcelFilter = { op: 'same-owner', pin: name };
    const address: ParcelFilter = { op: 'same-mailing', pin: name };
    const both: ParcelFilter = { op: 'and', of: [owners, address] };
    return inTurn(reply, async (signal) => {
      const measure = (filter: ParcelFilter, rows = 0) =>
        queries.select({ filter, sort: [], limit: rows, offset: 0 }, signal);
      const [page, names, atAddress, ownAtAddress] = await Promise.all([
        measure(owners, limit),
        queries.values({ field: 'name', filter: owners, limit: MATCHED_MAX }, signal),
        measure(address),
        measure(both),
      ]);
      const filter = formatFilter(owners);
      const { count, acres } = atAddress;
      const answer: z.infer<typeof holdingsAnswer> = {
        ...answerOfPage(page, { set: { text: filter, sort: [] }, offset: 0 }),
        matched: names.values.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
        filter,
        mailing: count > ownAtAddress.count ? { filter: formatFilter(address), count, acres } : null,
      };
      return textOf(reply, answer, page);
    });
  });

  app.get('/api/parcels/:pin/sales', async (request: OfParcel, reply) => {
    const { miles, months, acres: percent, limit } = parseInput(salesQuery, request.query);
    const { name, parcel } = await findParcel(request);
    const acres = await acresOf(parcel);
    const since = monthsBefore(new Date(now()), months);
    const all = salesWithin({ pin: name, feet: miles * FEET_PER_MILE, since, acres, percent });
    const sales: ParcelFilter = { op: 'and', of: all };
    const filter: ParcelFilter = { op: 'and', of: [...all, atMarketPrice] };
    return inTurn(reply, async (signal) => {
      const before = parcels.current()?.version;
      const [page, prices, perAcre] = await Promise.all([
        queries.select({ filter, sort: [], limit, offset: 0 }, signal),
        queries.quartiles({ field: 'sales_price', filter: sales, from: MARKET_PRICE_MIN }, signal),
        queries.quartiles({ field: 'price_per_acre', filter, from: -Infinity }, signal),
      ]);
      // Figures of two loads would not fit each other.
      if (parcels.current()?.version !== before) throw new Failure(409, refusals.parcelsChanged);
      const answer: z.infer<typeof salesAnswer> = {
        count: page.count,
        filter: formatFilter(filter),
        acres: acres ?? null,
        median: prices.quartiles?.median ?? null,
        quartiles: prices.quartiles,
        per_acre: perAcre.quartiles,
        left_out: leftOutOf(prices.others, perAcre.others),
        parcels: [],
      };
      return textOf(reply, answer, page);
    });
  });

  /** And how a filter names it: where several counties are loaded, one of them may have the same PIN. */
  async function findParcel(request: OfParcel): Promise<{ parcel: Parcel; name: string }> {
    const asked = parseInput(pin, request.params.pin);
    const parcel = await parcels.findByPin(asked);
    if (!parcel) throw new Failure(404, whyMissing(parcels, asked));
    const isAmongSeveral = (parcels.current()?.sources.length ?? 0) > 1;
    const name =
      isAmongSeveral && parcel.origin
        ? lastingPin({ pin: parcel.pin, source: parcel.origin.name })
        : parcel.pin;
    return { parcel, name };
  }

  /** Undefined where neither the county nor the shape tells. */
  async function acresOf({ taxacres, pin }: Parcel): Promise<number | undefined> {
    if (taxacres !== null && taxacres > 0) return taxacres;
    const shape = await parcels.findShape(pin);
    return shape && areaSquareMeters(shape.geometry) / SQUARE_METERS_PER_ACRE;
  }
}
