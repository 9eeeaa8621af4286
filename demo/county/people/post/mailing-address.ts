// Mailing addresses of owners: homes, offices, post office boxes.
import type { Random } from '../../random.ts';
import { carolinaCities, distantCities, type FarCity, farOfficeStreets, farStreets } from './far-cities.ts';

export type MailingAddress = {
  add1: string;
  /** A unit, a suite, or a c/o name. */
  add2: string | null;
  city: string;
  state: string;
  zip: string;
};

export const HOME_STATE = 'NC';

/** A post office of the county. */
export type PostOffice = { city: string; zip: string };

export function postBox({ random, office }: { random: Random; office: PostOffice }): MailingAddress {
  // Half of the boxes have low numbers, as small post offices have few boxes.
  const box = random.chance(0.5) ? random.integer(1, 999) : random.integer(1000, 3999);
  return { add1: `PO Box ${box}`, add2: null, city: office.city, state: HOME_STATE, zip: office.zip };
}

export function inCareOf(address: MailingAddress, who: string): MailingAddress {
  return { ...address, add2: `c/o ${who}` };
}

function inCity({ random, place }: { random: Random; place: FarCity }) {
  return { city: place.city, state: place.state, zip: random.pick(place.zips) };
}

/** A home outside the county, about half of the time in the Carolinas. */
export function farHome(random: Random): MailingAddress {
  const place = random.pick(random.chance(0.55) ? carolinaCities : distantCities);
  const unit = random.chance(0.14) ? `${random.pick(['Apt', 'Apt', 'Unit'])} ${farUnit(random)}` : null;
  const add1 = `${houseNumberAnywhere(random)} ${random.pick(farStreets)}`;
  return { add1, add2: unit, ...inCity({ random, place }) };
}

/** A company's office outside the county. */
export function farOffice(random: Random): MailingAddress {
  return officeIn({ random, place: random.pick(random.chance(0.6) ? carolinaCities : distantCities) });
}

export function carolinaOffice(random: Random): MailingAddress {
  return officeIn({ random, place: random.pick(carolinaCities) });
}

function officeIn({ random, place }: { random: Random; place: FarCity }): MailingAddress {
  const suite = random.chance(0.6)
    ? `Suite ${random.integer(1, 24) * (random.chance(0.5) ? 100 : 10)}`
    : null;
  const add1 = `${random.integer(10, 980) * 10} ${random.pick(farOfficeStreets)}`;
  return { add1, add2: suite, ...inCity({ random, place }) };
}

function houseNumberAnywhere(random: Random): number {
  return random.chance(0.6) ? random.integer(100, 999) : random.integer(1000, 9899);
}

function farUnit(random: Random): string {
  return random.chance(0.5)
    ? String(random.integer(1, 420))
    : random.integer(1, 12) + random.pick(['A', 'B', 'C']);
}
