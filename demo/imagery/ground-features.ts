// The features that the imagery is drawn from.
import type { GroundLine } from './ground-plane.ts';

/** Land cover. The numbers are the pixels of the cover raster. */
export const COVER = {
  /** No known land: transparent. */
  none: 0,
  rough: 1,
  wood: 2,
  field: 3,
  residential: 4,
  commercial: 5,
  industrial: 6,
  park: 7,
  school: 8,
  cemetery: 9,
  golf: 10,
  sand: 11,
} as const;
export type Cover = (typeof COVER)[keyof typeof COVER];

export type RoadSurface = 'motorway' | 'ramp' | 'main' | 'street' | 'lane' | 'drive' | 'path' | 'rail';

export type GroundFeatures = {
  land: GroundLine[][];
  /** Later ones cover earlier ones. The key tells features of one cover apart: each field has its own crop. */
  covers: { cover: Cover; key: number; rings: GroundLine[] }[];
  water: GroundLine[][];
  streams: { widthMeters: number; line: GroundLine }[];
  roads: { surface: RoadSurface; line: GroundLine }[];
  buildings: { heightMeters: number; ring: GroundLine }[];
};
