// HTTP caching of map files and settings: immutable if the address names the current version, else revalidated by ETag every time.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../request-headers.ts';

type Answer = {
  request: FastifyRequest;
  reply: FastifyReply;
  etag: string;
  /** The version that `?v=` has to name. Undefined for files whose addresses carry none. */
  version?: string;
  /** Who may share a copy: `private` for what needs a session. */
  scope?: 'public' | 'private';
};

/** Sets Cache-Control and ETag. True if the client's copy is current: then the answer is 304. */
export function revalidate({ request, reply, etag, version, scope = 'public' }: Answer): boolean {
  const { v } = request.query as { v?: unknown };
  const isImmutable = version !== undefined && v === version;
  reply.headers({
    'Cache-Control': isImmutable ? `${scope}, max-age=31536000, immutable` : `${scope}, no-cache`,
    ETag: etag,
  });
  return matchesEtag(request.headers['if-none-match'], etag);
}
