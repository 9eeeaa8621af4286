// A feature of a map, and the zooms that show it.
import type { MapFeature } from '../geo/map-tiles.ts';

export type ZoomedFeature = MapFeature & {
  minZoom: number;
  /** The last zoom of the map where it is left out. */
  maxZoom?: number;
};
