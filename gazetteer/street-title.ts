// Expands a street name for display: 'N MAIN ST' becomes North Main Street.

import { isGeneric } from '../store/place-words.ts';
import { longForm } from '../store/search-text.ts';

/** Expands only what is unambiguous: suffixes at the end, a direction before or after the name. 'St Johns' stays. */
export function streetTitle(name: string): string {
  const words = name.trim().split(/\s+/);
  const longForms = words.map((word) => longForm(word.toLowerCase().replace(/\.$/, '')));
  let tail = words.length;
  while (tail > 1 && isGeneric(longForms[tail - 1]!)) tail--;
  const isNamedByLetter = (at: number) => words[at]!.length === 1 && longForms.every(isGeneric);
  const isExpanded = (at: number) =>
    !isNamedByLetter(at) && (at >= tail || (at === 0 && tail > 1 && isDirection(longForms[0]!)));
  const isAllCaps = name === name.toUpperCase();
  return words
    .map((word, at) => {
      if (isExpanded(at)) return capitalized(longForms[at]!);
      const isRoute = /^\d/.test(words[at + 1] ?? '');
      return isAllCaps && !isRoute ? capitalized(word) : word;
    })
    .join(' ');
}

function isDirection(word: string): boolean {
  return /^(north|south|east|west|northeast|northwest|southeast|southwest)$/.test(word);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
