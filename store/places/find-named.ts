// Finds places by their names, and the house on a street if the query has a house number.

import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { findHouse, type HouseNumber, houseNumberOf } from './find-house.ts';
import { CANDIDATES_MAX, type ParsedQuery, type PlaceHit, type PlaceIndex } from './place-index.ts';
import { isWithin } from './place-table.ts';
import {
  byRank,
  isIdentified,
  nameCoverage,
  type Ranked,
  RELEVANCE_MIN,
  relevanceOf,
  score,
  wordsFound,
} from './score.ts';
import { TopK } from './top-k.ts';
import { countBits } from './word-index.ts';
import { allBits } from './word-matcher.ts';

/** The weight of a house number that lies between those of two known houses. */
const INTERPOLATED_WEIGHT = 0.7;

type Candidate = Ranked & {
  missingWords: number;
  /** The weighted number of words that it matches, without the house number. */
  found: number;
  coverage: number;
  /** The house number of the query, if it lies in the street's range. */
  houseNumber: HouseNumber | undefined;
};

export function findNamed(index: PlaceIndex, query: ParsedQuery): PlaceHit[] {
  const { local, far } = bestCandidates(index, query);
  return [local, far].flatMap((candidates) => resolveBest(candidates, { ...index, ...query }));
}

function resolveBest(candidates: readonly Candidate[], query: PlaceIndex & ParsedQuery): PlaceHit[] {
  const hits: PlaceHit[] = [];
  let certain = 0;
  for (const candidate of candidates) {
    const hit = resolveHouse(candidate, query);
    hits.push(hit);
    // Its relevance was not overestimated, so no later candidate is better.
    if (hit.relevance === candidate.relevance && isWithin(query.bounds, hit.at)) certain++;
    if (certain === query.limit) break;
  }
  return hits;
}

function resolveHouse(
  { found, coverage, houseNumber, ...place }: Candidate,
  { places, details, words, near }: PlaceIndex & ParsedQuery,
): PlaceHit {
  const house = houseNumber && findHouse(details, { streetId: place.id, ...houseNumber });
  const isLocal = places.isLocal(place.id);
  if (!house) {
    const relevance = relevanceOf(found, words.length);
    const isExact = relevance === 1 && coverage === 1;
    return { ...place, relevance, isLocal, isExact, at: places.at(place.id) };
  }
  const houseFound = house.accuracy === 'parcel' ? 1 : INTERPOLATED_WEIGHT;
  const kilometers = near ? kilometersBetween(near, house.at) : 0;
  return {
    ...place,
    relevance: relevanceOf(found + houseFound, words.length),
    score: score({ importance: 0, coverage, kilometers }),
    isLocal,
    isExact: false,
    at: house.at,
    house,
  };
}

/** Those on the loaded land apart: better ones elsewhere must not crowd them out. */
type Candidates = Record<'local' | 'far', readonly Candidate[]>;

/** Optimistic: a street whose range of numbers includes the house is ranked as if it had the house. */
function bestCandidates(
  { places, matcher }: PlaceIndex,
  { words, types, bounds, near }: ParsedQuery,
): Candidates {
  const numbers = words.flatMap(({ typed }, at) => {
    const number = houseNumberOf(typed);
    return number ? { ...number, bit: 1 << at } : [];
  });
  const numberBits = numbers.reduce((bits, { bit }) => bits | bit, 0);
  const wordBits = 2 ** words.length - 1;
  const identifyingBits = wordBits & ~matcher.generic & ~numberBits;

  const local = new TopK<Candidate>(CANDIDATES_MAX, byRank);
  const far = new TopK<Candidate>(CANDIDATES_MAX, byRank);
  for (const id of matcher.matchedIds) {
    const type = places.typeOf(id);
    if (types && !types.includes(type)) continue;
    if (bounds && !places.touches(id, bounds)) continue;
    const isStreet = type === 'address';
    const best = places.isLocal(id) ? local : far;
    const needed = best.worst?.relevance ?? RELEVANCE_MIN;
    // Cheap check first: it rules out most streets.
    if (
      isStreet &&
      relevanceOf(countBits(matcher.streetBitsUpperBound(id) | numberBits), words.length) < needed
    )
      continue;
    const has = matcher.matchesOf(id);
    const asked = isStreet ? numbers.find(({ bit }) => (allBits(has) & bit) === 0) : undefined;
    const houseNumber = asked && places.mayHaveNumber(id, asked.number) ? asked : undefined;
    const found = wordsFound(has);
    const relevance = relevanceOf(found + (houseNumber ? 1 : 0), words.length);
    if (relevance < needed) continue;

    const name = { matches: has, generic: matcher.generic, weight: places.nameWeight[id]! };
    if (isStreet && identifyingBits !== 0 && !isIdentified(name)) continue;
    const coverage = nameCoverage(name);
    const kilometers = near ? places.kilometersFrom(id, near) : 0;
    const points = score({ importance: places.importance[id]!, coverage, kilometers });
    const missingWords = words.length - countBits(allBits(has)) - (asked ? 1 : 0);
    // The end of a PIN such as 98-64 is not the beginning of a ZIP code.
    if (numberBits === wordBits && missingWords > 0) continue;
    best.offer({
      id,
      relevance,
      penalty: matcher.penalty(id, has),
      score: points,
      missingWords,
      found,
      coverage,
      houseNumber,
    });
  }
  return { local: local.list, far: far.list };
}
