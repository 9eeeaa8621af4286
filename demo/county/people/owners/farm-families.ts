// The old farm families: each has a home point, and owns most farms around it.
import { distance, groundPoint, type Point } from '../../plane/point.ts';
import type { Random } from '../../random.ts';
import { heritages } from '../names/heritages.ts';
import type { Family } from '../names/person-names.ts';
import type { Site } from '../post/sites.ts';

export type FarmFamily = Family & { seat: Point };

const FARMS_PER_FAMILY = 9;
/** How far from its home point a family owns land. */
const REACH_METERS = 2200;

/** The heritages of the old families, with their weights. */
const oldHeritages = [heritages.carolina, heritages.germanPiedmont, heritages.africanAmerican];
const oldHeritageWeights = [50, 36, 14];

/** A family named like its road: the Overcashes on Old Overcash Rd. */
function familyOfRoad(street: string): Family | undefined {
  for (const surname of street.split(' ')) {
    const heritage = oldHeritages.find(({ surnames }) => surnames.includes(surname));
    if (heritage) return { surname, heritage };
  }
  return undefined;
}

function oldFamily(random: Random): Family {
  const heritage = oldHeritages[random.weighted(oldHeritageWeights)]!;
  return { surname: random.pick(heritage.surnames), heritage };
}

export function settleFamilies({ random, sites }: { random: Random; sites: readonly Site[] }): FarmFamily[] {
  const farms = sites.filter(({ lot }) => lot.use === 'farm');
  const known = new Set<string>();
  const families: FarmFamily[] = [];
  for (let i = 0; i < farms.length / FARMS_PER_FAMILY; i++) {
    const { lot, street } = random.pick(farms);
    const family = familyOfRoad(street ?? '') ?? oldFamily(random);
    if (known.has(family.surname)) continue;
    known.add(family.surname);
    families.push({ ...family, seat: groundPoint(lot.inside) });
  }
  return families;
}

/** The family with the nearest home point; undefined where none is in reach. */
export function familyAround(families: readonly FarmFamily[], { lot }: Site): FarmFamily | undefined {
  const at = groundPoint(lot.inside);
  let nearest: FarmFamily | undefined;
  let least = REACH_METERS;
  for (const family of families) {
    const away = distance(family.seat, at);
    if (away >= least) continue;
    least = away;
    nearest = family;
  }
  return nearest;
}
