// The embedded maps provider: its styles, and everything that they are drawn from. Open to all: it holds no parcels.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  AERIAL_ZOOM_MAX,
  AERIAL_ZOOM_MIN,
  type Aerial,
  createAerial,
  DRAWING_VERSION,
} from '../../demo/imagery/create-aerial.ts';
import { eventsRoute } from './events-route.ts';
import { fontRoutes } from './font-routes.ts';
import type { Maps } from './open-maps.ts';
import { type PictureTiles, pictureTileRoute } from './picture-tile-route.ts';
import { spriteRoutes } from './sprite/sprite-routes.ts';
import { styleRoute } from './style-route.ts';
import { createTerrain } from './terrain/create-terrain.ts';
import { vectorTileRoute } from './vector-tile-route.ts';

type Parts = {
  maps: Maps;
  /** Where imagery is kept that has been drawn. */
  cacheFolder: string;
  publicUrl: string;
};

export function mapsRoutes(app: FastifyInstance, { maps, cacheFolder, publicUrl }: Parts): void {
  const { world, basemap, contours, elevation } = maps;
  const terrain = elevation && createTerrain(elevation);
  const imagery = imageryOf(app, { maps, cacheFolder });
  const aerial = basemap && imagery && { ...imagery, bounds: basemap.bounds };

  styleRoute(app, { publicUrl, tileSets: { world, basemap, aerial, terrain } });
  spriteRoutes(app);
  fontRoutes(app);
  vectorTileRoute(app, { name: 'world', archive: world });
  vectorTileRoute(app, { name: 'basemap', archive: basemap });
  vectorTileRoute(app, { name: 'contours', archive: contours });
  pictureTileRoute(app, { name: 'terrain', pictures: terrain });
  pictureTileRoute(app, { name: 'aerial', pictures: aerial });
  eventsRoute(app);
  app.addHook('onClose', async () => {
    await imagery?.close();
    await maps.close();
  });
}

type Imagery = { maps: Maps; cacheFolder: string };

/** Drawn from the basemap and its hills; undefined where there is no basemap. */
function imageryOf(
  app: FastifyInstance,
  { maps: { basemap, elevation }, cacheFolder }: Imagery,
): (PictureTiles & Pick<Aerial, 'close'>) | undefined {
  if (!basemap) return undefined;
  const version = [basemap.version, elevation?.version].filter((part) => part !== undefined).join('-');
  const aerial = createAerial({
    readTile: basemap.findUnpacked,
    readZoomMax: basemap.zoomMax,
    elevation: elevation?.grid,
    cacheFolder: join(cacheFolder, 'aerial'),
    version,
    log: app.log,
  });
  return {
    ...aerial,
    version: `${version}-${DRAWING_VERSION}`,
    zoomMin: AERIAL_ZOOM_MIN,
    zoomMax: AERIAL_ZOOM_MAX,
  };
}
