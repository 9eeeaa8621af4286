// GET /styles/v1/platbook/{id}: one of the four styles, with addresses as the asker can reach them.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isMapStyleId } from '../../contract/map-styles.ts';
import { messages } from '../../contract/messages.ts';
import { Failure } from '../failure.ts';
import { namesEtag } from '../names-etag.ts';
import { styleDocument, type TileSets } from './style/style-document.ts';

type Parts = { publicUrl: string; tileSets: TileSets };

export function styleRoute(app: FastifyInstance, { publicUrl, tileSets }: Parts): void {
  app.get<{ Params: { id: string } }>('/styles/v1/platbook/:id', async (request, reply) => {
    const { id } = request.params;
    if (!isMapStyleId(id)) throw new Failure(404, messages.styleNotFound);
    const text = JSON.stringify(styleDocument({ id, origin: originOf(request, publicUrl), tileSets }));
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'Cache-Control': 'public, no-cache', ETag: etag });
    if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json').send(text);
  });
}

/** A page may call its own origin only, which need not be the public one: 127.0.0.1 is not localhost. */
function originOf(request: FastifyRequest, publicUrl: string): string {
  const isPublic = request.host === new URL(publicUrl).host;
  const seen = `${request.protocol}://${request.host}`;
  // Behind a proxy that is not trusted, only the setting knows of https.
  return isPublic || !URL.canParse(seen) ? publicUrl : new URL(seen).origin;
}
