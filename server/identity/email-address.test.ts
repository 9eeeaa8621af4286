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
