// The embedded maps provider: its styles and everything they are drawn from. Public, since it holds no parcels.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isMapStyleId } from '../../contract/map-styles.ts';
import { refusals } from '../../contract/messages.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import { isLoopback } from '../../runtime/loopback.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import type { RequireReader } from '../require-session.ts';
import { cacheImagery } from './cached-imagery.ts';
import { aerialSet } from './layer-sources.ts';
import type { LiveMaps, MapParts } from './live-maps.ts';
import { type PictureTiles, pictureTileRoute, vectorTileRoute } from './map-tile-routes.ts';
import { revalidate } from './revalidate.ts';
import { spriteRoutes } from './sprite-routes.ts';
import { fontFiles, fontsVersion } from './style/label-fonts.ts';
import { styleDocument, type TileSets } from './style/style-document.ts';
import { TERRAIN_TILE_SIZE_PX, type Terrain } from './terrain-tiles.ts';
import type { TileSet } from './tile-set.ts';

const tokenClaims = Buffer.from(JSON.stringify({ u: 'platbook', a: 'embedded' })).toString('base64url');

/** Mapbox's client libraries refuse to work without a token of this form. It grants nothing. */
export const EMBEDDED_ACCESS_TOKEN = `pk.${tokenClaims}.embedded`;

type Parts = {
  maps: LiveMaps;
  /** Imagery is cached below it. */
  cacheFolder: string;
  publicUrl: string;
  /** For the tiles of overlays. */
  requireReader: RequireReader;
  /** Who waits for a picture. */
  clientOf: (request: FastifyRequest) => Promise<Client>;
};

/** Everything that is drawn from one set of maps. */
type Served = Pick<MapParts['maps'], 'archives' | 'layers'> & {
  imagery: MapParts['imagery'];
  aerial: Pictures | undefined;
  terrain: Pictures | undefined;
  /** Not the imagery that is still in use: that of a layer outlives the demo county. */
  close(inUse?: MapParts['imagery']): Promise<void>;
};

type Pictures = PictureTiles & TileSet & { tileSizePx: number };

/** Requests that are under way still read the maps that were replaced. */
const REPLACED_OPEN_MS = 60_000;

export function mapsRoutes(
  app: FastifyInstance,
  { maps, cacheFolder, publicUrl, requireReader, clientOf }: Parts,
): void {
  let served: Served | undefined;
  const replaced = new Map<Served, NodeJS.Timeout>();
  const retire = (old: Served) => {
    const close = () => {
      replaced.delete(old);
      const closed = old.close(served?.imagery);
      closed.catch((err) => app.log.warn({ err }, 'Maps that were replaced could not be closed.'));
    };
    replaced.set(old, setTimeout(close, REPLACED_OPEN_MS).unref());
  };
  maps.follow((parts) => {
    if (served) retire(served);
    served = serve(parts, { cacheFolder, log: app.log });
  });

  const tileSets = () => {
    const { archives, aerial, terrain } = served!;
    return { world: archives.get('world'), basemap: archives.get('basemap'), aerial, terrain };
  };
  styleRoute(app, { publicUrl, tileSets });
  spriteRoutes(app);
  fontRoute(app);
  vectorTileRoute(app, {
    find: (name) => served!.archives.get(name),
    guardOf: (name) =>
      served!.layers.some((layer) => layer.kind === 'overlay' && layer.name === name)
        ? requireReader
        : undefined,
  });
  pictureTileRoute(app, { name: 'terrain', find: () => served!.terrain, clientOf });
  pictureTileRoute(app, { name: 'aerial', find: () => served!.aerial, clientOf });
  eventsRoute(app);
  app.addHook('onClose', async () => {
    for (const [old, timer] of replaced) {
      clearTimeout(timer);
      await old.close();
    }
    await served?.close();
  });
}

function serve(
  { maps, imagery }: MapParts,
  { cacheFolder, log }: Pick<Parts, 'cacheFolder'> & Pick<FastifyInstance, 'log'>,
): Served {
  const { archives, terrain, aerial, layers } = maps;
  const cached = imagery && cacheImagery({ source: imagery, cacheFolder: join(cacheFolder, 'aerial'), log });
  const set = aerialSet({ maps, imagery });
  return {
    archives,
    layers,
    imagery,
    aerial: set && { ...set, tile: firstPicture([...aerial.map(picturesIn), ...(cached ? [cached] : [])]) },
    terrain: terrain && { ...terrain, ...picturesIn(terrain), tileSizePx: TERRAIN_TILE_SIZE_PX },
    close: async (inUse) => {
      if (imagery !== inUse) await cached?.close();
      await maps.close();
    },
  };
}

function picturesIn({ version, zoomMin, zoomMax, find }: Terrain): PictureTiles {
  return { version, zoomMin, zoomMax, tile: find };
}

/** Of the source that has a picture of the place. */
function firstPicture(sources: readonly PictureTiles[]): PictureTiles['tile'] {
  return async (address, asker) => {
    for (const { zoomMin, zoomMax, tile } of sources) {
      if (address.z < zoomMin || address.z > zoomMax) continue;
      const picture = await tile(address, asker);
      if (picture) return picture;
    }
    return undefined;
  };
}

/** GET /styles/v1/platbook/{id}?scheme=dark: one of the four styles, with addresses that the page may call. */
function styleRoute(
  app: FastifyInstance,
  { publicUrl, tileSets }: { publicUrl: string; tileSets: () => TileSets },
): void {
  app.get<{ Params: { id: string } }>('/styles/v1/platbook/:id', async (request, reply) => {
    const { id } = request.params;
    if (!isMapStyleId(id)) throw new Failure(404, refusals.styleNotFound);
    const scheme = (request.query as { scheme?: unknown }).scheme === 'dark' ? 'dark' : 'light';
    const text = JSON.stringify(
      styleDocument({ id, scheme, origin: originOf(request, publicUrl), tileSets: tileSets() }),
    );
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    if (revalidate({ request, reply, etag })) return reply.code(304).send();
    return reply.type('application/json').send(text);
  });
}

/**
 * The page's own origin: its content security policy allows no other. A public URL is that origin even if a proxy does
 * not pass on the host. On a loopback address the request decides, because 127.0.0.1 and localhost are two origins.
 */
function originOf(request: FastifyRequest, publicUrl: string): string {
  const requested = `${request.protocol}://${request.host}`;
  const isPublic = !isLoopback(new URL(publicUrl).hostname) || !URL.canParse(requested);
  return isPublic ? publicUrl : new URL(requested).origin;
}

/** GET /maps/fonts/{file}: the fonts of labels, from their npm package. */
function fontRoute(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/maps/fonts/:file', async (request, reply) => {
    const path = fontFiles.get(request.params.file);
    if (path === undefined) throw new Failure(404, refusals.notFound);
    const isCurrent = revalidate({ request, reply, version: fontsVersion, etag: `"${fontsVersion}"` });
    if (isCurrent) return reply.code(304).send();
    return reply.type('font/woff2').send(await readFile(path));
  });
}

/** A batch of a hundred events, each with the whole text typed so far. */
const EVENTS_BYTES_MAX = 128 * 1024;

/** POST /events/v2: the search box's telemetry. The request counts in the metrics; its content is dropped. */
function eventsRoute(app: FastifyInstance): void {
  app.post('/events/v2', { bodyLimit: EVENTS_BYTES_MAX }, async (request, reply) => {
    parseInput(z.array(z.unknown()), request.body);
    return reply.code(204).send();
  });
}
