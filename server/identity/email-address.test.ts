// Validation and normalization of e-mail addresses.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeEmail } from './email-address.ts';

describe('spellings of one address', () => {
  test.each([
    ['ada@example.org', 'ada@example.org'],
    ['  Ada@Example.ORG\n', 'ada@example.org'],
    ['ZOË@example.org', 'zoë@example.org'],
    ['zoe\u0308@example.org', 'zoë@example.org'],
    ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ["o'malley+lots@sub.example.co.uk", "o'malley+lots@sub.example.co.uk"],
    ['ada@intranet', 'ada@intranet'],
    ['ada@STRASSE.example', 'ada@strasse.example'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['\u0131da@example.org', '\u0131da@example.org'],
  ])('%j is %j', (text, email) => {
    expect(normalizeEmail(text)).toBe(email);
  });

  test('normalizing twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const once = normalizeEmail(text);
        expect(once).toBeDefined();
        expect(normalizeEmail(once!)).toBe(once);
      }),
    );
  });
});

describe('not an e-mail address', () => {
  test.each([
    '',
    '@',
    'ada',
    'ada@',
    'ada@1',
    'ada@2130706433',
    'ada@127.0.0.1',
    // The Kelvin sign, a capital dotted I and a backtick by another code: lower case or NFC makes plain ASCII of them.
    '\u212Aate@example.org',
    'kate@\u212Aitchen.example',
    '\u0130da@example.org',
    '\u1FEFkate@example.org',
    // Fullwidth letters, a ligature and a mark that shows nothing: the domain would be another than the one that was confirmed.
    'kate@\uFF45xample.org',
    'kate@of\uFB01ce.example',
    'kate@exa\u034Fmple.org',
    'kate\uFF20example.org',
    `ada@${'山'.repeat(5000)}.example`,
    '@example.org',
    'ada@exa mple.org',
    'a da@example.org',
    'ada@example.org@example.com',
    'ada@example.org, eve@example.com',
    'Ada <ada@example.org>',
    'ada@example.org\r\nBcc: eve@example.com',
    'ada\r\nBcc: eve@example.com\r\n@example.org',
    'ada\0@example.org',
    'ada\u2028@example.org',
    '"ada"@example.org',
    'ada@[127.0.0.1]',
    'ada@-example.org',
    'ada@example..org',
    'ada@example.org/path',
    'ada@example.org:25',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a'.repeat(64)}.org`,
    `ada@${'a.'.repeat(130)}org`,
  ])('%j', (text) => {
    expect(normalizeEmail(text)).toBeUndefined();
  });

  test('no letter outside ASCII stands for one inside: only the owner of an address gets its account', () => {
    const letters = [...Array(0x110000).keys()].slice(0x80).map((code) => String.fromCodePoint(code));
    const suspects = letters.filter((letter) =>
      /[a-z0-9]|\p{Default_Ignorable_Code_Point}/u.test(letter.normalize('NFKC').toLowerCase()),
    );
    expect(suspects.length).toBeGreaterThan(1000);
    const taken = suspects.filter(
      (letter) =>
        /^[ -~]+$/.test(normalizeEmail(`a${letter}a@example.org`) ?? 'é') ||
        !(normalizeEmail(`ada@a${letter}a.org`) ?? 'xn--').includes('xn--'),
    );
    expect(taken).toEqual([]);
  });

  test('a megabyte', () => {
    expect(normalizeEmail(`${'a'.repeat(1_000_000)}@example.org`)).toBeUndefined();
  });

  test('header injection: no accepted address can end a header or add a recipient', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (local, host) => {
        expect(normalizeEmail(`${local}@${host}`) ?? '').not.toMatch(/[\s\p{Cc}<>",;:()[\]\\]/u);
      }),
    );
  });
});
