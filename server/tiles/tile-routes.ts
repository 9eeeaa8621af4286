// GET /tiles/{z}/{x}/{y}.pbf: parcels as gzipped vector tiles, revalidated by ETag.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { refusals } from '../../contract/messages.ts';
import { Failure } from '../failure.ts';
import type { TileParams } from '../parse-input.ts';
import { acceptsGzip, matchesEtag } from '../request-headers.ts';
import { TILE_TYPE, type TileAccess, tileCaching, tileEtag } from './tile-headers.ts';
import { parcelTileAddress } from './tile-path.ts';
import type { TileSource } from './tile-source.ts';

const gunzipAsync = promisify(gunzip);

/** Names the route in metrics, too. */
export const TILE_ROUTE = '/tiles/:z/:x/:y.pbf';

type Parts = { tiles: TileSource; access: TileAccess };

export function tileRoutes(app: FastifyInstance, { tiles, access }: Parts): void {
  app.get<{ Params: TileParams }>(TILE_ROUTE, async (request, reply) => {
    const address = parcelTileAddress(request.params);
    if (!address) throw new Failure(404, refusals.tileOutside);
    const isGzipped = acceptsGzip(request.headers['accept-encoding']);
    const etagIn = (version: string) => tileEtag(address, { version, isGzipped });
    reply.headers(tileCaching(access));

    const version = tiles.version();
    if (version !== undefined && matchesEtag(request.headers['if-none-match'], etagIn(version))) {
      return reply.code(304).header('ETag', etagIn(version)).send();
    }
    const tile = await tiles.find(address);
    if (tile) reply.header('ETag', etagIn(tile.version));
    if (tile?.gzip === undefined) return reply.code(204).send();
    reply.type(TILE_TYPE);
    if (!isGzipped) return reply.send(await gunzipAsync(tile.gzip));
    return reply.header('Content-Encoding', 'gzip').send(tile.gzip);
  });
}
