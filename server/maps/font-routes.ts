// GET /maps/fonts/{file}: the faces of labels, from the font's own package.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { messages } from '../../contract/messages.ts';
import { Failure } from '../failure.ts';
import { keptWhile } from './kept-while.ts';
import { fontFiles, fontsVersion } from './style/label-fonts.ts';

export function fontRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
    '/maps/fonts/:file',
    async (request, reply) => {
      const path = fontFiles.get(request.params.file);
      if (path === undefined) throw new Failure(404, messages.notFound);
      const isSame = keptWhile({ request, reply, version: fontsVersion, etag: `"${fontsVersion}"` });
      if (isSame) return reply.code(304).send();
      return reply.type('font/woff2').send(await readFile(path));
    },
  );
}
