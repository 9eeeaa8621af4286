// GET /maps/{set}/{z}/{x}/{y}.webp: tiles that are drawn when somebody looks, revalidated by ETag.
import type { FastifyInstance } from 'fastify';
import { messages } from '../../contract/messages.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { Failure } from '../failure.ts';
import { parseTileAddress, type TileParams } from '../parse-input.ts';
import { matchesEtag } from '../request-headers.ts';
import { keptWhile } from './kept-while.ts';

export type PictureTiles = {
  version: string;
  zoomMin: number;
  zoomMax: number;
  /** Undefined where there is nothing to see; throws where there is, and it cannot be drawn. */
  tile(address: TileAddress, asker?: AbortSignal): Promise<Buffer | undefined>;
};

type Parts = { name: string; pictures: PictureTiles | undefined };

export function pictureTileRoute(app: FastifyInstance, { name, pictures }: Parts): void {
  app.get<{ Params: TileParams; Querystring: { v?: unknown } }>(
    `/maps/${name}/:z/:x/:y.webp`,
    async (request, reply) => {
      const address = parseTileAddress(request.params);
      const isOffered = address && pictures && address.z >= pictures.zoomMin && address.z <= pictures.zoomMax;
      if (!isOffered) throw new Failure(404, messages.mapTileOutside);
      const { version } = pictures;
      const etag = `"${version}-${tileNumber(address)}"`;
      const isKnown = matchesEtag(request.headers['if-none-match'], etag);
      // First the picture, then how long to keep it: one that fails must not be taken for one that is empty.
      const picture = isKnown ? undefined : await pictures.tile(address, request.signal);
      if (keptWhile({ request, reply, version, etag })) return reply.code(304).send();
      if (!picture) return reply.code(204).send();
      return reply.type('image/webp').send(picture);
    },
  );
}
