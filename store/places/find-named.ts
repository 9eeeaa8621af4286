// Places whose own name has words of the question; a street also with the house that the question asks for.

import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { BestFew } from './best-few.ts';
import { findHouse, type HouseNumber, houseNumberOf } from './find-house.ts';
import { type Atlas, CANDIDATES_MAX, type PlaceHit, type Question } from './place-hit.ts';
import { isWithin } from './place-table.ts';
import {
  byRank,
  isTold,
  nameCoverage,
  type Ranked,
  RELEVANCE_MIN,
  relevanceOf,
  score,
  wordsFound,
} from './score.ts';
import { countBits } from './word-index.ts';
import { allBits } from './word-marks.ts';

/** What a house number counts where no house has it, but the numbers around it are known. */
const INTERPOLATED = 0.7;

type Candidate = Ranked & {
  lacks: number;
  /** What the words that it has count, the house number left out. */
  found: number;
  coverage: number;
  /** The number that the street may have. */
  houseNumber: HouseNumber | undefined;
};

export function findNamed(atlas: Atlas, question: Question): PlaceHit[] {
  const hits: PlaceHit[] = [];
  let sure = 0;
  for (const candidate of bestCandidates(atlas, question)) {
    const hit = lookAt(candidate, { ...atlas, ...question });
    hits.push(hit);
    // As good as it was taken to be, so none of those to come is better.
    if (hit.relevance === candidate.relevance && isWithin(question.bounds, hit.at)) sure++;
    if (sure === question.limit) break;
  }
  return hits;
}

function lookAt(
  { found, coverage, houseNumber, ...place }: Candidate,
  { places, details, words, near }: Atlas & Question,
): PlaceHit {
  const house = houseNumber && findHouse(details, { streetId: place.id, ...houseNumber });
  if (!house) return { ...place, relevance: relevanceOf(found, words.length), at: places.at(place.id) };
  const houseFound = house.accuracy === 'parcel' ? 1 : INTERPOLATED;
  const kilometers = near ? kilometersBetween(near, house.at) : 0;
  return {
    ...place,
    relevance: relevanceOf(found + houseFound, words.length),
    score: score({ importance: 0, coverage, kilometers }),
    at: house.at,
    house,
  };
}

/** A street that may have the house is taken to have it, so that it is looked at. */
function bestCandidates(
  { places, marks }: Atlas,
  { words, types, bounds, near }: Question,
): readonly Candidate[] {
  const numbers = words.flatMap(({ typed }, at) => {
    const number = houseNumberOf(typed);
    return number ? { ...number, bit: 1 << at } : [];
  });
  const numberBits = numbers.reduce((bits, { bit }) => bits | bit, 0);
  const tellingBits = (2 ** words.length - 1) & ~marks.generic & ~numberBits;

  const best = new BestFew<Candidate>(CANDIDATES_MAX, byRank);
  for (const id of marks.marked) {
    const type = places.typeOf(id);
    if (types && !types.includes(type)) continue;
    if (bounds && !places.touches(id, bounds)) continue;
    const isStreet = type === 'address';
    const needed = best.bar?.relevance ?? RELEVANCE_MIN;
    // Most end here: the rest takes longer.
    if (isStreet && relevanceOf(countBits(marks.streetBitsAtMost(id) | numberBits), words.length) < needed)
      continue;
    const has = marks.of(id);
    const asked = isStreet ? numbers.find(({ bit }) => (allBits(has) & bit) === 0) : undefined;
    const houseNumber = asked && places.mayHaveNumber(id, asked.number) ? asked : undefined;
    const found = wordsFound(has);
    const relevance = relevanceOf(found + (houseNumber ? 1 : 0), words.length);
    if (relevance < needed) continue;

    const name = { marks: has, generic: marks.generic, weight: places.nameWeight[id]! };
    if (isStreet && tellingBits !== 0 && !isTold(name)) continue;
    const coverage = nameCoverage(name);
    const kilometers = near ? places.kilometersFrom(id, near) : 0;
    const standing = score({ importance: places.importance[id]!, coverage, kilometers });
    const lacks = words.length - countBits(allBits(has)) - (asked ? 1 : 0);
    best.offer({
      id,
      relevance,
      against: marks.against(id, has),
      score: standing,
      lacks,
      found,
      coverage,
      houseNumber,
    });
  }
  return best.list;
}
