// Who may read parcels, by PARCEL_ACCESS, and how much at once: for the routes, and for tiles that are answered from memory.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { refusals } from '../contract/messages.ts';
import type { TakeTurn } from './client-limits.ts';
import { Failure } from './failure.ts';
import { isLocalRequest } from './local-request.ts';
import type { PersonLimits, UnreadLimit } from './person-limits.ts';
import type { RequireReader, SessionGuards } from './require-session.ts';

const RETRY_SOON_SECONDS = 1;

/** Undefined where the route has to decide. */
export type KnownReader = (request: IncomingMessage) => { name: string; limit: UnreadLimit } | undefined;

type Parts = Pick<SessionGuards, 'requireSession' | 'knownPerson'> & {
  limits: PersonLimits;
  /** Undefined where parcels are for signed-in people only. */
  takeTurn: TakeTurn | undefined;
};

export function createParcelReaders({ requireSession, knownPerson, limits, takeTurn }: Parts): {
  requireReader: RequireReader;
  knownReader: KnownReader;
} {
  const { readers, strangers } = limits;
  const requirePerson = limits.limitReads(requireSession);
  const withRoom = (limit: UnreadLimit, name: string | undefined) =>
    name !== undefined && limit.hasRoom(name) ? { name, limit } : undefined;
  if (!takeTurn) {
    return {
      requireReader: requirePerson,
      knownReader: (request) => withRoom(readers, knownPerson(request)?.userId),
    };
  }

  /** A session that is not in memory counts, too. */
  async function requirePersonBeyondLimits(request: FastifyRequest): Promise<void> {
    try {
      await requirePerson(request);
    } catch (error) {
      const isStranger = error instanceof Failure && error.status === 401;
      throw isStranger
        ? new Failure(429, refusals.tooManyReads, { retryAfterSeconds: RETRY_SOON_SECONDS })
        : error;
    }
  }

  return {
    requireReader(request) {
      if (knownPerson(request)) return requirePerson(request);
      const client = takeTurn(request.raw);
      if (client !== undefined && strangers.hasRoom(client)) return limits.countStranger(request, client);
      return isLocalRequest(request) ? undefined : requirePersonBeyondLimits(request);
    },
    // A tile that is not in memory is counted again by the route: it costs more.
    knownReader(request) {
      const person = knownPerson(request);
      return person ? withRoom(readers, person.userId) : withRoom(strangers, takeTurn(request));
    },
  };
}
