// Draws the maps folder: the map of the world, and a county's own map, contours and elevation if there is a county.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CREDITS, creditLink } from '../gazetteer/credits.ts';
import { type ElevationGrid, encodeElevation } from '../geo/elevation-grid.ts';
import type { AreaGeometry, Bounds } from '../geo/geometry.ts';
import { drawContours } from './contours/contour-tiles.ts';
import { gridContours } from './contours/grid-contours.ts';
import { type DrawFeaturesOptions, drawFeatures } from './draw-features.ts';
import { COUNTY_FILES, MAPS_VERSION, type MapManifest } from './drawn-maps.ts';
import { CONTOURS_FILE, COUNTY_FILE, ELEVATION_FILE, MANIFEST_FILE, WORLD_FILE } from './map-files.ts';
import { worldFeatures } from './world-map/world-features.ts';
import { writeAtomically } from './write-atomically.ts';
import type { ZoomedFeature } from './zoomed-feature.ts';

/** A county as it is handed in to be drawn, whatever its data come from. */
export type CountyMap = {
  name: string;
  /** HTML for the map's attribution control. */
  attribution: string;
  bounds: Bounds;
  /** Contours are drawn inside it only. */
  outline: AreaGeometry;
  /** In the Protomaps schema. */
  features: readonly ZoomedFeature[];
  elevation: ElevationGrid;
};

type MapProgress = { stage: string; fraction: number };

export type DrawMapsOptions = {
  folder: string;
  county: CountyMap | undefined;
  onProgress?: ((progress: MapProgress) => void) | undefined;
};

const COUNTY_ZOOM_MAX = 15;
const WORLD_ZOOM_MAX = 6;
/** The square of the Web Mercator projection. */
const WORLD_BOUNDS = { west: -180, south: -85.0511287, east: 180, north: 85.0511287 };

export const WORLD_ATTRIBUTION =
  `Borders: ${creditLink(CREDITS.censusBureau)}, ${creditLink(CREDITS.naturalEarth)}; ` +
  `cities: ${creditLink(CREDITS.geoNames)}`;

export async function drawMaps({ folder, county, onProgress }: DrawMapsOptions): Promise<void> {
  if (!county) await Promise.all(COUNTY_FILES.map((file) => rm(join(folder, file), { force: true })));
  await drawWorld({ folder, without: county?.bounds, onProgress });
  await finishMaps({ folder, county, onProgress });
}

type DrawWorldOptions = Omit<DrawMapsOptions, 'county'> & {
  /** A county's own map names the places within its bounds. */
  without: Bounds | undefined;
};

/** The part of the maps that needs no more of a county than its bounds. */
export async function drawWorld({ folder, without, onProgress }: DrawWorldOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  await drawMap({
    folder,
    file: WORLD_FILE,
    name: 'World',
    attribution: WORLD_ATTRIBUTION,
    bounds: WORLD_BOUNDS,
    features: worldFeatures(without),
    maxZoom: WORLD_ZOOM_MAX,
    onProgress: progressOf('Drawing the world', onProgress),
  });
}

/** After the world: the county's files, and the manifest, which proves all files complete. */
export async function finishMaps({ folder, county, onProgress }: DrawMapsOptions): Promise<void> {
  if (county) await drawCounty({ folder, county, onProgress });
  await writeManifest(folder, county);
}

async function drawMap({
  folder,
  file,
  features,
  onProgress,
  ...map
}: Pick<DrawFeaturesOptions, 'name' | 'attribution' | 'bounds' | 'maxZoom'> & {
  folder: string;
  file: string;
  features: readonly ZoomedFeature[];
  onProgress: (fraction: number) => void;
}): Promise<void> {
  await drawFeatures({
    ...map,
    path: join(folder, file),
    workFolder: folder,
    features: [features],
    onProgress: ({ done, total }) => total !== undefined && onProgress(done / total),
  });
}

function progressOf(stage: string, onProgress: DrawMapsOptions['onProgress']): (fraction: number) => void {
  onProgress?.({ stage, fraction: 0 });
  return (fraction) => onProgress?.({ stage, fraction });
}

async function drawCounty({
  folder,
  county,
  onProgress,
}: DrawMapsOptions & { county: CountyMap }): Promise<void> {
  const { name, attribution, bounds, outline, features, elevation } = county;
  await drawMap({
    folder,
    file: COUNTY_FILE,
    name,
    attribution,
    bounds,
    features,
    maxZoom: COUNTY_ZOOM_MAX,
    onProgress: progressOf('Drawing the county', onProgress),
  });
  const onContourProgress = progressOf('Drawing contours', onProgress);
  await drawContours({
    path: join(folder, CONTOURS_FILE),
    name,
    attribution,
    bounds,
    source: {
      ...gridContours(elevation, outline),
      onProgress: (done, total) => onContourProgress(done / total),
    },
  });
  await writeAtomically(join(folder, ELEVATION_FILE), encodeElevation(elevation));
}

async function writeManifest(folder: string, county: CountyMap | undefined): Promise<void> {
  const manifest: MapManifest = {
    version: MAPS_VERSION,
    county: county ? { name: county.name, bounds: county.bounds } : null,
  };
  await writeAtomically(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
