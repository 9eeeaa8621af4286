// GET /tiles/{z}/{x}/{y}.pbf: parcels as gzipped vector tiles, revalidated by ETag.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { refusals } from '../../contract/messages.ts';
import { Failure } from '../failure.ts';
import type { TileParams } from '../parse-input.ts';
import { type AnswerTile, parcelTileAddress } from './answer-tile.ts';
import type { TileSource } from './tile-source.ts';

const gunzipAsync = promisify(gunzip);

/** Names the route in metrics, too. */
export const TILE_ROUTE = '/tiles/:z/:x/:y.pbf';

type Parts = { tiles: Pick<TileSource, 'find'>; answerTile: AnswerTile };

export function tileRoutes(app: FastifyInstance, { tiles, answerTile }: Parts): void {
  app.get<{ Params: TileParams }>(TILE_ROUTE, async ({ params, headers: asked }, reply) => {
    const address = parcelTileAddress(params);
    if (!address) throw new Failure(404, refusals.tileOutside);
    const { status, headers, body, isPlain } =
      answerTile(address, asked) ?? answerTile(address, asked, await tiles.find(address))!;
    reply.code(status);
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at]!, headers[at + 1]);
    return reply.send(body && isPlain ? await gunzipAsync(body) : body);
  });
}
