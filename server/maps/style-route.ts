// GET /styles/v1/platbook/{id}: one of the four styles, with addresses as the asker can reach them.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isMapStyleId } from '../../contract/map-styles.ts';
import { messages } from '../../contract/messages.ts';
import { Failure } from '../failure.ts';
import { isLoopback } from '../loopback.ts';
import { matchesEtag } from '../request-headers.ts';
import { styleDocument, type TileSets } from './style/style-document.ts';

type Parts = { publicUrl: string; tileSets: TileSets };

export function styleRoute(app: FastifyInstance, { publicUrl, tileSets }: Parts): void {
  app.get<{ Params: { id: string } }>('/styles/v1/platbook/:id', async (request, reply) => {
    const { id } = request.params;
    if (!isMapStyleId(id)) throw new Failure(404, messages.styleNotFound);
    const text = JSON.stringify(styleDocument({ id, origin: originOf(request, publicUrl), tileSets }));
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'Cache-Control': 'public, no-cache', ETag: etag });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json').send(text);
  });
}

/**
 * A page may call its own origin only. A public address that was set is that origin: a proxy need not pass on which
 * host was asked for. On this machine alone it has several names: 127.0.0.1 is not localhost.
 */
function originOf(request: FastifyRequest, publicUrl: string): string {
  const seen = `${request.protocol}://${request.host}`;
  const isKnown = !isLoopback(new URL(publicUrl).hostname) || !URL.canParse(seen);
  return isKnown ? publicUrl : new URL(seen).origin;
}
