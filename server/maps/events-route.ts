// POST /events/v2: what the place search tells of its use. It is counted like any call, and goes no further.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseInput } from '../parse-input.ts';

/** A batch of a hundred events, each with all the words typed so far. */
const EVENTS_BYTES_MAX = 128 * 1024;

const events = z.array(z.unknown());

export function eventsRoute(app: FastifyInstance): void {
  app.post('/events/v2', { bodyLimit: EVENTS_BYTES_MAX }, async (request, reply) => {
    parseInput(events, request.body);
    return reply.code(204).send();
  });
}
