// GET /tiles/{z}/{x}/{y}.pbf: parcels as gzipped vector tiles, revalidated by ETag.
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

/** Raise it with every change of the tiles drawn on demand: the same parcels then make other bytes. */
const TILE_REVISION = 2;

type Parts = { tiles: TileSource; requireReader: RequireReader; access: 'signed-in' | 'public' };

const cacheControl = {
  /** Cached by the browser, but revalidated every time: access depends on the session. */
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
    const gzipped = acceptsGzip(request.headers['accept-encoding']);
    // A strong ETag names exact bytes, so the gzipped and the plain tile need different ones.
    const etagIn = (version: string) =>
      `"${version}-${tileNumber(address)}-${TILE_REVISION}${gzipped ? '' : '-plain'}"`;
    reply.headers({ 'Cache-Control': cacheControl[access], Vary: 'Accept-Encoding' });

    const version = tiles.version();
    if (version !== undefined && matchesEtag(request.headers['if-none-match'], etagIn(version))) {
      return reply.code(304).header('ETag', etagIn(version)).send();
    }
    const tile = await tiles.find(address);
    if (tile) reply.header('ETag', etagIn(tile.version));
    if (tile?.gzip === undefined) return reply.code(204).send();
    reply.type('application/vnd.mapbox-vector-tile');
    if (!gzipped) return reply.send(await gunzipAsync(tile.gzip));
    return reply.header('Content-Encoding', 'gzip').send(tile.gzip);
  });
}
