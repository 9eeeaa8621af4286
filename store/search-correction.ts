// Forgives typing errors: which known words a mistyped word may have meant.

/** A known word, and how many parcels use it. */
export type KnownWord = { word: string; uses: number };

const ALTERNATIVES_MAX = 6;

/** Numbers are never corrected: a wrong house is worse than none. Nor are words too short to tell. */
export function isCorrectable(word: string): boolean {
  return word.length >= 4 && /^\p{L}+$/u.test(word);
}

/**
 * Every three letters in a row, with the ends marked, each three in alphabetical order: two swapped letters,
 * the commonest slip, then still share a gram with the word they were meant to be.
 */
export function gramsOf(word: string): string[] {
  const marked = `^${word}$`;
  const found = new Set<string>();
  for (let at = 0; at + 3 <= marked.length; at++) found.add([...marked.slice(at, at + 3)].sort().join(''));
  return [...found];
}

/** How many words that share the most grams are worth comparing letter by letter. */
export const CANDIDATES_MAX = 2000;

/** One, and two in a long word. */
export function errorsForgiven(typed: string): number {
  return typed.length >= 8 ? 2 : 1;
}

/**
 * Of the candidates the nearest, within the errors forgiven, most used first.
 * A candidate may go on after the typed letters end, for the word may not have been typed to its end.
 */
export function nearestWords(typed: string, candidates: readonly KnownWord[]): string[] {
  const errorsMax = errorsForgiven(typed);
  const near = candidates
    .map(({ word, uses }) => ({ word, uses, errors: typingErrors({ typed, word, most: errorsMax }) }))
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
  /** More errors than these need not be counted. */
  most?: number;
};

/**
 * Letters to change, insert, drop or swap until `typed` begins `word` (optimal string alignment); Infinity where
 * they are more than `most`.
 */
export function typingErrors({ typed, word, most = Infinity }: Compared): number {
  // Each letter beyond that would be one more to insert.
  const length = Math.min(word.length, typed.length + most);
  if (typed.length - length > most) return Infinity;
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
    // No later row has fewer: a swap reaches back over this one, but to a row at most one better, and costs one.
    if (fewest > most) return Infinity;
    beforeLast = last;
    last = now;
  }
  return Math.min(...last);
}
