// The HTTP calls that read parcels: by PIN, by search text, at a point, and as a GeoJSON shape; and the outlines of their counties.
import type { FastifyInstance } from 'fastify';
import { messages, refusals } from '../../contract/messages.ts';
import { type CountyOutlines, parcelAtQuery, parcelSearchQuery, pin } from '../../contract/parcel.ts';
import { ringOfBounds } from '../../geo/bounds-of.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import { whyMissing } from '../why-missing.ts';

export function parcelRoutes(app: FastifyInstance, { parcels }: { parcels: ParcelStore }): void {
  app.get<{ Params: { pin: string } }>('/api/parcels/:pin', async (request) => {
    const asked = parseInput(pin, request.params.pin);
    const found = await parcels.findByPin(asked);
    if (!found) throw new Failure(404, whyMissing(parcels, asked));
    return found;
  });

  app.get('/api/parcels/search', async (request, reply) => {
    const { q, limit } = parseInput(parcelSearchQuery, request.query);
    const matches = await parcels.searchJson({ text: q, limit });
    reply.type('application/json; charset=utf-8');
    return `{"parcels":${matches}}`;
  });

  app.get('/api/counties', async (): Promise<CountyOutlines> => {
    const counties = (parcels.current()?.sources ?? []).map(({ name, bounds, outline }) => ({
      name,
      outline: outline ?? [ringOfBounds(bounds)],
    }));
    return { counties };
  });

  app.get('/api/parcels/at', async (request) => {
    const found = await parcels.findAt(parseInput(parcelAtQuery, request.query));
    if (!found) throw new Failure(404, refusals.noParcelHere);
    return found;
  });

  app.get<{ Params: { id: string } }>('/api/parcels/feature/:id', async (request, reply) => {
    const shape = await parcels.findShape(parseInput(pin, request.params.id));
    if (!shape) throw new Failure(404, messages.parcelNotFound);
    reply.type('application/geo+json');
    return { type: 'Feature', id: shape.pin, properties: { pin: shape.pin }, geometry: shape.geometry };
  });
}
