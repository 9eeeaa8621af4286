// The public bodies, utilities and associations of the county, with their mailing addresses.

import type { Land } from '../../county.ts';
import type { Random } from '../../random.ts';
import { associationManagers, otherUtilities, POWER_COMPANY } from '../names/company-words.ts';
import { carolinaCities } from '../post/far-cities.ts';
import { inCareOf, type MailingAddress, type PostOffice, postBox } from '../post/mailing-address.ts';
import type { Site } from '../post/sites.ts';
import type { OwnerRegister } from './owner.ts';

type Given = {
  random: Random;
  land: Pick<Land, 'boundaries'>;
  /** The county's seat first. */
  offices: ReadonlyMap<string, PostOffice>;
  register: OwnerRegister;
};

export function civicBodies({ random, land, offices, register }: Given) {
  const county =
    land.boundaries.find(({ kind }) => kind === 'county')?.name.replace(/ County$/, '') ?? 'County';
  const seat = offices.values().next().value!;
  const boxAtSeat = () => postBox({ random, office: seat });
  /** An association of the place, which nobody sold its land. */
  const localBody = (name: string, office: PostOffice) =>
    register(name, () => ({ title: 'passed on', mail: postBox({ random, office }) }));

  return {
    county: register(`County of ${county}`, () => ({ title: 'public', mail: boxAtSeat() })),
    schools: register(`${county} County Board of Education`, () => ({ title: 'public', mail: boxAtSeat() })),
    transportation: register('State of North Carolina Dept of Transportation', () => ({
      title: 'public',
      mail: { add1: '1546 Mail Service Center', add2: null, city: 'Raleigh', state: 'NC', zip: '27699' },
    })),
    power: register(POWER_COMPANY, () => ({
      title: 'passed on',
      mail: inCareOf(farBox(random), 'Property Tax Dept'),
    })),
    utilities: otherUtilities.map((name) =>
      register(name, () => ({ title: 'bought', mail: random.chance(0.5) ? farBox(random) : boxAtSeat() })),
    ),
    town: (name: string) =>
      register(`Town of ${name}`, () => ({
        title: 'public',
        mail: postBox({ random, office: offices.get(name) ?? seat }),
      })),
    fireDepartment: ({ lot, office }: Site) => localBody(`${lot.postPlace} Volunteer Fire Dept Inc`, office),
    cemetery: ({ lot, office }: Site) => localBody(`${lot.township} Cemetery Assn`, office),
    golfClub: ({ lot, office }: Site) =>
      localBody(`${lot.subdivision ?? lot.postPlace} Golf & Country Club Inc`, office),
    association: (subdivision: string) =>
      register(`${subdivision} Homeowners Assn Inc`, () => ({
        title: 'passed on',
        mail: inCareOf(random.chance(0.5) ? boxAtSeat() : farBox(random), random.pick(associationManagers)),
      })),
  };
}

/** A post office box in a large city. */
function farBox(random: Random): MailingAddress {
  const { city, state, zips } = random.pick(carolinaCities);
  return {
    add1: `PO Box ${random.integer(10_000, 49_999)}`,
    add2: null,
    city,
    state,
    zip: random.pick(zips),
  };
}
