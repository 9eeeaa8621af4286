// Assigns an owner to every lot: first public land, then farms, homes and businesses, last vacant lots.
import type { Land, Lot } from '../../county.ts';
import { randomStream } from '../../random.ts';
import { homeUses, type Neighborhood } from '../books/neighborhoods.ts';
import type { PostOffice } from '../post/mailing-address.ts';
import type { Site } from '../post/sites.ts';
import { businessOwners, isBusiness } from './business-owners.ts';
import { civicOwners } from './civic-owners.ts';
import { countryOwners } from './country-owners.ts';
import { settleFamilies } from './farm-families.ts';
import { homeOwners } from './home-owners.ts';
import { type Owner, openRegister } from './owner.ts';
import { trickyOwners } from './tricky-owners.ts';
import { vacantOwners } from './vacant-owners.ts';

function isCountry({ lot }: Site): boolean {
  return lot.use === 'farm' || lot.use === 'woodland';
}

function isHome({ lot }: Site): boolean {
  return lot.hasBuilding && homeUses.has(lot.use);
}

type Given = {
  seed: number;
  land: Pick<Land, 'water' | 'boundaries'>;
  offices: ReadonlyMap<string, PostOffice>;
  sites: readonly Site[];
  neighborhoodOf: (lot: Lot) => Neighborhood;
};

/** In the order of the sites. */
export function assignOwners({ seed, land, offices, sites, neighborhoodOf }: Given): Owner[] {
  const stream = (name: string) => randomStream(seed, `people/${name}`);
  const register = openRegister();
  const owners = civicOwners({ random: stream('civic'), land, offices, sites, register });
  const families = settleFamilies({ random: stream('families'), sites });
  const unowned = (wanted: (site: Site) => boolean) =>
    sites.filter((site) => !owners.has(site) && wanted(site));
  const give = (more: ReadonlyMap<Site, Owner>) => {
    for (const [site, owner] of more) owners.set(site, owner);
  };

  give(countryOwners({ random: stream('country'), sites: unowned(isCountry), families, register }));
  const homes = homeOwners({ random: stream('homes'), sites: unowned(isHome), families, register });
  give(homes.owners);
  const { residents } = homes;
  give(businessOwners({ random: stream('business'), sites: unowned(isBusiness), residents, register }));
  const waiting = unowned(() => true);
  give(
    vacantOwners({
      random: stream('vacant'),
      sites: waiting,
      owned: owners,
      residents,
      neighborhoodOf,
      register,
    }),
  );
  give(trickyOwners({ random: stream('curious'), sites }));
  return sites.map((site) => owners.get(site)!);
}
