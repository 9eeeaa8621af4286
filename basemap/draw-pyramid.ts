// Draws the tiles of all zooms, one zoom after the other.
import { type MapTile, mapTiles } from '../geo/map-tiles.ts';
import type { ZoomedFeature } from './zoomed-feature.ts';

export type PyramidOptions = {
  features: readonly ZoomedFeature[];
  minZoom: number;
  maxZoom: number;
  onZoom?: ((progress: { done: number; total: number }) => void) | undefined;
};

/** Half a pixel, as tiles are drawn 512 px wide. */
const TOLERANCE_UNITS = 4;
/** The last zoom is enlarged on the screen, where half a pixel would show. */
const LAST_ZOOM_TOLERANCE_UNITS = 0.75;
/** Two pixels by two. */
const SMALLEST_AREA_UNITS = 256;

export function* drawPyramid({ features, minZoom, maxZoom, onZoom }: PyramidOptions): Generator<MapTile> {
  for (let z = minZoom; z <= maxZoom; z++) {
    onZoom?.({ done: z - minZoom, total: maxZoom - minZoom + 1 });
    const isLast = z === maxZoom;
    yield* mapTiles({
      z,
      features: features.filter((feature) => feature.minZoom <= z && z <= (feature.maxZoom ?? maxZoom)),
      tolerance: isLast ? LAST_ZOOM_TOLERANCE_UNITS : TOLERANCE_UNITS,
      smallestArea: isLast ? 0 : SMALLEST_AREA_UNITS,
    });
  }
}
