// The server, built from its parts: reading this file tells who gets what.
import { join } from 'node:path';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { ClientConfig } from '../contract/client-config.ts';
import { PRODUCT_NAME, REQUEST_BODY_BYTES_MAX } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import type { AccountStore } from '../store/account-store.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { answerInTime } from './answer-in-time.ts';
import type { Config } from './config.ts';
import { Failure } from './failure.ts';
import { healthRoutes } from './health-routes.ts';
import { openIdentity } from './identity/open-identity.ts';
import { replyProviderError } from './identity/provider-error.ts';
import { EMBEDDED_ACCESS_TOKEN } from './maps/embedded-access-token.ts';
import { geocodingRoutes } from './maps/geocoding/geocoding-routes.ts';
import { mapsRoutes } from './maps/maps-routes.ts';
import { openMaps } from './maps/open-maps.ts';
import type { MapsSettings } from './maps-settings.ts';
import { metricsRoutes } from './metrics/metrics-routes.ts';
import { parcelRoutes } from './parcels/parcel-routes.ts';
import { replyFailure } from './reply-failure.ts';
import { replyMalformed } from './reply-malformed.ts';
import { createSessionGuards } from './require-session.ts';
import { savedParcelRoutes } from './saved-parcels/saved-parcel-routes.ts';
import { tileRoutes } from './tiles/tile-routes.ts';
import { createTileSource } from './tiles/tile-source.ts';
import { webPages } from './web-pages.ts';

/** The request line and the headers together. */
const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node looks for those that have run out. */
const TIMEOUT_CHECK_MS = 1000;
/** How long an answer may take to begin, once the whole request is here. */
const ANSWER_TIMEOUT_MS = 30_000;
/** A connection on which nothing moves for so long has nobody at its other end. */
const SILENCE_TIMEOUT_MS = 120_000;

export type AppParts = {
  config: Omit<Config, 'host' | 'port' | 'databaseUrl'>;
  parcels: ParcelStore;
  accounts: AccountStore;
  places: PlaceStore;
  /** The built web app; undefined where there is none, as when Vite serves it. */
  webFolder: string | undefined;
  /** Where faults are written, one line each. */
  log: { write(line: string): void };
  /** Milliseconds since 1970. */
  now?: () => number;
};

export async function buildApp({
  config,
  parcels,
  accounts,
  places,
  webFolder,
  log,
  now = Date.now,
}: AppParts): Promise<FastifyInstance> {
  const identity = await openIdentity({ config, accounts, now });
  const mapsFolder = join(config.dataDir, 'maps');
  const maps = await openMaps({ folder: mapsFolder, basemapFile: config.maps.basemapFile });
  const app = Fastify({
    logger: { level: 'warn', stream: log },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: REQUEST_BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    trustProxy: config.trustProxy,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node would refuse without a word; the first hook refuses with one.
      requireHostHeader: false,
    },
    // Whatever fits the headers reaches its handler, which says better what is wrong with it.
    routerOptions: { maxParamLength: HEADER_BYTES_MAX },
    // While stopping, what still arrives on open connections is answered, not shed.
    return503OnClosing: false,
    clientErrorHandler: replyMalformed,
    frameworkErrors: (error, request, reply) =>
      (request.url.startsWith('/sdk/') ? replyProviderError : replyFailure)(error, request, reply),
  });
  app.setErrorHandler(replyFailure);
  acceptOnlyJson(app);
  answerInTime(app, ANSWER_TIMEOUT_MS);
  app.addHook('onRequest', async ({ headers, raw }, reply) => {
    // What may be kept by a cache says so itself.
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    if (headers.host === undefined && raw.httpVersion === '1.1') throw new Failure(400, messages.notHttp);
  });

  const { requireSession, requireBearer } = createSessionGuards(identity.identify);
  const requireReader = config.parcelAccess === 'public' ? async () => {} : requireSession;
  const tiles = createTileSource(parcels);

  metricsRoutes(app, {
    access: config.metricsAccess,
    tileCache: tiles.cacheCounts,
    parcelCount: () => parcels.current()?.count ?? 0,
  });
  healthRoutes(app, { parcels, accounts });
  app.get(
    '/config.json',
    async (): Promise<ClientConfig> => ({
      productName: PRODUCT_NAME,
      parcelAccess: config.parcelAccess,
      parcelSource: parcels.current()?.source ?? null,
      maps: mapsForBrowser(config.maps),
      auth: identity.auth,
    }),
  );
  identity.routes(app);
  parcelRoutes(app, { parcels, requireReader });
  savedParcelRoutes(app, { accounts, parcels, requireBearer });
  tileRoutes(app, { tiles, requireReader, access: config.parcelAccess });
  geocodingRoutes(app, { places, requireReader });
  mapsRoutes(app, { maps, cacheFolder: mapsFolder, publicUrl: config.publicUrl });
  webPages(app, {
    folder: webFolder,
    usesStytch: config.stytch !== undefined,
    usesMapbox: config.maps.provider === 'mapbox',
  });
  return app;
}

const MAPBOX_API_URL = 'https://api.mapbox.com';

function mapsForBrowser({ provider, mapboxAccessToken }: MapsSettings): ClientConfig['maps'] {
  return provider === 'mapbox'
    ? { provider, accessToken: mapboxAccessToken ?? null, apiUrl: MAPBOX_API_URL }
    : { provider, accessToken: EMBEDDED_ACCESS_TOKEN, apiUrl: null };
}

/** Browsers announce JSON even where they send no body at all (a DELETE), which Fastify would refuse. */
function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}
