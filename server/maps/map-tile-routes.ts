// The map's tiles: GET /maps/{set}/{z}/{x}/{y}.mvt from an archive, and .webp from pictures drawn on demand.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusals } from '../../contract/messages.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import { Failure } from '../failure.ts';
import { parseTileAddress, type TileParams } from '../parse-input.ts';
import { acceptsGzip, matchesEtag } from '../request-headers.ts';
import type { RequireReader } from '../require-session.ts';
import { revalidate } from './revalidate.ts';
import { type TileArchive, unpackTile } from './tile-archive.ts';

/** Deeper than any map is drawn. Without a limit, even zoom 1,000,000 would count as a valid address. */
const VECTOR_ZOOM_MAX = 22;

type VectorTiles = {
  find(set: string): TileArchive | undefined;
  /** Undefined for a set that everybody may see: overlays are for those who may read parcels. */
  guardOf(set: string): RequireReader | undefined;
};

/** Without an archive every tile is empty, so that a request for contours on plain land is not an error. */
export function vectorTileRoute(app: FastifyInstance, { find, guardOf }: VectorTiles): void {
  app.get<{ Params: TileParams & { set: string } }>('/maps/:set/:z/:x/:y.mvt', async (request, reply) => {
    const { set } = request.params;
    const address = parseTileAddress(request.params);
    if (!address || address.z > VECTOR_ZOOM_MAX) throw new Failure(404, refusals.mapTileOutside);
    const guard = guardOf(set);
    await guard?.(request);
    const archive = find(set);
    if (!archive) return reply.code(204).send();
    const mayStayPacked = archive.isGzipped && acceptsGzip(request.headers['accept-encoding']);
    const { version } = archive;
    // A strong ETag: packed and unpacked bytes need different ones.
    const etag = `"${version}-${tileNumber(address)}${mayStayPacked ? '' : '-unpacked'}"`;
    reply.header('Vary', 'Accept-Encoding');
    // What a session opens is asked for each time, as parcel tiles are: a copy that lasts would outlast the session.
    const lifetime = guard ? ({ scope: 'private' } as const) : { version };
    if (revalidate({ request, reply, etag, ...lifetime })) return reply.code(304).send();
    const tile = await archive.find(address);
    if (!tile) return reply.code(204).send();
    reply.type('application/vnd.mapbox-vector-tile');
    if (mayStayPacked) return reply.header('Content-Encoding', 'gzip').send(tile);
    return reply.send(archive.isGzipped ? await unpackTile(tile) : tile);
  });
}

export type PictureTiles = {
  version: string;
  zoomMin: number;
  zoomMax: number;
  /** Undefined where there is nothing to show; rejects if the picture cannot be made. */
  tile(address: TileAddress, asker: PictureAsker): Promise<Uint8Array | undefined>;
};

type PictureAsker = {
  /** Aborts when the request does. */
  signal: AbortSignal;
  /** Called only where the picture has to be made. */
  client(): Promise<Client>;
};

/** For a client that was refused because too much waits already. */
const BUSY_RETRY_SECONDS = 5;

export function pictureTileRoute(
  app: FastifyInstance,
  {
    name,
    find,
    clientOf,
  }: {
    name: string;
    find: () => PictureTiles | undefined;
    clientOf: (request: FastifyRequest) => Promise<Client>;
  },
): void {
  app.get<{ Params: TileParams }>(`/maps/${name}/:z/:x/:y.webp`, async (request, reply) => {
    const address = parseTileAddress(request.params);
    const pictures = find();
    const isOffered = address && pictures && address.z >= pictures.zoomMin && address.z <= pictures.zoomMax;
    if (!isOffered) throw new Failure(404, refusals.mapTileOutside);
    const { version } = pictures;
    const etag = `"${version}-${tileNumber(address)}"`;
    const isCurrent = matchesEtag(request.headers['if-none-match'], etag);
    // Draw first, set cache headers after: a failed drawing must not be cached as an empty tile.
    const asker = { signal: request.signal, client: () => clientOf(request) };
    const picture = isCurrent
      ? undefined
      : await pictures.tile(address, asker).catch((error) => {
          if (error instanceof Failure && error.status === 503) {
            reply.header('Retry-After', BUSY_RETRY_SECONDS);
          }
          throw error;
        });
    if (revalidate({ request, reply, version, etag })) return reply.code(304).send();
    if (!picture) return reply.code(204).send();
    return reply.type(mediaTypeOf(picture)).send(picture);
  });
}

/** Of the three kinds of pictures that archives hold, by their first bytes. The address ends with .webp for all of them. */
function mediaTypeOf([first]: Uint8Array): string {
  if (first === 0x89) return 'image/png';
  return first === 0xff ? 'image/jpeg' : 'image/webp';
}
