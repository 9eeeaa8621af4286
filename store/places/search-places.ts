// Finds places by words: those that have the most of them, and of those the nearest and best known.
import type { PlaceQuery } from '../place-store.ts';
import { isCorrectable } from '../search-correction.ts';
import { findCrossings } from './find-crossings.ts';
import { findNamed } from './find-named.ts';
import type { Atlas, PlaceHit, Question } from './place-hit.ts';
import { isWithin } from './place-table.ts';
import { queryWords } from './place-words.ts';
import { byRank, RELEVANCE_MIN } from './score.ts';

/** A bit for each word. */
const WORDS_MAX = 31;
/** Answers so much worse than the best are not what was meant. */
const RELEVANCE_STEP = 0.25;

export function searchPlaces(atlas: Atlas, query: PlaceQuery): PlaceHit[] {
  const words = queryWords(query.text).slice(0, WORDS_MAX);
  const corrected = () => hitsFor(atlas, { ...query, words });
  const mayBeMistyped = query.forgivesErrors && words.some(({ typed }) => isCorrectable(typed));
  if (mayBeMistyped && hasUnknownWord(atlas, { ...query, words })) return corrected();
  const asTyped = hitsFor(atlas, { ...query, words, forgivesErrors: false });
  const isAnswered = asTyped.some(({ lacks }) => lacks === 0);
  return isAnswered || !mayBeMistyped ? asTyped : corrected();
}

/** As typed, the question cannot be answered in full. */
function hasUnknownWord({ marks }: Atlas, { words, isBeingTyped }: Question): boolean {
  return words.some(
    (word, at) =>
      isCorrectable(word.typed) &&
      marks.isUnknown(word, { isBegun: isBeingTyped && at === words.length - 1 }),
  );
}

function hitsFor(atlas: Atlas, question: Question): PlaceHit[] {
  atlas.marks.mark(question);
  const hits = [...findNamed(atlas, question), ...findCrossings(atlas, question)]
    .filter(({ at }) => isWithin(question.bounds, at))
    .sort(byRank);
  const least = Math.max(RELEVANCE_MIN, (hits[0]?.relevance ?? 0) - RELEVANCE_STEP);
  return hits.filter(({ relevance }) => relevance >= least).slice(0, question.limit);
}
