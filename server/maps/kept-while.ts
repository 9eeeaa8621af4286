// What a cache may do with an answer: keep it for good where its address names the version, else ask each time.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../request-headers.ts';

type Answer = {
  request: FastifyRequest<{ Querystring: { v?: unknown } }>;
  reply: FastifyReply;
  version: string;
  etag: string;
};

/** Sets the headers; true where the asker has the very same already. */
export function keptWhile({ request, reply, version, etag }: Answer): boolean {
  const isNamed = request.query.v === version;
  reply.headers({
    'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    ETag: etag,
  });
  return matchesEtag(request.headers['if-none-match'], etag);
}
