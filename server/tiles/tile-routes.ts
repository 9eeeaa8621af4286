// GET /tiles/{z}/{x}/{y}.pbf: the parcels as gzipped vector tiles, revalidated by ETag.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { PARCEL_TILE_ZOOM_MAX, PARCEL_TILE_ZOOM_MIN } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { Failure } from '../failure.ts';
import { parseTileAddress, type TileParams } from '../parse-input.ts';
import { acceptsGzip, matchesEtag } from '../request-headers.ts';
import type { RequireReader } from '../require-session.ts';
import type { TileSource } from './tile-source.ts';

const gunzipAsync = promisify(gunzip);

type Parts = { tiles: TileSource; requireReader: RequireReader; access: 'signed-in' | 'public' };

const cacheControl = {
  /** Kept by the browser, but asked about every time: the answer depends on being signed in. */
  'signed-in': 'private, no-cache',
  public: 'public, max-age=60, must-revalidate',
};

function parcelTileAddress(params: TileParams): TileAddress {
  const address = parseTileAddress(params);
  if (!address || address.z < PARCEL_TILE_ZOOM_MIN || address.z > PARCEL_TILE_ZOOM_MAX) {
    throw new Failure(404, messages.tileOutside);
  }
  return address;
}

export function tileRoutes(app: FastifyInstance, { tiles, requireReader, access }: Parts): void {
  app.get<{ Params: TileParams }>('/tiles/:z/:x/:y.pbf', async (request, reply) => {
    await requireReader(request);
    const address = parcelTileAddress(request.params);
    const packed = acceptsGzip(request.headers['accept-encoding']);
    // Strong, so the packed and the unpacked bytes need names of their own.
    const etagIn = (version: string) => `"${version}-${tileNumber(address)}${packed ? '' : '-unpacked'}"`;
    reply.headers({ 'Cache-Control': cacheControl[access], Vary: 'Accept-Encoding' });

    const version = tiles.version();
    if (version !== undefined && matchesEtag(request.headers['if-none-match'], etagIn(version))) {
      return reply.code(304).header('ETag', etagIn(version)).send();
    }
    const tile = await tiles.find(address);
    if (tile) reply.header('ETag', etagIn(tile.version));
    if (tile?.gzip === undefined) return reply.code(204).send();
    reply.type('application/vnd.mapbox-vector-tile');
    if (!packed) return reply.send(await gunzipAsync(tile.gzip));
    return reply.header('Content-Encoding', 'gzip').send(tile.gzip);
  });
}
