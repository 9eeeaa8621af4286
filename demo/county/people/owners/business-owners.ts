// Owners of shops, offices, mills and apartment houses: a company, a landlord or a family.
import type { LotUse } from '../../county.ts';
import type { Random } from '../../random.ts';
import { apartmentCompany, millCompany, officeCompany, shopCompany } from '../names/company-names.ts';
import { makeHousehold } from '../names/households.ts';
import { carolinaOffice, type MailingAddress, postBox } from '../post/mailing-address.ts';
import type { Site } from '../post/sites.ts';
import type { Owner, OwnersWanted } from './owner.ts';

const namers: Partial<Record<LotUse, typeof shopCompany>> = {
  shop: shopCompany,
  office: officeCompany,
  industry: millCompany,
  apartments: apartmentCompany,
};

/** The chance that a business lot belongs to the owner of the previous one of the same trade on that street. */
const SAME_OWNER_SHARE = 0.14;

export function businessOwners({
  random,
  sites,
  residents,
  register,
}: OwnersWanted & { residents: readonly Owner[] }): Map<Site, Owner> {
  const owners = new Map<Site, Owner>();
  const lastOn = new Map<string, Owner>();

  const newOwner = (site: Site): Owner => {
    if (site.lot.use === 'shop' && residents.length > 0 && random.chance(0.2)) return random.pick(residents);
    if (random.chance(0.06)) {
      const mail = postBox({ random, office: site.office });
      return { ...makeHousehold({ random, setting: 'town' }), mail };
    }
    return register(namers[site.lot.use]!({ random, site }), () => ({
      title: 'bought',
      mail: businessMail({ random, site }),
    }));
  };

  for (const site of sites) {
    const corner = `${site.lot.use} ${site.street ?? site.lot.postPlace}`;
    const neighbor = random.chance(SAME_OWNER_SHARE) ? lastOn.get(corner) : undefined;
    const owner = neighbor ?? newOwner(site);
    lastOn.set(corner, owner);
    owners.set(site, owner);
  }
  return owners;
}

export function isBusiness({ lot }: Site): boolean {
  return namers[lot.use] !== undefined;
}

/** The address of the shop itself, a post office box, or a head office in the Carolinas. */
function businessMail({ random, site }: { random: Random; site: Site }): MailingAddress {
  if (site.letterbox && random.chance(0.45)) return site.letterbox;
  return random.chance(0.6) ? postBox({ random, office: site.office }) : carolinaOffice(random);
}
