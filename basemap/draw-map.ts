// Draws features into one archive of vector tiles.
import type { Bounds } from '../geo/geometry.ts';
import { drawPyramid } from './draw-pyramid.ts';
import { vectorLayers } from './vector-layers.ts';
import { writePmtiles } from './write-pmtiles.ts';
import type { ZoomedFeature } from './zoomed-feature.ts';

export type DrawMapOptions = {
  path: string;
  name: string;
  attribution: string;
  bounds: Bounds;
  features: readonly ZoomedFeature[];
  maxZoom: number;
  onProgress?: ((fraction: number) => void) | undefined;
};

export async function drawMap(options: DrawMapOptions): Promise<void> {
  const { path, name, attribution, bounds, features, maxZoom, onProgress } = options;
  const minZoom = features.reduce((least, feature) => Math.min(least, feature.minZoom), maxZoom);
  await writePmtiles({
    path,
    bounds,
    tiles: drawPyramid({
      features,
      minZoom,
      maxZoom,
      onZoom: ({ done, total }) => onProgress?.(done / total),
    }),
    metadata: { name, attribution, vector_layers: vectorLayers(features) },
  });
}
