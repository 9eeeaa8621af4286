// How well a place answers a question: first how much of the question it has, then what speaks for it among equals.
import { isGeneric } from './place-words.ts';
import { countBits } from './word-index.ts';
import { type Marks, ownBits } from './word-marks.ts';

/** An answer with less of the question than this is none. */
export const RELEVANCE_MIN = 0.5;

/** What the beginning of a word counts, next to all of it: the CA of `concord ca` is California, not Cabarrus County. */
const BEGUN = 0.9;
/** What a mistyped word counts, next to one that is right. */
const CORRECTED = 0.75;
/** What a generic word counts in a name: Main Street is closer to `main` than Main Hill is. */
const GENERIC = 0.25;
/** So many steps of importance for as much of the name as the question has, and again for all of it. */
const NAME = 3;
/** Each doubling of the distance costs so many steps of importance. */
const DISTANCE = 1.5;

export function nameWeight(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (isGeneric(word) ? GENERIC : 1), 0);
}

/** How many words of the question the place has, itself or around it. */
export function wordsFound(marks: Marks): number {
  const inFull = marks.exact | marks.around;
  const inPart = (marks.begun | marks.aroundBegun) & ~inFull;
  const mistyped = (marks.corrected | marks.aroundCorrected) & ~inFull;
  // Where there is no other word yet, `hunters` is as good for Huntersville nearby as for Hunters far away.
  const begun = inFull === 0 ? 1 : BEGUN;
  return countBits(inFull) + begun * countBits(inPart) + CORRECTED * countBits(mistyped);
}

type Name = { marks: Marks; generic: number; weight: number };

/** How much of the name the question has, from 0 to 1. */
export function nameCoverage({ marks, generic, weight }: Name): number {
  const inFull = wordsWeight(marks.exact, generic);
  const inPart = wordsWeight(marks.begun | marks.corrected, generic);
  return Math.min(1, (inFull + 0.5 * inPart) / weight);
}

function wordsWeight(bits: number, generic: number): number {
  return countBits(bits & ~generic) + GENERIC * countBits(bits & generic);
}

/**
 * Whether the question has more of a street's name than words that many streets share; North Street, which has no
 * other words, must be there in full.
 */
export function isTold(name: Name): boolean {
  return (ownBits(name.marks) & ~name.generic) !== 0 || nameCoverage(name) === 1;
}

type Standing = { importance: number; coverage: number; kilometers: number };

export function score({ importance, coverage, kilometers }: Standing): number {
  const name = NAME * (coverage === 1 ? 2 : coverage);
  return importance + name - DISTANCE * Math.log2(1 + kilometers);
}

export type Ranked = {
  id: number;
  relevance: number;
  /** What speaks against it among those that have as much of the question. */
  against: number;
  score: number;
};

/** The better one first; whatever else is equal, the order is always the same. */
export function byRank(a: Ranked, b: Ranked): number {
  return b.relevance - a.relevance || a.against - b.against || b.score - a.score || a.id - b.id;
}

/** Relevances that differ by less than anybody could tell are equal. */
export function relevanceOf(found: number, asked: number): number {
  return Math.round((found / asked) * 100) / 100;
}
