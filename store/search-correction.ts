// Corrects typing errors: finds the known words that a mistyped word may mean.

/** A word of the data, and the number of its uses. */
export type KnownWord = { word: string; uses: number };

const ALTERNATIVES_MAX = 6;

/** Numbers are never corrected: a wrong house is worse than none. Short words are too ambiguous. */
export function isCorrectable(word: string): boolean {
  return word.length >= 4 && /^\p{L}+$/u.test(word);
}

/**
 * The trigrams of a word, with its ends marked. The letters of each trigram are sorted, so that a word with two swapped
 * letters, the most common error, still shares a trigram with the intended word.
 */
export function gramsOf(word: string): string[] {
  const marked = `^${word}$`;
  const found = new Set<string>();
  for (let at = 0; at + 3 <= marked.length; at++) found.add([...marked.slice(at, at + 3)].sort().join(''));
  return [...found];
}

/** How many of the words that share the most trigrams are compared by edit distance. */
export const CANDIDATES_MAX = 2000;

/** The number of errors that are corrected: one, or two in a long word. */
export function errorsForgiven(typed: string): number {
  return typed.length >= 8 ? 2 : 1;
}

/** In a word as long as Thorobred, which is Thoroughbred as it sounds, three errors are forgiven. */
const LONG_WORD = 9;
const ERRORS_IN_LONG_WORD = 3;
/** The least share of trigrams that such a word has in common with what was typed: Robertson is not Robinson. */
const SIMILARITY_MIN = 0.6;

/**
 * The least number of trigrams that a word shares with what was typed if nearestWords can choose it, so that stores need
 * not answer the others. An error touches at most three trigrams: those that hold a wrong letter. The last trigram, with
 * the end of the word, is lost where the word continues.
 */
export function sharedGramsMin(typed: string): number {
  const grams = gramsOf(typed).length;
  const ofFewErrors = grams - 3 * errorsForgiven(typed) - 1;
  // From Dice's coefficient, because a word has no fewer trigrams than it shares.
  const ofSimilar = Math.floor((SIMILARITY_MIN * grams) / (2 - SIMILARITY_MIN));
  return Math.max(1, mayHaveThreeErrors(typed) ? Math.min(ofFewErrors, ofSimilar) : ofFewErrors);
}

export function mayHaveThreeErrors(typed: string): boolean {
  return typed.length >= LONG_WORD;
}

/**
 * The candidates with the fewest errors, most used first. A candidate may continue after the typed letters, because the
 * word may not be typed to its end.
 */
export function nearestWords(typed: string, candidates: readonly KnownWord[]): string[] {
  const near = wordsWithin(typed, candidates, errorsForgiven(typed));
  if (near.length > 0 || !mayHaveThreeErrors(typed)) return near;
  const similar = candidates.filter(({ word }) => similarity(typed, word) >= SIMILARITY_MIN);
  return wordsWithin(typed, similar, ERRORS_IN_LONG_WORD);
}

/** Dice's coefficient of the trigrams, from 0 to 1. */
function similarity(a: string, b: string): number {
  const [gramsOfA, gramsOfB] = [gramsOf(a), gramsOf(b)];
  const shared = gramsOfA.filter((gram) => gramsOfB.includes(gram)).length;
  return (2 * shared) / (gramsOfA.length + gramsOfB.length);
}

function wordsWithin(typed: string, candidates: readonly KnownWord[], errorsMax: number): string[] {
  const near = candidates
    .map(({ word, uses }) => ({ word, uses, errors: typingErrors({ typed, word, errorsMax }) }))
    .filter(({ errors }) => errors > 0 && errors <= errorsMax);
  const fewest = Math.min(...near.map(({ errors }) => errors));
  return near
    .filter(({ errors }) => errors === fewest)
    .sort((a, b) => b.uses - a.uses || (a.word < b.word ? -1 : 1))
    .slice(0, ALTERNATIVES_MAX)
    .map(({ word }) => word);
}

type Compared = {
  typed: string;
  word: string;
  /** Counting may stop beyond this many errors. */
  errorsMax?: number;
};

/**
 * The edit distance (optimal string alignment: change, insert, drop or swap letters) between `typed` and a prefix of
 * `word`; Infinity if it is more than `errorsMax`.
 */
export function typingErrors({ typed, word, errorsMax = Infinity }: Compared): number {
  // Each letter beyond this length would be another insertion.
  const length = Math.min(word.length, typed.length + errorsMax);
  if (typed.length - length > errorsMax) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row++) {
    const now = [row];
    let fewest = row;
    for (let column = 1; column <= length; column++) {
      const same = typed[row - 1] === word[column - 1];
      let errors = Math.min(last[column]! + 1, now[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (swapped) errors = Math.min(errors, beforeLast[column - 2]! + 1);
      now.push(errors);
      fewest = Math.min(fewest, errors);
    }
    // The least of a row never falls from row to row, so counting can stop here. A cell derives at no lower cost from the
    // row before or from its left neighbor. A swap derives from two rows before: it costs [row - 2][column - 2] + 1,
    // and [row - 1][column - 2] is no larger, because dropping one letter leads there at the same cost.
    if (fewest > errorsMax) return Infinity;
    beforeLast = last;
    last = now;
  }
  return Math.min(...last);
}
