// Finds crossings of two streets: `Main St and Oak Ave`, `main & oak, alderbrook`.

import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { CANDIDATES_MAX, type ParsedQuery, type PlaceHit, type PlaceIndex } from './place-index.ts';
import { byRank, isIdentified, nameCoverage, type Ranked, relevanceOf, score, wordsFound } from './score.ts';
import { TopK } from './top-k.ts';
import { allBits, maskMatches, type WordMatches } from './word-matcher.ts';

/** queryWords has turned `&` and `@` into `and`. */
const JOINING_WORDS = new Set(['and', 'at']);

export function findCrossings(index: PlaceIndex, query: ParsedQuery): PlaceHit[] {
  const { words, types } = query;
  if (types && !types.includes('address')) return [];
  return words.flatMap(({ typed }, at) => {
    const leftBits = 2 ** at - 1;
    const rightBits = (2 ** words.length - 1) & ~leftBits & ~(1 << at);
    const joins = JOINING_WORDS.has(typed) && leftBits !== 0 && rightBits !== 0;
    return joins ? crossingsOf(index, { ...query, leftBits, rightBits }) : [];
  });
}

type Sides = ParsedQuery & { leftBits: number; rightBits: number };
type Street = Ranked & { left: WordMatches };

function crossingsOf(index: PlaceIndex, query: Sides): PlaceHit[] {
  const { matcher, places, details } = index;
  const { words, rightBits, near } = query;
  return rankLeftStreets(index, query).flatMap(({ id, left }) =>
    details.crossingsOf(id).flatMap(({ otherId, at }) => {
      const right = maskMatches(matcher.matchesOf(otherId), rightBits);
      if (!matchesSide(index, { id: otherId, has: right, bits: rightBits })) return [];
      const coverage = [left, right]
        .map((has, side) => ({ matches: has, weight: places.nameWeight[side === 0 ? id : otherId]! }))
        .reduce((sum, name) => sum + nameCoverage({ ...name, generic: matcher.generic }) / 2, 0);
      // The joining word counts as matched.
      const relevance = relevanceOf(wordsFound(left) + wordsFound(right) + 1, words.length);
      const kilometers = near ? kilometersBetween(near, at) : 0;
      return {
        id,
        otherId,
        at,
        relevance,
        penalty: 0,
        missingWords: 0,
        isLocal: places.isLocal(id),
        isExact: relevance === 1 && coverage === 1,
        score: score({ importance: 0, coverage, kilometers }),
      };
    }),
  );
}

function rankLeftStreets(index: PlaceIndex, { leftBits, near }: Sides): readonly Street[] {
  const { matcher, places } = index;
  const best = new TopK<Street>(CANDIDATES_MAX, byRank);
  for (const id of matcher.matchedIds) {
    const isStreet = places.typeOf(id) === 'address';
    const lacking = leftBits & ~matcher.streetBitsUpperBound(id) & ~matcher.generic;
    if (!isStreet || lacking !== 0) continue;
    const left = maskMatches(matcher.matchesOf(id), leftBits);
    if (!matchesSide(index, { id, has: left, bits: leftBits })) continue;
    const coverage = nameCoverage({
      matches: left,
      generic: matcher.generic,
      weight: places.nameWeight[id]!,
    });
    const kilometers = near ? places.kilometersFrom(id, near) : 0;
    best.offer({
      id,
      left,
      relevance: wordsFound(left),
      penalty: 0,
      score: score({ importance: 0, coverage, kilometers }),
    });
  }
  return best.list;
}

/** Whether a street matches all the words of its side. It may be an avenue that is taken for a street. */
function matchesSide(
  { matcher, places }: PlaceIndex,
  street: { id: number; has: WordMatches; bits: number },
): boolean {
  const { id, has, bits } = street;
  const name = { matches: has, generic: matcher.generic, weight: places.nameWeight[id]! };
  const lacking = bits & ~allBits(has) & ~matcher.generic;
  return lacking === 0 && isIdentified(name);
}
