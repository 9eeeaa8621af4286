// Street names, chosen by setting (grid, highway, country, subdivision), each used once.

import { HAMLETS, TOWNS } from '../plan.ts';
import { distance } from '../plane/point.ts';
import { lineLength } from '../plane/polyline.ts';
import { type Random, randomStream } from '../random.ts';
import { phrases } from '../word-lists.ts';
import type { Street } from './street.ts';
import {
  COUNTRY_PATTERNS,
  GRID_ACROSS,
  GRID_ALONG,
  ORDINALS,
  SECOND_WORDS,
  SUBDIVISION_TAILS,
  SURNAMES,
  THEMES,
} from './street-words.ts';

export type StreetNames = {
  /** One a street; null for ramps and the motorway. */
  names: (string | null)[];
  refs: (string | null)[];
  subdivisionNames: string[];
};

const HIGHWAY_REFS = phrases(`
  NC 214, NC 86, US 29A, NC 158, NC 307, NC 92, NC 411, US 221, NC 63, NC 275, NC 318, NC 129`);

export function nameStreets({
  seed,
  streets,
  subdivisionCount,
}: {
  seed: number;
  streets: readonly Street[];
  subdivisionCount: number;
}): StreetNames {
  const random = randomStream(seed, 'street names');
  const used = new Set<string>();
  for (const words of [...GRID_ALONG, ...GRID_ACROSS])
    for (const word of words) used.add(`${word} St`).add(`${word} Ave`);
  const taken = (name: string): boolean => {
    if (used.has(name)) return true;
    used.add(name);
    return false;
  };
  const subdivisionNames: string[] = [];
  const themes = Array.from(
    { length: subdivisionCount },
    (_, i) => THEMES[(i * 7 + random.integer(0, 2)) % THEMES.length]!,
  );
  for (const theme of themes) {
    let name = '';
    do name = `${random.pick(theme.subdivision)} ${random.pick(SUBDIVISION_TAILS)}`;
    while (subdivisionNames.includes(name));
    subdivisionNames.push(name);
  }
  const gridUsed = new Set<string>();
  let highways = 0;
  const refs: (string | null)[] = streets.map(() => null);
  const names = streets.map((street, i): string | null => {
    const { setting } = street;
    if (street.class === 'motorway' || street.class === 'ramp') return null;
    if (setting.kind === 'grid') return gridName(setting, gridUsed) ?? freshName({ street, random, taken });
    if (setting.kind === 'highway') {
      refs[i] = lineLength(street.line) > 1500 ? HIGHWAY_REFS[highways++ % HIGHWAY_REFS.length]! : null;
      return highwayName(street, taken) ?? countryName(random, taken);
    }
    if (setting.kind === 'country') return countryName(random, taken);
    return freshName({ street, random, taken, words: themes[setting.subdivision]!.words });
  });
  return { names, refs, subdivisionNames };
}

function gridName(
  setting: { town: number; isAlong: boolean; index: number },
  gridUsed: Set<string>,
): string | undefined {
  const { town, isAlong, index } = setting;
  const place = index > 0 ? index * 2 - 1 : -index * 2;
  const isNumbered = town === 0 && !isAlong && index > 0;
  const word = isNumbered ? ORDINALS[index - 1] : (isAlong ? GRID_ALONG : GRID_ACROSS)[town]![place];
  if (word === undefined) return undefined;
  const name = `${word} ${isAlong || index === 0 ? 'St' : 'Ave'}`;
  const key = `${town} ${name}`;
  // A second, separate piece of the same line is another street.
  if (gridUsed.has(key)) return undefined;
  gridUsed.add(key);
  return name;
}

/** A highway is named after the place nearest to one of its ends. */
function highwayName(street: Street, taken: (name: string) => boolean): string | undefined {
  const places = [...TOWNS, ...HAMLETS];
  for (const end of [street.line.at(-1)!, street.line[0]!]) {
    const nearest = places.reduce((a, b) => (distance(b.at, end) < distance(a.at, end) ? b : a));
    for (const suffix of ['Hwy', 'Rd', 'Blvd'])
      if (!taken(`${nearest.name} ${suffix}`)) return `${nearest.name} ${suffix}`;
  }
  return undefined;
}

function countryName(random: Random, taken: (name: string) => boolean): string {
  for (;;) {
    const name = random.pick(COUNTRY_PATTERNS).replace('#', random.pick(SURNAMES));
    if (!taken(name)) return name;
  }
}

function freshName({
  street,
  random,
  taken,
  words = SURNAMES,
}: {
  street: Street;
  random: Random;
  taken: (name: string) => boolean;
  words?: readonly string[];
}): string {
  const length = lineLength(street.line);
  const suffixes =
    length < 180
      ? ['Ct', 'Ln', 'Pl']
      : length < 420
        ? ['Ln', 'Dr', 'Cir', 'Way']
        : ['Dr', 'Rd', 'Ave', 'Way'];
  for (let attempt = 0; ; attempt++) {
    const word = random.pick(words);
    const full = attempt < 4 && random.chance(0.5) ? word : `${word} ${random.pick(SECOND_WORDS)}`;
    const name = `${full} ${random.pick(suffixes)}`;
    if (!taken(name)) return name;
  }
}
