// Draws the map of the world into the folder of maps: all there is where parcels are real.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bounds } from '../geo/geometry.ts';
import { drawMap } from './draw-map.ts';
import { COUNTY_FILES, WORLD_FILE } from './map-files.ts';
import { writeManifest } from './map-manifest.ts';
import { worldFeatures } from './world-map/world-features.ts';

export type MapProgress = { stage: string; fraction: number };

export const WORLD_ATTRIBUTION = 'Natural Earth, US Census Bureau, GeoNames';
const WORLD_ZOOM_MAX = 6;
/** The square that web maps show. */
const WORLD_BOUNDS = { west: -180, south: -85.0511287, east: 180, north: 85.0511287 };

export async function drawWorld({
  folder,
  onProgress,
}: {
  folder: string;
  onProgress?: (progress: MapProgress) => void;
}): Promise<void> {
  await mkdir(folder, { recursive: true });
  await drawWorldFile({ folder, without: undefined, onProgress });
  await Promise.all(COUNTY_FILES.map((file) => rm(join(folder, file), { force: true })));
  await writeManifest(folder, { county: null, attribution: WORLD_ATTRIBUTION });
}

/** Where `without` lies, the county's own map names the places. */
export async function drawWorldFile({
  folder,
  without,
  onProgress,
}: {
  folder: string;
  without: Bounds | undefined;
  onProgress: ((progress: MapProgress) => void) | undefined;
}): Promise<void> {
  const stage = 'Drawing the world';
  onProgress?.({ stage, fraction: 0 });
  await drawMap({
    path: join(folder, WORLD_FILE),
    name: 'World',
    attribution: WORLD_ATTRIBUTION,
    bounds: WORLD_BOUNDS,
    features: worldFeatures(without),
    maxZoom: WORLD_ZOOM_MAX,
    onProgress: (fraction) => onProgress?.({ stage, fraction }),
  });
}
