// Texts and JSON that parsers stumble over: every script, control characters, lone surrogates, long repetitions.
import fc from 'fast-check';

const repeated = fc
  .record({
    piece: fc.oneof(
      fc.string({ minLength: 1, maxLength: 3 }),
      fc.constantFrom(' ', '0', '"', '(', '*', "'", 'a ', '1.', '-', '°', '%'),
    ),
    times: fc.integer({ min: 2, max: 3000 }),
    end: fc.string({ maxLength: 3 }),
  })
  .map(({ piece, times, end }) => piece.repeat(times) + end);

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\0',
      '\ud800',
      '\udfff\ud800',
      '__proto__',
      'constructor',
      '',
      ' ',
      '\u202e',
      'NEAR(a b)',
      'a AND',
      '"',
      "'",
      '%',
      '_',
      '\\',
      'İ',
      'ß',
      'ﬃ',
      '1'.repeat(400),
      '99999999999999999999',
      '-0',
      '1e400',
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ...'maple st 412 street Harrow NC 28000 and & O’Malley #4 1/2 N -80.86 , ;'.split(' '),
          'Kestrel Ln',
          '101',
        ),
        { maxLength: 8 },
      )
      .map((words) => words.join(' ')),
  },
  { weight: 1, arbitrary: repeated },
);

/** JSON of any form, with the given leaves among the others. */
export function jsonOf(leaf: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      {
        weight: 4,
        arbitrary: fc.oneof(
          leaf,
          fc.double({ noNaN: true }),
          fc.maxSafeInteger(),
          fc.constantFrom(null, true, false),
        ),
      },
      { weight: 1, arbitrary: fc.array(tie('json'), { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), tie('json'), { maxKeys: 4 }) },
    ),
  })).json;
}
