// GET /maps/sprites/{name}.json and .png, each with its @2x: drawn on first demand, then kept.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { messages } from '../../../contract/messages.ts';
import { Failure } from '../../failure.ts';
import { matchesEtag } from '../../request-headers.ts';
import type { SpriteName } from './icons.ts';
import { spriteIndex, spritePicture } from './sprite-sheet.ts';

type File = { bytes: Buffer; type: string; etag: string };

/** Two sprites of four files each. */
const FILES_MAX = 8;

export function spriteRoutes(app: FastifyInstance): void {
  const files = new LRUCache<string, File>({ max: FILES_MAX, fetchMethod: makeFile });

  app.get<{ Params: { file: string } }>('/maps/sprites/:file', async (request, reply) => {
    const file = await files.fetch(request.params.file);
    if (!file) throw new Failure(404, messages.notFound);
    reply.headers({ 'Cache-Control': 'public, no-cache', ETag: file.etag });
    if (matchesEtag(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
    return reply.type(file.type).send(file.bytes);
  });
}

/** Undefined where no sprite has such a file. */
async function makeFile(file: string): Promise<File | undefined> {
  const [, name, at2x, extension] = /^(paper|imagery)(@2x)?\.(json|png)$/.exec(file) ?? [];
  if (name === undefined) return undefined;
  const sprite = name as SpriteName;
  const pixelRatio = at2x ? 2 : 1;
  const isPicture = extension === 'png';
  const bytes = isPicture
    ? await spritePicture(sprite, pixelRatio)
    : Buffer.from(JSON.stringify(spriteIndex(sprite, pixelRatio)));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { bytes, type: isPicture ? 'image/png' : 'application/json', etag: `"${hash}"` };
}
