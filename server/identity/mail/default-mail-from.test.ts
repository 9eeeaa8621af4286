// Whom mail comes from, by the two settings that are always there.
import { expect, test } from 'vitest';
import { defaultMailFrom } from './default-mail-from.ts';

test.each([
  ['smtp://mail.example.org', 'https://parcels.example.org', 'Platbook <no-reply@parcels.example.org>'],
  ['smtps://atlas%40example.org:pw@mail.example.org', 'http://10.0.0.5:3000', 'Platbook <atlas@example.org>'],
  ['smtp://user:pw@mail.example.org', 'http://[::1]:3000', 'Platbook <no-reply@localhost>'],
  ['smtp://localhost:1025', 'http://127.0.0.1:3000', 'Platbook <no-reply@localhost>'],
])('without MAIL_FROM, %s for %s sends as %s', (smtpUrl, publicUrl, expected) => {
  expect(defaultMailFrom({ smtpUrl, publicUrl })).toBe(expected);
});
