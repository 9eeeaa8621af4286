import { expect, test } from 'vitest';
import { signInHints } from '../../contract/sign-in-reason.ts';
import { loginHint } from './login-hint.ts';

test('[A10] a link that failed leaves a hint, also one that the server sent back', () => {
  expect(loginHint({ search: '', state: 'link-refused' })).toBe(signInHints['link-refused']);
  expect(loginHint({ search: '?reason=oauth-canceled', state: null })).toBe(signInHints['oauth-canceled']);
});

test.each([
  { search: '', state: null },
  { search: '?reason=', state: null },
  { search: '?reason=<b>you won</b>', state: null },
  { search: '?reason=toString', state: null },
  { search: '', state: { reason: 'link-refused' } },
  { search: '', state: 'constructor' },
])('nobody can put words of their own on the login page: $search $state', (place) => {
  expect(loginHint(place)).toBeUndefined();
});
