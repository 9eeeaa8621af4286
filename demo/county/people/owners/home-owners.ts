// Owners of houses: mostly their residents, else a neighbor, a company or somebody far away as landlord.
import { landlordCompany, singleAssetCompany } from '../names/company-names.ts';
import { absenteeLandlords } from '../names/company-words.ts';
import { makeHousehold } from '../names/households.ts';
import { farHome, farOffice, postBox } from '../post/mailing-address.ts';
import type { Site } from '../post/sites.ts';
import { type FarmFamily, familyAround } from './farm-families.ts';
import type { Owner, OwnersWanted } from './owner.ts';

/** The share of homes whose owner lives in them. */
function occupiedShare({ lot, setting }: Site): number {
  if (lot.use === 'townhouse') return 0.66;
  return { town: 0.68, suburb: 0.86, country: 0.85, shore: 0.7 }[setting];
}

const HOUSES_PER_LANDLORD = 5;
/** The share of country households that belong to the farm family of the area. */
const KIN_SHARE = 0.28;
const BOX_SHARE = 0.04;
/** Investors bought rental houses from this year on, after the crash of 2008. */
const ABSENTEES_CAME = 2012;

export type HomeOwners = {
  owners: Map<Site, Owner>;
  /** Owners who live in the county; they may own other lots too. */
  residents: Owner[];
};

/** Of lots with a house. */
export function homeOwners({
  random,
  sites,
  families,
  register,
}: OwnersWanted & { families: readonly FarmFamily[] }): HomeOwners {
  const owners = new Map<Site, Owner>();
  const residents: Owner[] = [];
  const away: Site[] = [];

  for (const site of sites) {
    if (!site.letterbox || !random.chance(occupiedShare(site))) {
      away.push(site);
      continue;
    }
    const kin = site.setting === 'country' && random.chance(KIN_SHARE);
    const family = kin ? familyAround(families, site) : undefined;
    const owner: Owner = {
      ...makeHousehold({ random, setting: site.setting, family }),
      mail: random.chance(BOX_SHARE) ? postBox({ random, office: site.office }) : site.letterbox,
    };
    residents.push(owner);
    owners.set(site, owner);
  }

  const landlords = Array.from({ length: Math.ceil(away.length / HOUSES_PER_LANDLORD) }, (): Owner => {
    if (residents.length > 0 && random.chance(0.55)) return random.pick(residents);
    const site = random.pick(away);
    return register(landlordCompany({ random, site }), () => ({
      title: 'bought',
      mail: random.chance(0.6) ? postBox({ random, office: site.office }) : farOffice(random),
    }));
  });
  const absentees = absenteeLandlords.map(
    (name): Owner => ({ name, title: 'bought', mail: farOffice(random), activeSince: ABSENTEES_CAME }),
  );

  const awayOwner = (site: Site): Owner => {
    const share = random.next();
    if (site.setting === 'shore' || share < 0.2) {
      return { ...makeHousehold({ random, setting: site.setting }), mail: farHome(random) };
    }
    if (site.setting === 'suburb' && share < 0.55) return random.pick(absentees);
    if (share < 0.27) {
      return register(singleAssetCompany({ random, site }), () => ({
        title: 'bought',
        mail: postBox({ random, office: site.office }),
      }));
    }
    // Skewed distribution: a few landlords own many houses, most own a few.
    const u = random.next();
    return landlords[Math.floor(u * Math.sqrt(u) * landlords.length)]!;
  };
  for (const site of away) owners.set(site, awayOwner(site));
  return { owners, residents };
}
