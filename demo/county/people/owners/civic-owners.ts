// Owners of public and shared land: the county, towns, state, school board, utilities, churches, associations.
import type { Land, Lot } from '../../county.ts';
import { distance, groundPoint, type Point } from '../../plane/point.ts';
import { churchNamer } from '../names/church-names.ts';
import { type PostOffice, postBox } from '../post/mailing-address.ts';
import type { Site } from '../post/sites.ts';
import { civicBodies } from './civic-bodies.ts';
import { lakeShore } from './lake-shore.ts';
import type { Owner, OwnersWanted } from './owner.ts';

/** A cemetery belongs to a church within this distance. */
const CHURCHYARD_METERS = 700;

function isWild({ use }: Lot): boolean {
  return use === 'vacant' || use === 'woodland';
}

export function civicOwners({
  random,
  land,
  offices,
  sites,
  register,
}: OwnersWanted & {
  land: Pick<Land, 'water' | 'boundaries'>;
  offices: ReadonlyMap<string, PostOffice>;
}): Map<Site, Owner> {
  const owners = new Map<Site, Owner>();
  const bodies = civicBodies({ random, land, offices, register });
  const nameChurch = churchNamer(random);
  const onShore = lakeShore(land);
  const churches: { at: Point; owner: Owner }[] = [];

  for (const site of sites) {
    if (site.lot.use !== 'church') continue;
    const name = nameChurch(site);
    const mail = random.chance(0.4) ? postBox({ random, office: site.office }) : site.letterbox;
    const owner: Owner = { name, title: 'passed on', mail: mail ?? postBox({ random, office: site.office }) };
    churches.push({ at: groundPoint(site.lot.inside), owner });
    owners.set(site, owner);
  }

  const churchNear = ({ lot }: Site) => {
    const grave = groundPoint(lot.inside);
    return churches.find(({ at }) => distance(at, grave) < CHURCHYARD_METERS)?.owner;
  };

  const townOrCounty = (site: Site) =>
    site.lot.town !== null && random.chance(0.7) ? bodies.town(site.lot.town) : bodies.county;

  const ownerOf = (site: Site): Owner | undefined => {
    const { lot } = site;
    const empty = !lot.hasBuilding;
    if (lot.subdivision !== null && empty && (lot.use === 'park' || (isWild(lot) && !lot.frontage))) {
      return bodies.association(lot.subdivision);
    }
    switch (lot.use) {
      case 'school':
        return bodies.schools;
      case 'park':
        return townOrCounty(site);
      case 'cemetery':
        return churchNear(site) ?? bodies.cemetery(site);
      case 'golf':
        return bodies.golfClub(site);
      case 'utility':
        if (onShore(lot) || random.chance(0.5)) return bodies.power;
        return random.chance(0.3) ? townOrCounty(site) : random.pick(bodies.utilities);
      case 'public':
        if (!lot.frontage || random.chance(0.15)) return bodies.transportation;
        return random.chance(0.2) ? bodies.fireDepartment(site) : townOrCounty(site);
      default:
        return isWild(lot) && empty && lot.subdivision === null && onShore(lot) && random.chance(0.5)
          ? bodies.power
          : undefined;
    }
  };

  for (const site of sites) {
    if (owners.has(site)) continue;
    const owner = ownerOf(site);
    if (owner) owners.set(site, owner);
  }
  return owners;
}
