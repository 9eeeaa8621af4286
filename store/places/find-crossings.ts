// Where two streets cross: `Main St and Oak Ave`, `main & oak, alderbrook`.

import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { BestFew } from './best-few.ts';
import { type Atlas, CANDIDATES_MAX, type PlaceHit, type Question } from './place-hit.ts';

import { byRank, isTold, nameCoverage, type Ranked, relevanceOf, score, wordsFound } from './score.ts';
import { allBits, type Marks, onlyBits } from './word-marks.ts';

/** An ampersand and an at sign have become the first by now. */
const JOINING_WORDS = new Set(['and', 'at']);

export function findCrossings(atlas: Atlas, question: Question): PlaceHit[] {
  const { words, types } = question;
  if (types && !types.includes('address')) return [];
  return words.flatMap(({ typed }, at) => {
    const leftBits = 2 ** at - 1;
    const rightBits = (2 ** words.length - 1) & ~leftBits & ~(1 << at);
    const joins = JOINING_WORDS.has(typed) && leftBits !== 0 && rightBits !== 0;
    return joins ? crossingsOf(atlas, { ...question, leftBits, rightBits }) : [];
  });
}

type Sides = Question & { leftBits: number; rightBits: number };
type Street = Ranked & { left: Marks };

function crossingsOf(atlas: Atlas, question: Sides): PlaceHit[] {
  const { marks, places, details } = atlas;
  const { words, rightBits, near } = question;
  return streetsOnLeft(atlas, question).flatMap(({ id, left }) =>
    details.crossingsOf(id).flatMap(({ otherId, at }) => {
      const right = onlyBits(marks.of(otherId), rightBits);
      if (!isMeant(atlas, { id: otherId, has: right, bits: rightBits })) return [];
      const coverage = [left, right]
        .map((has, side) => ({ marks: has, weight: places.nameWeight[side === 0 ? id : otherId]! }))
        .reduce((sum, name) => sum + nameCoverage({ ...name, generic: marks.generic }) / 2, 0);
      // The joining word is answered by the crossing itself.
      const relevance = relevanceOf(wordsFound(left) + wordsFound(right) + 1, words.length);
      const kilometers = near ? kilometersBetween(near, at) : 0;
      return {
        id,
        otherId,
        at,
        relevance,
        against: 0,
        lacks: 0,
        score: score({ importance: 0, coverage, kilometers }),
      };
    }),
  );
}

function streetsOnLeft(atlas: Atlas, { leftBits, near }: Sides): readonly Street[] {
  const { marks, places } = atlas;
  const best = new BestFew<Street>(CANDIDATES_MAX, byRank);
  for (const id of marks.marked) {
    const isStreet = places.typeOf(id) === 'address';
    if (!isStreet || (marks.streetBitsAtMost(id) & leftBits) !== leftBits) continue;
    const left = onlyBits(marks.of(id), leftBits);
    if (!isMeant(atlas, { id, has: left, bits: leftBits })) continue;
    const coverage = nameCoverage({ marks: left, generic: marks.generic, weight: places.nameWeight[id]! });
    const kilometers = near ? places.kilometersFrom(id, near) : 0;
    best.offer({
      id,
      left,
      relevance: wordsFound(left),
      against: 0,
      score: score({ importance: 0, coverage, kilometers }),
    });
  }
  return best.list;
}

/** By all the words of its side. */
function isMeant({ marks, places }: Atlas, street: { id: number; has: Marks; bits: number }): boolean {
  const { id, has, bits } = street;
  const name = { marks: has, generic: marks.generic, weight: places.nameWeight[id]! };
  return allBits(has) === bits && isTold(name);
}
