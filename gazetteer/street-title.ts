// Expands a street name for display: 'N MAIN ST' becomes North Main Street. Names in capitals become readable.

import { isGeneric } from '../store/place-words.ts';
import { longForm } from '../store/search-text.ts';

/** Expands only what is unambiguous: suffixes at the end, a direction before or after the name. 'St Johns' stays. */
export function streetTitle(name: string): string {
  const isAllCaps = name === name.toUpperCase();
  const words = (isAllCaps ? name.replace(/\bMC (?=[A-Z]{3})/g, 'MC') : name).trim().split(/\s+/);
  const longForms = words.map((word) => longForm(word.toLowerCase().replace(/\.$/, '')));
  let tail = words.length;
  while (tail > 1 && isGeneric(longForms[tail - 1]!)) tail--;
  const isNamedByLetter = (at: number) => words[at]!.length === 1 && longForms.every(isGeneric);
  const isExpanded = (at: number) =>
    !isNamedByLetter(at) && (at >= tail || (at === 0 && tail > 1 && isDirection(longForms[0]!)));
  return words
    .map((word, at) => {
      if (isExpanded(at)) return capitalized(longForms[at]!);
      const isRoute = /^\d/.test(words[at + 1] ?? '');
      return isAllCaps && !isRoute ? titleWord(word) : word;
    })
    .join(' ');
}

function isDirection(word: string): boolean {
  return /^(north|south|east|west|northeast|northwest|southeast|southwest)$/.test(word);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** 'BLVD' has no vowel either, but is not said letter by letter. */
const ABBREVIATIONS =
  /^(BLVD|CR|CT|DR|FT|HTS|JR|LN|MT|MTN|PKWY|PL|PT|PTS|RD|SQ|SR|ST|STS|TR|TRL|MRS|MR|MC|LK|PK|CK|SGT|CPT|LT)\.?$/;

/** A word in capitals as names are written: McGrath, O'Brien, Mary's, Winston-Salem, MLK. */
function titleWord(word: string): string {
  const isSpelled = /^\W*[B-DF-HJ-NP-TV-XZ]{2,4}\W*$/.test(word) && !ABBREVIATIONS.test(word);
  if (isSpelled) return word;
  return word
    .toLowerCase()
    .replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(
      /^([\p{L}])(['’])(\p{L})(?=\p{L}\p{L})/u,
      (_, letter, mark, next) => `${letter}${mark}${next.toUpperCase()}`,
    )
    .replace(/^Mc(\p{L})(?=\p{L}{2})/u, (_, letter) => `Mc${letter.toUpperCase()}`);
}

const SMALL_WORDS = /^(a|and|at|by|de|del|for|in|la|of|on|the|to)$/i;

/** The name of a park or a lake. Only one that is all in capitals changes. */
export function placeTitle(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .replace(/\bMC (?=[A-Z]{3})/g, 'MC')
    .split(/\s+/)
    .map((word, at) => (at > 0 && SMALL_WORDS.test(word) ? word.toLowerCase() : titleWord(word)))
    .join(' ');
}
