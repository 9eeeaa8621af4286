// The composition root: builds the server from its parts and hands each feature what it needs.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ClientConfig } from '../contract/client-config.ts';
import { MAP_CENTER, MAP_ZOOM, MAP_ZOOM_MIN, PRODUCT_NAME } from '../contract/limits.ts';
import { kilometersBetween } from '../geo/kilometers-between.ts';
import { type ClusterBus, noClusterBus } from '../runtime/cluster-bus.ts';
import { VERSION } from '../runtime/version.ts';
import { lastBackup } from '../store/account-backup.ts';
import type { AccountStore } from '../store/account-store.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { accountRoutes, endedSessionRoute } from './account/account-routes.ts';
import { preferenceRoutes } from './account/preference-routes.ts';
import { createAnswerHeaders } from './answer-headers.ts';
import { createTurns, QUERY_LIMITS, QUERY_SHARE_MS } from './answer-in-turn.ts';
import { clientBySession, isSignedIn } from './client-by-session.ts';
import { createClientLimits } from './client-limits.ts';
import type { Config, MapsSettings } from './config.ts';
import { drawingRoutes } from './drawings/drawing-routes.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { replyFailure } from './failure.ts';
import { guardRoutes } from './guarded-routes.ts';
import { createHttpServer } from './http-server.ts';
import { openIdentity } from './identity/open-identity.ts';
import { replyProviderError } from './identity/provider-error.ts';
import { letterRoutes } from './letters/letter-routes.ts';
import { limitBodies } from './limit-bodies.ts';
import { geocodingRoutes } from './maps/geocoding/geocoding-routes.ts';
import { offeredLayers } from './maps/layer-sources.ts';
import type { LiveMaps } from './maps/live-maps.ts';
import { EMBEDDED_ACCESS_TOKEN, mapsRoutes } from './maps/maps-routes.ts';
import { revalidate } from './maps/revalidate.ts';
import { createEventLog } from './monitoring/event-log.ts';
import { healthRoutes } from './monitoring/health-routes.ts';
import { metricsRoutes } from './monitoring/metrics-routes.ts';
import { RequestMetrics } from './monitoring/request-metrics.ts';
import { mapSheetRoutes } from './paper/map-sheet-routes.ts';
import { createParcelReaders } from './parcel-readers.ts';
import { parcelSetRoutes } from './parcel-sets/parcel-set-routes.ts';
import { type LiveGround, overlayRoutes } from './parcels/overlay-routes.ts';
import { parcelRoutes } from './parcels/parcel-routes.ts';
import { createPersonLimits } from './person-limits.ts';
import { createSessionGuards } from './require-session.ts';
import { savedParcelRoutes } from './saved-parcels/saved-parcel-routes.ts';
import { shedLoad } from './shed-load.ts';
import { endUnreadAnswers } from './stalled-connections.ts';
import { answerKnownTiles } from './tiles/answer-known-tiles.ts';
import { createAnswerTile } from './tiles/answer-tile.ts';
import { TILE_ROUTE, tileRoutes } from './tiles/tile-routes.ts';
import { createTileSource } from './tiles/tile-source.ts';
import { webPages } from './web-pages.ts';

export type AppParts = {
  config: Omit<
    Config,
    | 'host'
    | 'port'
    | 'healthPort'
    | 'processes'
    | 'databaseUrl'
    | 'openAddresses'
    | 'arcGisToken'
    | 'importMemory'
  >;
  parcels: ParcelStore;
  accounts: AccountStore;
  places: PlaceStore;
  /** mapsRoutes closes them when the app is closed. */
  maps: LiveMaps;
  /** What lies over and under parcels; its owner closes it. */
  ground?: LiveGround | undefined;
  /** The built web app; undefined where Vite serves it. */
  webFolder: string | undefined;
  /** The other processes that serve together with this one. */
  clusterBus?: ClusterBus;
  /** Gets one line of JSON for each event. */
  log: { write(line: string): void };
  /** Milliseconds since 1970. */
  now?: () => number;
};

export async function buildApp({
  config,
  parcels,
  accounts,
  places,
  maps,
  ground = { overlays: () => undefined },
  webFolder,
  log: lines,
  clusterBus = noClusterBus,
  now = Date.now,
}: AppParts): Promise<FastifyInstance> {
  const identity = await openIdentity({ config, accounts, clusterBus, now });
  const { requireSession, requireBearer, knownPerson } = createSessionGuards(identity.identify);
  const clientOf = clientBySession(requireSession);
  const limits = createPersonLimits({ clusterBus, now });
  const { parcelAccess, trustProxy } = config;
  const { requireReader, knownReader } = createParcelReaders({
    requireSession,
    knownPerson,
    limits,
    takeTurn: parcelAccess === 'public' ? createClientLimits({ trustProxy, now }) : undefined,
  });
  const tiles = createTileSource(parcels);
  const answerTile = createAnswerTile({ tiles, access: parcelAccess });
  const requests = new RequestMetrics();
  const headers = createAnswerHeaders(config);
  const tileMetrics = requests.route(TILE_ROUTE);
  const log = createEventLog({ write: (line) => lines.write(line) });
  const app = createHttpServer({
    trustProxy,
    log,
    headers,
    answerEarly: answerKnownTiles({
      answerTile,
      headers,
      knownReader,
      count: (answer) => tileMetrics.count(answer),
    }),
    replyUnrouted: (error, request, reply) =>
      (request.url.startsWith('/sdk/') ? replyProviderError : replyFailure)(error, request, reply),
  });
  shedLoad(app);
  limitBodies(app);
  limits.follow(app);
  endUnreadAnswers(app);

  metricsRoutes(app, {
    requests,
    clusterBus,
    access: config.metricsAccess,
    token: config.metricsToken,
    tileCache: tiles.cacheCounts,
    parcelCount: () => parcels.current()?.count ?? 0,
    mailFailures: identity.mailFailures,
    lastBackupAt: async () => (await lastBackup(config.dataDir))?.madeAt,
  });
  healthRoutes(app, { parcels, accounts, places, dataDir: config.dataDir, log });
  app.get('/config.json', async (request, reply) => {
    const set = parcels.current();
    const offered = offeredLayers(config.maps, maps.current());
    const isReader = parcelAccess === 'public' || (await isSignedIn(request, requireSession));
    const settings: ClientConfig = {
      productName: PRODUCT_NAME,
      version: isReader ? VERSION : null,
      parcelAccess: config.parcelAccess,
      parcelSource: set?.source ?? null,
      parcelCredit: creditOf(set),
      parcelVersion: set?.version ?? null,
      view: viewOf(set),
      counties: countiesOf(set),
      // Titles and legends of overlays are for those who may see the overlays.
      layers: offered.filter(({ kind }) => isReader || kind !== 'overlay'),
      maps: mapsForBrowser(config.maps),
      auth: identity.authFor(request),
    };
    const text = JSON.stringify(settings);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    // Every open page asks again and again whether the parcels are still the same.
    if (revalidate({ request, reply, etag, scope: 'private' })) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
  identity.routes(app);
  const inQueryTurn = createTurns(app, { clientOf, limits: QUERY_LIMITS, shareMs: QUERY_SHARE_MS });
  const asking = { parcels, requireReader, clientOf, inQueryTurn, clusterBus, now };
  guardRoutes(app, requireReader, (routes, requireReader) => {
    parcelRoutes(routes, { parcels });
    overlayRoutes(routes, { parcels, ground, clientOf });
    parcelSetRoutes(routes, { parcels, queries: parcels.queries, inTurn: inQueryTurn, now });
    letterRoutes(routes, asking);
    exportRoutes(routes, { ...asking, requireReader, queries: parcels.queries });
    tileRoutes(routes, { tiles, answerTile });
    // House addresses come from parcels, so reading them needs the same permission.
    geocodingRoutes(routes, { places });
  });
  mapSheetRoutes(app, { ...asking, parcelCredit: () => creditOf(parcels.current()) });
  guardRoutes(app, limits.limitAccountCalls(requireBearer), (routes, requireBearer) => {
    accountRoutes(routes, { accounts, requireBearer, now });
    preferenceRoutes(routes, { accounts, requireBearer });
    drawingRoutes(routes, { accounts, requireBearer, now });
    savedParcelRoutes(routes, { accounts, parcels, requireBearer, now });
  });
  endedSessionRoute(app, accounts.people);
  mapsRoutes(app, {
    maps,
    cacheFolder: mapsFolderOf(config),
    publicUrl: config.publicUrl,
    requireReader,
    clientOf,
  });
  webPages(app, {
    folder: webFolder,
    usesStytch: config.stytch !== undefined,
    usesMapbox: config.maps.provider === 'mapbox',
  });
  return app;
}

function creditOf(set: ParcelSet | undefined): string | null {
  if (!set) return null;
  const credits = set.sources.map(({ kind, title, attribution, dataDate, loadedAt }) => {
    if (kind === 'demo') return title;
    const date = `as of ${dataDate ?? loadedAt.slice(0, 10)}`;
    return attribution === null ? `${title}, ${date}` : `${title}, ${date} (${attribution})`;
  });
  return credits.join('; ');
}

/** From corner to corner: such a town is shown whole. */
const SMALL_TOWN_KILOMETERS = 15;

/** Real land starts where its parcels are densest, the demo county where it was made to begin. */
function viewOf(set: ParcelSet | undefined): ClientConfig['view'] {
  if (!set) return null;
  const { sources, bounds } = set;
  if (set.kind === 'demo') return { center: MAP_CENTER, zoom: MAP_ZOOM, bounds };
  const corners = [
    { lng: bounds.west, lat: bounds.south },
    { lng: bounds.east, lat: bounds.north },
  ] as const;
  const isWhole = sources.length > 1 || kilometersBetween(...corners) < SMALL_TOWN_KILOMETERS;
  return { center: set.center, zoom: isWhole ? MAP_ZOOM_MIN : MAP_ZOOM, bounds };
}

function countiesOf(set: ParcelSet | undefined): ClientConfig['counties'] {
  return (set?.sources ?? []).map(({ name, title, searchable, center, bounds }) => ({
    name,
    title,
    hasBarePins: name === set?.bareSource,
    ...(searchable && { searchable: [...searchable] }),
    center,
    bounds,
  }));
}

const MAPBOX_API_URL = 'https://api.mapbox.com';

function mapsForBrowser({ provider, mapboxAccessToken }: MapsSettings): ClientConfig['maps'] {
  return provider === 'mapbox'
    ? { provider, accessToken: mapboxAccessToken ?? null, apiUrl: MAPBOX_API_URL }
    : { provider, accessToken: EMBEDDED_ACCESS_TOKEN, apiUrl: null };
}
