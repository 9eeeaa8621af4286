// Mapbox's geocoding API: forward (places by text) and reverse (places at a point).
import type { FastifyInstance } from 'fastify';
import type { GeocodingAnswer } from '../../../contract/geocoding.ts';
import type { PlaceStore } from '../../../store/place-store.ts';
import { geocodingFeature } from './geocoding-feature.ts';
import { parseGeocodingRequest } from './parse-geocoding-request.ts';

export function geocodingRoutes(app: FastifyInstance, { places }: { places: PlaceStore }): void {
  app.get<{ Params: { mode: string; file: string } }>('/geocoding/v5/:mode/:file', async (request, reply) => {
    const asked = parseGeocodingRequest({ ...request.params, fields: request.query });
    const { kind, isElsewhere, languages } = asked;
    const found = kind === 'forward' ? () => places.search(asked.search) : () => places.findAt(asked.at);
    const features = isElsewhere ? [] : await found();
    reply.type('application/geo+json');
    return {
      type: 'FeatureCollection',
      query:
        kind === 'forward'
          ? asked.search.text
              .toLowerCase()
              .split(/[\s,]+/)
              .filter(Boolean)
          : [asked.at.point.lng, asked.at.point.lat],
      features: features.map((place) => geocodingFeature(place, languages)),
      attribution: places.current()?.attribution ?? '',
    } satisfies GeocodingAnswer;
  });
}
