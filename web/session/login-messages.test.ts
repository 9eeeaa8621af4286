import { describe, expect, test } from 'vitest';
import { signInHints } from '../../contract/sign-in-reason.ts';
import { loginHint, sendFailureReason, signInObstacle } from './login-messages.ts';

describe('the hint after a failed sign-in', () => {
  test('[A10] a failed link leaves a hint, given by this page or by the server', () => {
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
  ])('an unknown reason shows nothing on the login page: $search $state', (place) => {
    expect(loginHint(place)).toBeUndefined();
  });
});

describe('obstacles to signing in', () => {
  const here = 'https://atlas.example.org';

  test('there is none at the address of the server, or with a provider elsewhere', () => {
    expect(signInObstacle({ origin: here, hasCrypto: true, apiUrl: here })).toBeUndefined();
    expect(signInObstacle({ origin: here, hasCrypto: true, apiUrl: null })).toBeUndefined();
  });

  test('plain http on another name than localhost needs https', () => {
    const origin = 'http://atlas.example.org';
    expect(signInObstacle({ origin, hasCrypto: false, apiUrl: origin })).toBe('needs-https');
  });

  test('a page opened under another name of the server leads to the right one', () => {
    const place = { origin: 'http://127.0.0.1:3000', hasCrypto: true, apiUrl: 'http://localhost:3000' };
    expect(signInObstacle(place)).toBe('other-address');
  });
});

describe('why a mail was not sent', () => {
  test('a rate limit is told in the words of the provider', () => {
    const error = { error_type: 'too_many_requests', error_message: 'Try again in 12 minutes.' };
    expect(sendFailureReason(error)).toBe('Try again in 12 minutes.');
  });

  test.each([
    undefined,
    'torn',
    new TypeError('Failed to fetch'),
    { error_type: 'internal_server_error', error_message: 'Stack trace.' },
    { error_type: 'too_many_requests' },
  ])('anything else is not: %j', (error) => {
    expect(sendFailureReason(error)).toBeUndefined();
  });
});
