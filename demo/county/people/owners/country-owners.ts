// Owners of farms and woods: old families and their heirs, timber companies, people who moved away.
import { landCompany } from '../names/company-names.ts';
import { timberCompanies } from '../names/company-words.ts';
import { makeHousehold, trustName } from '../names/households.ts';
import { makePerson, personName } from '../names/person-names.ts';
import { farHome, farOffice, inCareOf, postBox } from '../post/mailing-address.ts';
import type { Site } from '../post/sites.ts';
import { type FarmFamily, familyAround } from './farm-families.ts';
import type { Owner, OwnersWanted } from './owner.ts';

export function countryOwners({
  random,
  sites,
  families,
  register,
}: OwnersWanted & { families: readonly FarmFamily[] }): Map<Site, Owner> {
  const owners = new Map<Site, Owner>();
  const members = new Map<FarmFamily, Owner[]>(families.map((family) => [family, []]));
  const timber = timberCompanies.map((name): Owner => ({ name, title: 'bought', mail: farOffice(random) }));

  const farmstead = (site: Site, family: FarmFamily | undefined): Owner => {
    const owner: Owner = {
      ...makeHousehold({ random, setting: 'country', family }),
      mail: site.letterbox ?? postBox({ random, office: site.office }),
    };
    if (family) members.get(family)!.push(owner);
    return owner;
  };

  /** A tract without a house: owned by a member of the family nearby, or by heirs elsewhere. */
  const familyTract = (site: Site, family: FarmFamily): Owner => {
    const kin = members.get(family)!;
    const eldest = kin[0];
    if (eldest && random.chance(0.72)) return random.pick(kin);
    const mail = eldest?.mail ?? postBox({ random, office: site.office });
    const naming = { random, family, generation: random.next() };
    const steward = personName(makePerson(naming));
    const heir = random.pick<() => Owner>([
      () =>
        register(`${family.surname} Heirs`, () => ({ title: 'passed on', mail: inCareOf(mail, steward) })),
      () => register(`${family.surname} Family Farm LLC`, () => ({ title: 'passed on', mail })),
      () => ({ name: trustName(naming), title: 'passed on', mail: farHome(random) }),
      () => ({ name: steward, title: 'passed on', mail: farHome(random) }),
    ])();
    kin.push(heir);
    return heir;
  };

  const stranger = (site: Site): Owner => {
    if (site.lot.use === 'woodland' && random.chance(0.45)) return random.pick(timber);
    if (random.chance(0.3)) {
      return register(landCompany({ random, site }), () => ({ title: 'bought', mail: farOffice(random) }));
    }
    return { ...makeHousehold({ random, setting: 'country' }), mail: farHome(random) };
  };

  for (const site of sites) {
    if (!site.lot.hasBuilding) continue;
    const family = random.chance(0.7) ? familyAround(families, site) : undefined;
    owners.set(site, farmstead(site, family));
  }
  for (const site of sites) {
    if (site.lot.hasBuilding) continue;
    const family = random.chance(site.lot.use === 'farm' ? 0.75 : 0.5) && familyAround(families, site);
    owners.set(site, family ? familyTract(site, family) : stranger(site));
  }
  return owners;
}
