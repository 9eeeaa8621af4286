// Generates the whole demo county from a seed: the land, and the people who own it.
import { boundsOf } from '../../geo/bounds-of.ts';
import type { Bounds } from '../../geo/geometry.ts';
import type { County, CountyProgress, Land } from './county.ts';
import { type LandOptions, layOutLand } from './lay-out-land.ts';
import { mapLayers } from './map-layers.ts';
import { writeDeeds } from './people/write-deeds.ts';
import { COUNTY_NAME, COUNTY_OUTLINE, COUNTY_STATE } from './plan.ts';
import { toPosition } from './plane/point.ts';

/** The seed of the county that `platbook demo` loads. */
export const DEMO_SEED = 1;

/** Where the county will be, but for some meters: known before it is made. */
export function plannedBounds(): Bounds {
  const ring = COUNTY_OUTLINE.map((point) => toPosition(point, { east: 0, north: 0 }));
  return boundsOf({ type: 'Polygon', coordinates: [ring] });
}

/** The land's share of the progress. */
const LAND_SHARE = 0.94;

export function makeCounty({
  seed,
  onProgress,
}: {
  seed: number;
  onProgress?: (progress: CountyProgress) => void;
}): County {
  const { lots, ...land } = makeLand({
    seed,
    onProgress: ({ stage, fraction }) => onProgress?.({ stage, fraction: fraction * LAND_SHARE }),
  });
  onProgress?.({ stage: 'Writing deeds', fraction: LAND_SHARE });
  const { deeds, addresses } = writeDeeds({ seed, land: { ...land, lots } });
  const parcels = lots.map((lot, i) => ({ ...deeds[i]!, centroid: lot.inside, geometry: lot.geometry }));
  const outline = land.boundaries.find(({ kind }) => kind === 'county')!.geometry;
  onProgress?.({ stage: 'Done', fraction: 1 });
  return { ...land, name: COUNTY_NAME, state: COUNTY_STATE, bounds: boundsOf(outline), parcels, addresses };
}

/** The land without its owners: laid out in the plane, then projected onto the map. */
export function makeLand(options: LandOptions): Land {
  return mapLayers(layOutLand(options));
}
