// Tests how text is split into words.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressWords, pinKey, prefixEnd, searchWords } from './search-text.ts';

describe('the words of a text', () => {
  test.each([
    ["O'Brien, José-María", ['obrien', 'jose', 'maria']],
    ['Kealiʻi, O´Brien, D′Angelo', ['kealii', 'obrien', 'dangelo']],
    ['Smith & Sons', ['smith', 'and', 'sons']],
    ['ŁUKASZ MÜßIG', ['lukasz', 'mussig']],
    ['<b>x</b>"; --', ['b', 'x', 'b']],
    ['山田 太郎', ['山田', '太郎']],
    ['ﬁne ½', ['fine', '1', '2']],
    ['😀 \u0000 \ud800 — …', []],
    ['', []],
  ])('%j', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  test('are the same in plain text as beside a letter that is none of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(searchWords(text)).toEqual(searchWords(`${text} é`).slice(0, -1));
      }),
    );
  });

  test('are cut to the maximum length of an index entry', () => {
    expect(searchWords('x'.repeat(5000))[0]!.length).toBeLessThan(100);
  });

  test('of addresses are expanded', () => {
    expect(addressWords('12 N Main St. Apt 3')).toEqual(['12', 'north', 'main', 'street', 'apartment', '3']);
    expect(addressWords('constructor toString')).toEqual(['constructor', 'tostring']);
  });
});

test('a PIN is the same with and without its punctuation', () => {
  expect(pinKey('4619-31-1234.000')).toBe('4619311234000');
  expect(pinKey(' 4619 31 1234.000 ')).toBe('4619311234000');
});

test('everything that begins with a prefix sorts between it and its end', () => {
  for (const text of ['ab', 'ab c', 'ab\u{10fffe}', 'abz']) {
    expect(text >= 'ab' && Buffer.compare(Buffer.from(text), Buffer.from(prefixEnd('ab'))) < 0).toBe(true);
  }
  expect(Buffer.compare(Buffer.from('ac'), Buffer.from(prefixEnd('ab')))).toBe(1);
});
