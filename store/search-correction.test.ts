// Tests which typing errors are corrected.
import { describe, expect, test } from 'vitest';
import { gramsOf, isCorrectable, nearestWords, sharedGramsMin, typingErrors } from './search-correction.ts';

/** Up to so many letters long. */
function everyWord(letters: string, lengthMax: number): string[] {
  if (lengthMax === 0) return [''];
  const shorter = everyWord(letters, lengthMax - 1);
  return ['', ...[...letters].flatMap((letter) => shorter.map((word) => letter + word))];
}

describe('typing errors', () => {
  test.each([
    ['smith', 'smith', 0],
    ['smi', 'smith', 0],
    ['smyth', 'smith', 1],
    ['smth', 'smith', 1],
    ['smiith', 'smith', 1],
    ['msith', 'smith', 1],
    ['smiht', 'smithson', 1],
    ['westmorlend', 'westmoreland', 2],
    ['abcd', 'wxyz', 4],
  ])('from %s to %s: %i', (typed, word, errors) => {
    expect(typingErrors({ typed, word })).toBe(errors);
  });

  test('are the same with and without an upper limit, up to that limit', () => {
    const words = everyWord('abc', 5);
    for (const typed of words.filter((_, at) => at % 7 === 0)) {
      for (const word of words) {
        const errors = typingErrors({ typed, word });
        for (const errorsMax of [1, 2]) {
          const counted = typingErrors({ typed, word, errorsMax });
          if (counted !== (errors <= errorsMax ? errors : Infinity))
            expect.fail(`${typed}, ${word}, ${errorsMax}`);
        }
      }
    }
  });
});

test('every word with one error shares a trigram with the intended word', () => {
  for (const word of ['john', 'smith', 'caldwell']) {
    const slips = [...word].flatMap((_, at) => [
      `${word.slice(0, at)}${word.slice(at + 1)}`,
      `${word.slice(0, at)}q${word.slice(at + 1)}`,
      `${word.slice(0, at)}q${word.slice(at)}`,
      `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at]}${word.slice(at + 2)}`,
    ]);
    for (const slip of slips.filter(isCorrectable)) {
      expect(
        gramsOf(slip).some((gram) => gramsOf(word).includes(gram)),
        slip,
      ).toBe(true);
    }
  }
});

test('no word that would be chosen shares fewer trigrams than stores must answer', () => {
  const words = ['john', 'smith', 'caldwell', 'robertson', 'thoroughbred', 'westmoreland'];
  const slipsOf = (word: string) =>
    [...word].flatMap((_, at) => [
      `${word.slice(0, at)}${word.slice(at + 1)}`,
      `${word.slice(0, at)}q${word.slice(at + 1)}`,
      `${word.slice(0, at)}q${word.slice(at)}`,
      `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at]}${word.slice(at + 2)}`,
    ]);
  for (const word of words) {
    const once = slipsOf(word);
    for (const typed of new Set([...once, ...once.flatMap(slipsOf)].filter(isCorrectable))) {
      for (const known of [word, `${word}ville`]) {
        if (nearestWords(typed, [{ word: known, uses: 1 }]).length === 0) continue;
        const shared = gramsOf(typed).filter((gram) => gramsOf(known).includes(gram)).length;
        // A word that shares none is never a candidate.
        if (shared > 0) expect(shared, `${typed}, ${known}`).toBeGreaterThanOrEqual(sharedGramsMin(typed));
      }
    }
  }
});

describe('corrections', () => {
  const known = [
    { word: 'smith', uses: 50 },
    { word: 'smyth', uses: 3 },
    { word: 'smithson', uses: 9 },
    { word: 'westmoreland', uses: 2 },
  ];

  test('are the nearest words, the most used first', () => {
    expect(nearestWords('smithe', known)).toEqual(['smith', 'smithson']);
    expect(nearestWords('smeth', known)).toEqual(['smith', 'smithson', 'smyth']);
  });

  test('allow two errors in a long word, one in a short word', () => {
    expect(nearestWords('westmorlend', known)).toEqual(['westmoreland']);
    expect(nearestWords('snoth', known)).toEqual([]);
  });

  test('allow three errors in a word of nine letters that is spelled much alike', () => {
    const horses = [
      { word: 'thoroughbred', uses: 1 },
      { word: 'robinson', uses: 50 },
    ];
    expect(nearestWords('thorobred', horses)).toEqual(['thoroughbred']);
    expect(nearestWords('robertson', horses)).toEqual([]);
  });

  test('leave numbers and very short words alone', () => {
    expect(['1234', '12th', 'lee'].map(isCorrectable)).toEqual([false, false, false]);
    expect(isCorrectable('josé')).toBe(true);
  });
});
