// The zone of each block: town core, town, suburb, business, country, or one undivided lot.

import { BUSINESS_METERS, INTERCHANGES, TOWNS } from '../plan.ts';
import { distance } from '../plane/point.ts';
import { ringArea, ringCenter } from '../plane/ring.ts';
import type { Street } from '../roads/street.ts';
import type { Urbanity } from '../roads/urbanity.ts';
import type { Block } from './cut-blocks.ts';
import type { Zone } from './plat-block.ts';

const LARGEST_TOWN_BLOCK = 70_000;
const UNDIVIDED_TOWN_BLOCK = 15_500;
/** Smaller ground between ramps belongs to the motorway. */
const LARGEST_RAMP_GROUND = 90_000;

type Given = {
  block: Block;
  streets: readonly Street[];
  urbanity: Urbanity;
};

/** Undefined where the block is part of a right-of-way. */
export function zoneOf({ block, streets, urbanity }: Given): Zone | undefined {
  const outer = block.shape[0]!;
  const area = ringArea(outer);
  const center = ringCenter(outer);
  const around = new Set(block.borders.flat().filter((border) => border >= 0));
  const has = (test: (street: Street) => boolean): boolean =>
    [...around].some((number) => test(streets[number]!));
  if (has((street) => street.class === 'ramp') && area < LARGEST_RAMP_GROUND) return undefined;
  if (has(({ setting }) => setting.kind === 'grid') && area < LARGEST_TOWN_BLOCK) {
    if (area > UNDIVIDED_TOWN_BLOCK && area < 26_000) return 'whole';
    const toMiddle = Math.min(...TOWNS.map(({ at, gridRadius }) => distance(at, center) / gridRadius));
    return toMiddle < 0.3 ? 'core' : 'town';
  }
  if (
    INTERCHANGES.some((place) => distance(place, center) < BUSINESS_METERS * 1.5) &&
    !has(({ setting }) => setting.kind === 'subdivision')
  )
    return 'business';
  if (has(({ setting }) => setting.kind === 'subdivision')) return 'suburb';
  return urbanity(center) > 0.02 && area < 400_000 ? 'suburb' : 'country';
}
