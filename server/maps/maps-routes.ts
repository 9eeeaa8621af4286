// The embedded maps provider: its styles and everything they are drawn from. Public, since it holds no parcels.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isMapStyleId } from '../../contract/map-styles.ts';
import { messages } from '../../contract/messages.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import { isLoopback } from '../../runtime/loopback.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import { type CachedImagery, cacheImagery } from './cached-imagery.ts';
import type { LiveMaps, MapParts } from './live-maps.ts';
import { pictureTileRoute, vectorTileRoute } from './map-tile-routes.ts';
import { revalidate } from './revalidate.ts';
import { spriteRoutes } from './sprite-routes.ts';
import { fontFiles, fontsVersion } from './style/label-fonts.ts';
import { styleDocument, type TileSets } from './style/style-document.ts';
import { createTerrain } from './terrain-tiles.ts';

const tokenClaims = Buffer.from(JSON.stringify({ u: 'platbook', a: 'embedded' })).toString('base64url');

/** Mapbox's client libraries refuse to work without a token of this form. It grants nothing. */
export const EMBEDDED_ACCESS_TOKEN = `pk.${tokenClaims}.embedded`;

type Parts = {
  maps: LiveMaps;
  /** Imagery is cached below it. */
  cacheFolder: string;
  publicUrl: string;
  /** Who waits for a picture. */
  clientOf: (request: FastifyRequest) => Promise<Client>;
};

/** Everything that is drawn from one set of maps. */
type Served = Pick<MapParts['maps'], 'archives' | 'close'> & {
  aerial: CachedImagery | undefined;
  terrain: ReturnType<typeof createTerrain> | undefined;
};

export function mapsRoutes(app: FastifyInstance, { maps, cacheFolder, publicUrl, clientOf }: Parts): void {
  const all: Served[] = [];
  maps.follow((parts) => all.push(serve(parts, { cacheFolder, log: app.log })));
  const served = () => all.at(-1)!;

  const tileSets = () => {
    const { archives, aerial, terrain } = served();
    return { world: archives.get('world'), basemap: archives.get('basemap'), aerial, terrain };
  };
  styleRoute(app, { publicUrl, tileSets });
  spriteRoutes(app);
  fontRoute(app);
  vectorTileRoute(app, (name) => served().archives.get(name));
  pictureTileRoute(app, { name: 'terrain', find: () => served().terrain, clientOf });
  pictureTileRoute(app, { name: 'aerial', find: () => served().aerial, clientOf });
  eventsRoute(app);
  app.addHook('onClose', async () => {
    for (const { close } of all) await close();
  });
}

function serve(
  { maps, imagery }: MapParts,
  { cacheFolder, log }: Pick<Parts, 'cacheFolder'> & Pick<FastifyInstance, 'log'>,
): Served {
  const { archives, elevation } = maps;
  const aerial = imagery && cacheImagery({ source: imagery, cacheFolder: join(cacheFolder, 'aerial'), log });
  return {
    archives,
    aerial,
    terrain: elevation && createTerrain(elevation),
    close: async () => {
      await aerial?.close();
      await maps.close();
    },
  };
}

/** GET /styles/v1/platbook/{id}?scheme=dark: one of the four styles, with addresses that the page may call. */
function styleRoute(
  app: FastifyInstance,
  { publicUrl, tileSets }: { publicUrl: string; tileSets: () => TileSets },
): void {
  app.get<{ Params: { id: string } }>('/styles/v1/platbook/:id', async (request, reply) => {
    const { id } = request.params;
    if (!isMapStyleId(id)) throw new Failure(404, messages.styleNotFound);
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
    if (path === undefined) throw new Failure(404, messages.notFound);
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
