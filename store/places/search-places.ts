// Searches places by words, and decides whether to correct typing errors.
import type { PlaceQuery } from '../place-store.ts';
import { queryWords } from '../place-words.ts';
import { isCorrectable } from '../search-correction.ts';
import { findCrossings } from './find-crossings.ts';
import { findNamed } from './find-named.ts';
import type { ParsedQuery, PlaceHit, PlaceIndex } from './place-index.ts';
import { isWithin } from './place-table.ts';
import { byRank, RELEVANCE_MIN } from './score.ts';

/** Each word is one bit of a 32-bit mask. */
const WORDS_MAX = 31;
/** Hits whose relevance is this much below the best are dropped. */
const RELEVANCE_STEP = 0.25;

export function searchPlaces(index: PlaceIndex, query: PlaceQuery): PlaceHit[] {
  const words = queryWords(query.text).slice(0, WORDS_MAX);
  const corrected = () => hitsFor(index, { ...query, words });
  const mayBeMistyped = query.forgivesErrors && words.some(({ typed }) => isCorrectable(typed));
  if (mayBeMistyped && hasUnknownWord(index, { ...query, words })) return corrected();
  const asTyped = hitsFor(index, { ...query, words, forgivesErrors: false });
  const isAnswered = asTyped.some(({ missingWords }) => missingWords === 0);
  return isAnswered || !mayBeMistyped ? asTyped : corrected();
}

/** A query with an unknown word cannot be answered in full as typed. */
function hasUnknownWord({ matcher }: PlaceIndex, { words, isBeingTyped }: ParsedQuery): boolean {
  return words.some(
    (word, at) =>
      isCorrectable(word.typed) &&
      matcher.isUnknown(word, { isPrefix: isBeingTyped && at === words.length - 1 }),
  );
}

function hitsFor(index: PlaceIndex, query: ParsedQuery): PlaceHit[] {
  index.matcher.match(query);
  const hits = [...findNamed(index, query), ...findCrossings(index, query)]
    .filter(({ at }) => isWithin(query.bounds, at))
    .sort(byRank);
  const least = Math.max(RELEVANCE_MIN, (hits[0]?.relevance ?? 0) - RELEVANCE_STEP);
  return localFirst(
    hits.filter(({ relevance }) => relevance >= least),
    query.limit,
  );
}

/** Somebody who names a place elsewhere in full still finds it, as the last of the answers. */
function localFirst(hits: readonly PlaceHit[], limit: number): PlaceHit[] {
  const local = hits.filter(({ isLocal }) => isLocal);
  const far = hits.filter(({ isLocal }) => !isLocal);
  const kept = far[0]?.isExact ? Math.max(1, limit - 1) : limit;
  return [...local.slice(0, kept), ...far].slice(0, limit);
}
