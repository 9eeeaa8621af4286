// GET /maps/{set}/{z}/{x}/{y}.mvt: the tiles of an archive as they lie there, revalidated by ETag.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { messages } from '../../contract/messages.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { Failure } from '../failure.ts';
import { parseTileAddress, type TileParams } from '../parse-input.ts';
import { acceptsGzip } from '../request-headers.ts';
import { keptWhile } from './kept-while.ts';
import type { TileArchive } from './tile-archive.ts';

const gunzipAsync = promisify(gunzip);

/** Deeper than any map is drawn; without it a zoom of a million would be on the grid, too. */
const ZOOM_MAX = 22;

type Parts = { name: string; archive: TileArchive | undefined };

/** Without an archive every tile is empty: whoever asks for contours on plain land is not told of an error. */
export function vectorTileRoute(app: FastifyInstance, { name, archive }: Parts): void {
  app.get<{ Params: TileParams; Querystring: { v?: unknown } }>(
    `/maps/${name}/:z/:x/:y.mvt`,
    async (request, reply) => {
      const address = parseTileAddress(request.params);
      if (!address || address.z > ZOOM_MAX) throw new Failure(404, messages.mapTileOutside);
      if (!archive) return reply.code(204).send();
      const mayStayPacked = archive.isGzipped && acceptsGzip(request.headers['accept-encoding']);
      const { version } = archive;
      // Strong, so the packed and the unpacked bytes need names of their own.
      const etag = `"${version}-${tileNumber(address)}${mayStayPacked ? '' : '-unpacked'}"`;
      reply.header('Vary', 'Accept-Encoding');
      if (keptWhile({ request, reply, version, etag })) return reply.code(304).send();
      const tile = await archive.find(address);
      if (!tile) return reply.code(204).send();
      reply.type('application/vnd.mapbox-vector-tile');
      if (mayStayPacked) return reply.header('Content-Encoding', 'gzip').send(tile);
      return reply.send(archive.isGzipped ? await gunzipAsync(tile) : tile);
    },
  );
}
