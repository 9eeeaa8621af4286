// Draws the maps of a county with one street, into a folder as the server expects it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFeatures } from '../basemap/draw-features.ts';
import { WORLD_ATTRIBUTION } from '../basemap/draw-maps.ts';
import { MAPS_VERSION, type MapManifest } from '../basemap/drawn-maps.ts';
import {
  CONTOURS_FILE,
  COUNTY_FILE,
  ELEVATION_FILE,
  MANIFEST_FILE,
  WORLD_FILE,
} from '../basemap/map-files.ts';
import type { ZoomedFeature } from '../basemap/zoomed-feature.ts';
import { ringOfBounds } from '../geo/bounds-of.ts';
import { encodeElevation } from '../geo/elevation-grid.ts';
import type { Bounds, PolygonGeometry } from '../geo/geometry.ts';

export const TEST_COUNTY: Bounds = { west: -80.9, south: 35.6, east: -80.8, north: 35.7 };
export const TEST_COUNTY_ATTRIBUTION = 'Harrow County (fictional)';
/** The whole county is one slope that rises evenly from west to east. */
export const LOWEST_METERS = 200;
export const HIGHEST_METERS = 300;
export const BASEMAP_ZOOM_MAX = 15;

const box = ({ west, south, east, north }: Bounds): PolygonGeometry => ({
  type: 'Polygon',
  coordinates: [ringOfBounds({ west, south, east, north })],
});

const middle = [-80.85, 35.65] as const;
const street = {
  type: 'LineString',
  coordinates: [
    [-80.88, 35.62],
    [-80.82, 35.68],
  ],
} as const;

const countyFeatures: ZoomedFeature[] = [
  { layer: 'earth', geometry: box(TEST_COUNTY), minZoom: 6, properties: { kind: 'earth' } },
  { layer: 'landuse', geometry: box(TEST_COUNTY), minZoom: 8, properties: { kind: 'wood' } },
  { layer: 'water', geometry: street, minZoom: 9, properties: { kind: 'river', name: 'Tarrow River' } },
  { layer: 'roads', geometry: street, minZoom: 10, properties: { kind: 'minor_road', name: 'Kestrel Ln' } },
  {
    layer: 'places',
    geometry: { type: 'Point', coordinates: middle },
    minZoom: 6,
    properties: { kind: 'locality', name: 'Harrow', population_rank: 9, min_zoom: 6 },
  },
];

const worldFeatures: ZoomedFeature[] = [
  {
    layer: 'earth',
    geometry: box({ west: -120, south: 20, east: -60, north: 50 }),
    minZoom: 0,
    properties: { kind: 'earth' },
  },
];

const world = {
  attribution: WORLD_ATTRIBUTION,
  features: [worldFeatures],
  bounds: { west: -180, south: -85, east: 180, north: 85 },
  maxZoom: 3,
};

const contourFeatures: ZoomedFeature[] = [
  { layer: 'contour', geometry: street, minZoom: 10, properties: { ele: 250, index: 6 } },
];

/** The map of the world alone, complete: a server that finds it draws none. */
export async function drawTestWorld(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await drawFeatures({ ...world, path: join(folder, WORLD_FILE), workFolder: folder, name: 'World' });
  const manifest: MapManifest = { version: MAPS_VERSION, county: null };
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest));
}

export async function drawTestMaps(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const county = { bounds: TEST_COUNTY, attribution: TEST_COUNTY_ATTRIBUTION };
  const drawings = [
    { ...county, file: COUNTY_FILE, features: [countyFeatures], maxZoom: BASEMAP_ZOOM_MAX },
    { ...county, file: CONTOURS_FILE, features: [contourFeatures], maxZoom: 13 },
    { ...world, file: WORLD_FILE },
  ];
  for (const { file, ...drawing } of drawings) {
    await drawFeatures({ ...drawing, path: join(folder, file), workFolder: folder, name: file });
  }
  const columns = 11;
  const rows = 11;
  const rise = (HIGHEST_METERS - LOWEST_METERS) / (columns - 1);
  const meters = Float32Array.from(
    { length: columns * rows },
    (_, i) => LOWEST_METERS + (i % columns) * rise,
  );
  await writeFile(
    join(folder, ELEVATION_FILE),
    encodeElevation({ bounds: TEST_COUNTY, columns, rows, meters }),
  );
}
