// Geocoding as the search box asks for it: places by their words, and what is at a point.
import type { FastifyInstance } from 'fastify';
import type { GeocodingAnswer } from '../../../contract/geocoding.ts';
import type { PlaceStore } from '../../../store/place-store.ts';
import type { RequireReader } from '../../require-session.ts';
import { featureOf } from './feature-of.ts';
import { parseQuestion } from './parse-question.ts';

/** House addresses come from the parcels, so whoever may not read those may not read these. */
type Parts = { places: PlaceStore; requireReader: RequireReader };

export function geocodingRoutes(app: FastifyInstance, { places, requireReader }: Parts): void {
  app.get<{ Params: { mode: string; file: string } }>('/geocoding/v5/:mode/:file', async (request, reply) => {
    await requireReader(request);
    const question = parseQuestion({ ...request.params, fields: request.query });
    const { kind, isElsewhere, languages } = question;
    const found =
      kind === 'forward' ? () => places.search(question.search) : () => places.findAt(question.at);
    const features = isElsewhere ? [] : await found();
    reply.type('application/geo+json');
    return {
      type: 'FeatureCollection',
      query:
        kind === 'forward'
          ? question.search.text
              .toLowerCase()
              .split(/[\s,]+/)
              .filter(Boolean)
          : [question.at.point.lng, question.at.point.lat],
      features: features.map((place) => featureOf(place, languages)),
      attribution: places.current()?.attribution ?? '',
    } satisfies GeocodingAnswer;
  });
}
