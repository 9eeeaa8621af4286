// A lot with its postal facts: street, address and post office.
import type { Land, Lot, Road } from '../../county.ts';
import type { Setting } from '../names/heritage-shares.ts';
import { HOME_STATE, type MailingAddress, type PostOffice } from './mailing-address.ts';

export type Site = {
  lot: Lot;
  setting: Setting;
  office: PostOffice;
  street: string | null;
  /** '412 Church St', or the street alone where there is no building. */
  address: string | null;
  /** The mailing address of the building; null where there is none. */
  letterbox: MailingAddress | null;
};

// 28176 to 28199 lie in the range of this part of the state and are not in use.
const FIRST_ZIP = 28176;
const LAST_ZIP = 28199;

/** ZIP codes by falling population. If there are more places than codes, the smallest share the last one. */
export function postOffices(land: Pick<Land, 'lots' | 'places'>): Map<string, PostOffice> {
  const population = new Map(land.places.map((place) => [place.name, place.population]));
  const cities = [...new Set(land.lots.map((lot) => lot.postPlace))].sort(
    (a, b) => (population.get(b) ?? 0) - (population.get(a) ?? 0) || (a < b ? -1 : 1),
  );
  return new Map(
    cities.map((city, rank) => [city, { city, zip: String(Math.min(FIRST_ZIP + rank, LAST_ZIP)) }]),
  );
}

/** A route without a name gives an address by its number: '2210 NC 214 Hwy'. */
function streetName(road: Road | undefined): string | null {
  return road?.name ?? (road?.ref ? `${road.ref} Hwy` : null);
}

function settingOf(lot: Lot): Setting {
  if (lot.use === 'lakefront') return 'shore';
  if (lot.subdivision !== null) return 'suburb';
  return lot.town === null ? 'country' : 'town';
}

/** In the order of the lots. */
export function surveySites({
  land,
  offices,
}: {
  land: Pick<Land, 'lots' | 'roads'>;
  offices: ReadonlyMap<string, PostOffice>;
}): Site[] {
  const roads = new Map(land.roads.map((road) => [road.id, road]));
  return land.lots.map((lot) => {
    const office = offices.get(lot.postPlace)!;
    const street = lot.frontage && streetName(roads.get(lot.frontage.roadId));
    const numbered =
      lot.frontage && street && lot.hasBuilding ? `${lot.frontage.houseNumber} ${street}` : null;
    return {
      lot,
      setting: settingOf(lot),
      office,
      street,
      address: numbered ?? street,
      letterbox: numbered
        ? { add1: numbered, add2: null, city: office.city, state: HOME_STATE, zip: office.zip }
        : null,
    };
  });
}
