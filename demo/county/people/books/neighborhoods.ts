// Neighborhoods: lots of one street or subdivision share an age, a price level and a zone.

import { groupBy } from '../../../../geo/groups.ts';
import type { Lot } from '../../county.ts';
import { type Random, randomStream } from '../../random.ts';

export type Neighborhood = {
  /** The year of its first houses; undefined outside subdivisions. */
  since: number | undefined;
  /** Price level relative to the county, around 1. */
  standing: number;
  /** Mean area of its home lots; undefined where nobody lives. */
  homeSquareMeters: number | undefined;
};

const OLDEST_SUBDIVISION = 1962;
const NEWEST_SUBDIVISION = 2022;
/** A subdivision with a larger share of vacant lots is still being built. */
const UNFINISHED_SHARE = 0.08;

function keyOf({ subdivision, frontage, township }: Lot): string {
  if (subdivision !== null) return `subdivision ${subdivision}`;
  return frontage ? `road ${frontage.roadId}` : `township ${township}`;
}

export const homeUses: ReadonlySet<Lot['use']> = new Set(['house', 'lakefront', 'townhouse']);

export function findNeighborhoods({
  seed,
  lots,
}: {
  seed: number;
  lots: readonly Lot[];
}): (lot: Lot) => Neighborhood {
  const random = randomStream(seed, 'people/neighborhoods');
  const known = new Map([...groupBy(lots, keyOf)].map(([key, group]) => [key, describe({ random, group })]));
  return (lot) => known.get(keyOf(lot))!;
}

function describe({ random, group }: { random: Random; group: readonly Lot[] }): Neighborhood {
  const homes = group.filter(({ use }) => homeUses.has(use));
  const emptyShare = group.filter(({ use }) => use === 'vacant').length / group.length;
  const planned = group[0]!.subdivision !== null;
  const finished =
    OLDEST_SUBDIVISION + Math.floor((NEWEST_SUBDIVISION - OLDEST_SUBDIVISION) * Math.sqrt(random.next()));
  const unfinished = random.integer(2018, 2023);
  const standing = 1 + 0.2 * random.normal();
  return {
    since: planned ? (emptyShare > UNFINISHED_SHARE ? unfinished : finished) : undefined,
    standing: Math.min(1.8, Math.max(0.6, planned ? standing * 1.1 : standing)),
    homeSquareMeters:
      homes.length === 0
        ? undefined
        : homes.reduce((sum, { areaSquareMeters }) => sum + areaSquareMeters, 0) / homes.length,
  };
}
