// Ranks places: first by the share of the query that they match, then by importance, name and distance.
import { isGeneric } from '../place-words.ts';
import { countBits } from './word-index.ts';
import { ownBits, type WordMatches } from './word-matcher.ts';

/** Places that match a smaller share of the query are not answered. */
export const RELEVANCE_MIN = 0.5;

/** The weight of a word that is only begun: the CA of `concord ca` is California, rather than Cabarrus County. */
const PREFIX_WEIGHT = 0.9;
/** The weight of a mistyped word. */
const CORRECTED_WEIGHT = 0.75;
/** The weight of a generic word in a name: Main Street is a better match for `main` than Main Hill. */
const GENERIC_WEIGHT = 0.25;
/** Points of importance for matching the name, in proportion; twice as many for matching all of it. */
const NAME_POINTS = 3;
/** Points of importance lost with each doubling of the distance. */
const DISTANCE_POINTS = 1.5;

export function nameWeight(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (isGeneric(word) ? GENERIC_WEIGHT : 1), 0);
}

/** How many words of the query the place or its parents match, weighted. */
export function wordsFound(matches: WordMatches): number {
  const inFull = matches.exact | matches.parentExact;
  const inPart = (matches.prefix | matches.parentPrefix) & ~inFull;
  const mistyped = (matches.corrected | matches.parentCorrected) & ~inFull;
  // While nothing is typed in full, `hunters` is as good a match for Huntersville as for Hunters.
  const prefixWeight = inFull === 0 ? 1 : PREFIX_WEIGHT;
  return countBits(inFull) + prefixWeight * countBits(inPart) + CORRECTED_WEIGHT * countBits(mistyped);
}

type Name = { matches: WordMatches; generic: number; weight: number };

/** The share of the name that the query matches, from 0 to 1. */
export function nameCoverage({ matches, generic, weight }: Name): number {
  const inFull = wordsWeight(matches.exact, generic);
  const inPart = wordsWeight(matches.prefix | matches.corrected, generic);
  return Math.min(1, (inFull + 0.5 * inPart) / weight);
}

function wordsWeight(bits: number, generic: number): number {
  return countBits(bits & ~generic) + GENERIC_WEIGHT * countBits(bits & generic);
}

/**
 * Whether the query identifies a street by more than words that many streets share. North Street, whose name has no
 * other words, must be matched in full.
 */
export function isIdentified(name: Name): boolean {
  return (ownBits(name.matches) & ~name.generic) !== 0 || nameCoverage(name) === 1;
}

type Standing = { importance: number; coverage: number; kilometers: number };

export function score({ importance, coverage, kilometers }: Standing): number {
  const name = NAME_POINTS * (coverage === 1 ? 2 : coverage);
  return importance + name - DISTANCE_POINTS * Math.log2(1 + kilometers);
}

export type Ranked = {
  id: number;
  relevance: number;
  /** Orders places of the same relevance: the lower the better. */
  penalty: number;
  score: number;
};

/** A total order, the better one first: the id breaks ties. */
export function byRank(a: Ranked, b: Ranked): number {
  return b.relevance - a.relevance || a.penalty - b.penalty || b.score - a.score || a.id - b.id;
}

/** Rounded, so that tiny differences do not decide the order. */
export function relevanceOf(found: number, asked: number): number {
  return Math.round((found / asked) * 100) / 100;
}
