// Tests the corrections of a word: the prefilter must not lose any.
import { describe, expect, test, vi } from 'vitest';
import { queryWords } from '../place-words.ts';
import { errorsForgiven, nearestWords, typingErrors } from '../search-correction.ts';
import { PlaceTable } from './place-table.ts';
import { WordIndex } from './word-index.ts';
import { WordMatcher } from './word-matcher.ts';

const SYLLABLES =
  'al an ar bor cam den der el en field ham in ka la lo man mer na or pen ra rock sta ton va wil'.split(' ');

/** Always the same ones, of two to five syllables. */
function madeUpWords(count: number): string[] {
  const words = new Set<string>();
  for (let at = 1; words.size < count; at++) {
    let word = '';
    for (let rest = at * 7919; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
      word += SYLLABLES[rest % SYLLABLES.length];
    }
    words.add(word);
  }
  return [...words];
}

function indexOf(words: readonly string[]): WordIndex {
  return WordIndex.of(
    new Map(words.map((word, at) => [word, Array.from({ length: 1 + (at % 3) }, () => 1)])),
  );
}

describe('words like the one typed', () => {
  const words = madeUpWords(700);
  const index = indexOf(words);
  const known = words.map((word, at) => ({ word, uses: 1 + (at % 3) }));

  test.each([true, false])('are the same as by brute force (still being typed: %s)', (isPrefix) => {
    const mistyped = words.flatMap((word, at) => {
      if (at % 50 !== 0 || word.length < 5) return [];
      const middle = 1 + (at % (word.length - 2));
      const [before, letter, after] = [word.slice(0, middle), word[middle]!, word.slice(middle + 1)];
      return [
        before + after,
        `${before}x${after}`,
        before + letter + letter + after,
        before + after[0] + letter + after.slice(1),
        `${before}x${after.slice(0, -1)}`,
        word.slice(1),
        word.slice(0, -2),
      ];
    });
    for (const typed of mistyped) {
      const near = known.filter(
        ({ word }) =>
          (isPrefix || word.length <= typed.length + 1) &&
          typingErrors({ typed, word }) <= errorsForgiven(typed),
      );
      const whole = near.filter(({ word }) => word.length <= typed.length + 1);
      const expected = [...new Set([...nearestWords(typed, whole), ...nearestWords(typed, near)])];
      expect(index.wordsLike(typed, { isPrefix }), typed).toEqual(expected);
    }
  });
});

test('corrections of a repeated word are looked up once', () => {
  const index = indexOf(['alderbrook']);
  const at = { lng: 0, lat: 0 };
  const row = {
    id: 1,
    type: 'place',
    at,
    bounds: undefined,
    within: {},
    isLocal: true,
    importance: 1,
    nameWeight: 1,
  } as const;
  const matcher = new WordMatcher(PlaceTable.of([{ ...row, numbers: undefined }], 1), index);
  const wordsLike = vi.spyOn(index, 'wordsLike');
  const words = queryWords(Array.from({ length: 20 }, () => 'aldrebrook').join(' '));
  matcher.match({ words, isBeingTyped: false, forgivesErrors: true });
  expect(wordsLike).toHaveBeenCalledTimes(1);
  expect(matcher.matchesOf(1).corrected).toBe(2 ** 20 - 1);
});
