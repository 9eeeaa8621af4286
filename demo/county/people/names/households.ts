// How a household is named as an owner: couples, single people, trusts, estates, heirs.
import type { Random } from '../../random.ts';
import type { Owner } from '../owners/owner.ts';
import type { Setting } from './heritage-shares.ts';
import {
  cameOfAge,
  type Family,
  makeCouple,
  makeFamily,
  makePerson,
  type Naming,
  pairName,
  personName,
  shortSurname,
} from './person-names.ts';

export type Household = Pick<Owner, 'name' | 'title' | 'activeSince'>;

const forms = {
  couple: 50,
  single: 34,
  'two surnames': 4.5,
  trust: 5,
  'and others': 1.5,
  estate: 1.5,
  heirs: 2,
  'life estate': 1.5,
};
const formNames = Object.keys(forms) as (keyof typeof forms)[];
const formWeights = Object.values(forms);

/** `family` defaults to a random one for the setting. */
export function makeHousehold({
  random,
  setting,
  family = makeFamily({ random, setting }),
}: {
  random: Random;
  setting: Setting;
  family?: Family | undefined;
}): Household {
  const generation = random.next();
  const activeSince = cameOfAge(generation);
  const naming = { random, family, generation };
  const someone = () => personName(makePerson(naming));
  const form = formNames[random.weighted(formWeights)]!;
  switch (form) {
    case 'couple':
      return { name: makeCouple(naming), title: 'bought', activeSince };
    case 'single':
      return { name: someone(), title: 'bought', activeSince };
    case 'two surnames': {
      const other = makePerson({ ...naming, family: makeFamily({ random, setting }) });
      return { name: pairName(makePerson(naming), other), title: 'bought', activeSince };
    }
    case 'trust':
      return { name: trustName(naming), title: 'passed on', activeSince };
    case 'and others':
      return { name: `${someone()} Etal`, title: 'passed on', activeSince };
    // The last three name a member of the oldest generation.
    case 'estate':
      return { name: `${theElder(naming)} Estate`, title: 'passed on' };
    case 'heirs':
      return { name: `${theElder(naming)} Heirs`, title: 'passed on' };
    case 'life estate':
      return { name: `${theElder(naming)} Life Estate`, title: 'passed on' };
  }
}

function theElder(naming: Naming): string {
  return personName(makePerson({ ...naming, generation: naming.generation * 0.4 }));
}

export function trustName(naming: Naming): string {
  const { random, family } = naming;
  const surname = shortSurname(family);
  return random.pick([
    () => `${surname} Family Trust`,
    () => `${surname} Living Trust`,
    () => `${personName(makePerson(naming))} Trustee`,
    () => `${personName(makePerson(naming))} Revocable Trust`,
  ])();
}
