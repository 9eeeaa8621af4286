// Gives the land its people and its books: one deed for every lot, and the addresses that letters go to.
import type { Deed, Land, StreetAddress } from '../county.ts';
import { randomStream } from '../random.ts';
import { loseValues } from './books/lost-values.ts';
import { findNeighborhoods } from './books/neighborhoods.ts';
import { assignPins } from './books/pin.ts';
import { recordSales } from './books/sales.ts';
import { taxAcres } from './books/tax-acres.ts';
import { zoneLot } from './books/zoning.ts';
import { assignOwners } from './owners/assign-owners.ts';
import { isCurious } from './owners/curious-owners.ts';
import { postOffices, surveySites } from './post/sites.ts';
import { listAddresses } from './post/street-addresses.ts';

/** Deeds are in the order of the lots; addresses are of those lots that have a number and a building. */
export function writeDeeds({ seed, land }: { seed: number; land: Land }): {
  deeds: Deed[];
  addresses: StreetAddress[];
} {
  const offices = postOffices(land);
  const sites = surveySites({ land, offices });
  const pins = assignPins(land.lots.map(({ inside }) => inside));
  const neighborhoodOf = findNeighborhoods({ seed, lots: land.lots });
  const owners = assignOwners({ seed, land, offices, sites, neighborhoodOf });
  const sales = recordSales({ seed, sites, owners, neighborhoodOf });
  const acres = randomStream(seed, 'people/acres');
  const zones = randomStream(seed, 'people/zoning');
  const losses = randomStream(seed, 'people/losses');

  const deeds = sites.map(({ lot, address }, i): Deed => {
    const { name, mail } = owners[i]!;
    const deed: Deed = {
      pin: pins[i]!,
      name,
      add1: mail?.add1 ?? null,
      add2: mail?.add2 ?? null,
      city: mail?.city ?? null,
      state: mail?.state ?? null,
      zip: mail?.zip ?? null,
      siteAddress: address,
      taxAcres: taxAcres({ random: acres, lot }),
      township: lot.township,
      zoning: zoneLot({ random: zones, lot, neighborhood: neighborhoodOf(lot) }),
      ...sales[i]!,
    };
    return isCurious(name) ? deed : loseValues({ random: losses, deed });
  });
  return { deeds, addresses: listAddresses({ land, sites, pins }) };
}
