// Draws the demo county, its contours and heights, and the world around it, into the folder of maps.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTOUR_ZOOM_MAX, contourFeatures } from '../../basemap/contours/contour-features.ts';
import { drawMap } from '../../basemap/draw-map.ts';
import { drawWorldFile, type MapProgress, WORLD_ATTRIBUTION } from '../../basemap/draw-world.ts';
import { CONTOURS_FILE, COUNTY_FILE, ELEVATION_FILE } from '../../basemap/map-files.ts';
import { writeManifest } from '../../basemap/map-manifest.ts';
import { writeWhole } from '../../basemap/write-whole.ts';
import { encodeElevation } from '../../geo/elevation-grid.ts';
import type { County } from '../county/county.ts';
import { countyFeatures } from './county-features.ts';

const COUNTY_ZOOM_MAX = 15;

export async function drawDemoMaps({
  county,
  folder,
  onProgress,
}: {
  county: County;
  folder: string;
  onProgress?: (progress: MapProgress) => void;
}): Promise<void> {
  const { name, bounds } = county;
  const attribution = `${name} is fictional`;
  const progressOf = (stage: string) => {
    onProgress?.({ stage, fraction: 0 });
    return (fraction: number) => onProgress?.({ stage, fraction });
  };
  await mkdir(folder, { recursive: true });
  await drawMap({
    path: join(folder, COUNTY_FILE),
    name,
    attribution,
    bounds,
    features: countyFeatures(county),
    maxZoom: COUNTY_ZOOM_MAX,
    onProgress: progressOf('Drawing the county'),
  });
  await drawMap({
    path: join(folder, CONTOURS_FILE),
    name: `Contours of ${name}`,
    attribution,
    bounds,
    features: contourFeatures(county),
    maxZoom: CONTOUR_ZOOM_MAX,
    onProgress: progressOf('Drawing contours'),
  });
  await writeWhole(join(folder, ELEVATION_FILE), encodeElevation(county.elevation));
  await drawWorldFile({ folder, without: bounds, onProgress });
  await writeManifest(folder, {
    county: { name, bounds },
    attribution: `${attribution}; beyond it ${WORLD_ATTRIBUTION}`,
  });
}
