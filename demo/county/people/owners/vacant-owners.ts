// Owners of vacant lots: the developer of the subdivision, a neighbor, a company, or somebody who may build later.

import { groupBy } from '../../../../geo/groups.ts';
import type { Lot } from '../../county.ts';
import type { Neighborhood } from '../books/neighborhoods.ts';
import { landCompany } from '../names/company-names.ts';
import { developers } from '../names/company-words.ts';
import { makeHousehold } from '../names/households.ts';
import { farHome, farOffice } from '../post/mailing-address.ts';
import type { Site } from '../post/sites.ts';
import type { Owner, OwnersWanted } from './owner.ts';

/** In subdivisions up to this year the developer owns no lots any more. */
const LAST_OF_THE_SOLD_OUT = 2008;

export function vacantOwners({
  random,
  sites,
  owned,
  residents,
  neighborhoodOf,
  register,
}: OwnersWanted & {
  /** The lots that have an owner already, to find neighbors. */
  owned: ReadonlyMap<Site, Owner>;
  residents: readonly Owner[];
  neighborhoodOf: (lot: Lot) => Neighborhood;
}): Map<Site, Owner> {
  const builders = developers.map((name): Owner => ({ name, title: 'in bulk', mail: farOffice(random) }));
  const builderOf = new Map<string, Owner>();
  const nextDoor = neighborFinder(owned);

  const builder = (subdivision: string): Owner => {
    const known = builderOf.get(subdivision) ?? random.pick(builders);
    builderOf.set(subdivision, known);
    return known;
  };

  const ownerOf = (site: Site): Owner => {
    const { subdivision } = site.lot;
    const isNew = (neighborhoodOf(site.lot).since ?? 0) > LAST_OF_THE_SOLD_OUT;
    if (subdivision !== null && isNew && random.chance(0.85)) return builder(subdivision);
    const neighbor = random.chance(0.5) ? nextDoor(site) : undefined;
    if (neighbor && neighbor.title !== 'public') return neighbor;
    if (residents.length > 0 && random.chance(0.35)) return random.pick(residents);
    if (random.chance(0.2)) {
      return register(landCompany({ random, site }), () => ({ title: 'bought', mail: farOffice(random) }));
    }
    return { ...makeHousehold({ random, setting: site.setting }), mail: farHome(random) };
  };

  return new Map(sites.map((site) => [site, ownerOf(site)]));
}

/** The neighbor is the owner of the nearest house number on the same street. */
function neighborFinder(owned: ReadonlyMap<Site, Owner>): (site: Site) => Owner | undefined {
  const streets = groupBy(owned, ([{ lot }]) => lot.frontage?.roadId);
  return ({ lot: { frontage } }) => {
    if (!frontage) return undefined;
    let nearest: { owner: Owner; steps: number } | undefined;
    for (const [{ lot }, owner] of streets.get(frontage.roadId) ?? []) {
      const steps = Math.abs(lot.frontage!.houseNumber - frontage.houseNumber);
      if (!nearest || steps < nearest.steps) nearest = { owner, steps };
    }
    return nearest?.owner;
  };
}
