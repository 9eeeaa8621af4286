// Makes the county's land: laid out in the plane, then put on the map.
import type { Land } from './county.ts';
import { type LandOptions, layOutLand } from './lay-out-land.ts';
import { mapLayers } from './map-layers.ts';

export function makeLand(options: LandOptions): Land {
  return mapLayers(layOutLand(options));
}
