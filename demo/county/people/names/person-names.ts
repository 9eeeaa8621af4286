// People's names as written in the roll: surname first and in mixed case, 'Holloway James R & Ellen T'.
//
// Surname first, as rolls are searched that way. Mixed case, because capitals take a third more room on map labels and
// are harder to read.
import type { Random } from '../../random.ts';
import { heritageShares, type Setting } from './heritage-shares.ts';
import { type Heritage, type HeritageName, heritages } from './heritages.ts';

export type Family = { surname: string; heritage: Heritage };
export type Person = { surname: string; given: string };

const heritageNames = Object.keys(heritages) as HeritageName[];
const initials = [...'AAABBCCCDDDEEEFGGHHJJJJKLLLLMMMMNOPRRRRSSSTTVWWW'];

/** From 0, the oldest who still own land, to 1, the youngest. */
export type Generation = number;

const OLDEST_CAME_OF_AGE = 1952;
const YOUNGEST_CAME_OF_AGE = 2021;
/** How far a given name may lie from its generation in the list. */
const FASHION_SPREAD = 0.17;

/** The first year in which somebody of this generation could buy land. */
export function cameOfAge(generation: Generation): number {
  return Math.round(OLDEST_CAME_OF_AGE + generation * (YOUNGEST_CAME_OF_AGE - OLDEST_CAME_OF_AGE));
}

/** A skewed choice: favors the head of the list, but reaches all of it. */
function pickCommon<T>(random: Random, choices: readonly T[]): T {
  const u = random.next();
  return choices[Math.floor((random.chance(0.5) ? u : u * Math.sqrt(u)) * choices.length)]!;
}

export function makeFamily({ random, setting }: { random: Random; setting: Setting }): Family {
  const heritage =
    heritages[heritageNames[random.weighted(heritageNames.map((name) => heritageShares[name][setting]))]!];
  const first = pickCommon(random, heritage.surnames);
  if (heritage.middle !== 'second surname' || random.chance(0.45)) return { surname: first, heritage };
  const second = pickCommon(random, heritage.surnames);
  return { surname: second === first ? first : `${first} ${second}`, heritage };
}

/** The first surname, for company names: 'Muñoz' of 'Muñoz Peña'. */
export function shortSurname(family: Family): string {
  return family.surname.split(' ')[0]!;
}

export type Naming = { random: Random; family: Family; generation: Generation };

export function makePerson({
  random,
  family,
  generation,
  sex = random.chance(0.5) ? 'man' : 'woman',
}: Naming & { sex?: 'man' | 'woman' }): Person {
  const { heritage, surname } = family;
  const names = sex === 'man' ? heritage.men : heritage.women;
  const fashion = generation + random.between(-FASHION_SPREAD, FASHION_SPREAD);
  const first = names[Math.floor(Math.min(0.999, Math.max(0, fashion)) * names.length)]!;
  const initialChance = heritage.middle === 'initial' ? 0.78 : 0.12;
  const initial = random.chance(initialChance) ? ` ${random.pick(initials)}` : '';
  const junior = heritage.juniors && sex === 'man' && random.chance(0.08);
  const suffix = junior ? ` ${random.pick(['Jr', 'Jr', 'Jr', 'Sr', 'III'])}` : '';
  return { surname, given: first + initial + suffix };
}

export function personName(person: Person): string {
  return `${person.surname} ${person.given}`;
}

export function pairName(one: Person, other: Person): string {
  return `${personName(one)} & ${one.surname === other.surname ? other.given : personName(other)}`;
}

export function makeCouple(naming: Naming): string {
  const husband = makePerson({ ...naming, sex: 'man' });
  const wife = makePerson({ ...naming, sex: 'woman' });
  return naming.random.chance(0.16) ? pairName(wife, husband) : pairName(husband, wife);
}
