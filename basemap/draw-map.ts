// Draws features into one PMTiles archive of vector tiles, zoom by zoom.
import type { Bounds } from '../geo/geometry.ts';
import { type MapTile, mapTiles } from '../geo/map-tiles.ts';
import { openPmtilesWriter, type VectorLayer } from './pmtiles-writer.ts';
import type { ZoomedFeature } from './zoomed-feature.ts';

export type DrawMapOptions = {
  path: string;
  name: string;
  /** HTML for the map's attribution control. */
  attribution: string;
  bounds: Bounds;
  features: readonly ZoomedFeature[];
  maxZoom: number;
  onProgress?: ((fraction: number) => void) | undefined;
};

export async function drawMap(options: DrawMapOptions): Promise<void> {
  const { path, name, attribution, bounds, features, maxZoom, onProgress } = options;
  const minZoom = features.reduce((least, feature) => Math.min(least, feature.minZoom), maxZoom);
  const writer = await openPmtilesWriter({ path, type: 'mvt' });
  try {
    for (const tile of drawPyramid({ features, minZoom, maxZoom, onProgress })) await writer.add(tile);
    await writer.finish({ bounds, metadata: { name, attribution, vector_layers: vectorLayers(features) } });
  } finally {
    await writer.abort();
  }
}

type PyramidOptions = Pick<DrawMapOptions, 'features' | 'maxZoom' | 'onProgress'> & { minZoom: number };

/** Half a pixel: tiles are shown 512 px wide. */
const TOLERANCE_UNITS = 4;
/** The last zoom is overzoomed on the screen, where half a pixel would show. */
const LAST_ZOOM_TOLERANCE_UNITS = 0.75;
/** Two pixels by two. */
const SMALLEST_AREA_UNITS = 256;

/** The tiles of all zooms, one zoom after the other. */
function* drawPyramid({ features, minZoom, maxZoom, onProgress }: PyramidOptions): Generator<MapTile> {
  for (let z = minZoom; z <= maxZoom; z++) {
    onProgress?.((z - minZoom) / (maxZoom - minZoom + 1));
    const isLast = z === maxZoom;
    yield* mapTiles({
      z,
      features: features.filter((feature) => feature.minZoom <= z && z <= (feature.maxZoom ?? maxZoom)),
      tolerance: isLast ? LAST_ZOOM_TOLERANCE_UNITS : TOLERANCE_UNITS,
      smallestArea: isLast ? 0 : SMALLEST_AREA_UNITS,
    });
  }
}

const FIELD_TYPES = { string: 'String', number: 'Number', boolean: 'Boolean' } as const;

/** The layers and fields of the tiles, for the archive's metadata. */
function vectorLayers(features: readonly ZoomedFeature[]): VectorLayer[] {
  const layers = new Map<string, Record<string, VectorLayer['fields'][string]>>();
  for (const { layer, properties } of features) {
    const fields = layers.get(layer) ?? {};
    layers.set(layer, fields);
    for (const [key, value] of Object.entries(properties)) {
      const type = typeof value;
      if (type in FIELD_TYPES) fields[key] = FIELD_TYPES[type as keyof typeof FIELD_TYPES];
    }
  }
  return [...layers].map(([id, fields]) => ({ id, fields }));
}
