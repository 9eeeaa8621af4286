// A map feature with the range of zooms that show it.
import type { MapFeature } from '../geo/map-tiles.ts';

export type ZoomedFeature = MapFeature & {
  minZoom: number;
  /** Defaults to the map's last zoom. */
  maxZoom?: number;
};
