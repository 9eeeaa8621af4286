import { StytchAPIError } from '@stytch/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import type { SessionClient } from './session-client.ts';
import { readSignInLink, redeemSignInLink, type SignInLink } from './sign-in-link.ts';

const refused = new StytchAPIError({
  status_code: 401,
  error_type: 'unable_to_auth_magic_link',
  error_message: 'The link is invalid.',
  error_url: 'https://example.org',
});

beforeEach(() => {
  vi.stubGlobal(
    'localStorage',
    memoryStorage({ session_jwt: 'old', is_logged_in: 'true', user_email: 'a@b.c' }),
  );
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

describe('parsing a link', () => {
  test('[A7] a link carries its token and its type', () => {
    expect(readSignInLink('?stytch_token_type=magic_links&token=abc')).toEqual({
      type: 'magic_links',
      token: 'abc',
    });
    expect(readSignInLink('?token=abc&stytch_token_type=oauth')).toEqual({ type: 'oauth', token: 'abc' });
  });

  test.each([
    '',
    '?stytch_token_type=magic_links',
    '?stytch_token_type=magic_links&token=',
    '?token=abc',
    '?token=abc&stytch_token_type=',
    '?token=abc&stytch_token_type=passwords',
    '?token=abc&stytch_token_type=constructor',
  ])('[A8] %o is not a link', (search) => {
    expect(readSignInLink(search)).toBeUndefined();
  });
});

type Answer = () => Promise<unknown>;

type Provider = { magicLinks?: Answer; oauth?: Answer; isSignedIn?: boolean };

function clientAnswering({ magicLinks, oauth, isSignedIn = false }: Provider) {
  const calls = { magicLinks: vi.fn(magicLinks), oauth: vi.fn(oauth) };
  const client = {
    magicLinks: { authenticate: calls.magicLinks },
    oauth: { authenticate: calls.oauth },
    session: {
      getInfo: () => ({ session: isSignedIn ? { session_id: 's' } : null, fromCache: false }),
      getTokens: () => (isSignedIn ? { session_token: 'token', session_jwt: 'old' } : null),
    },
  };
  return { client: client as unknown as SessionClient, calls };
}

let links = 0;
const newLink = (type: SignInLink['type'] = 'magic_links'): SignInLink => ({
  type,
  token: `token-${++links}`,
});
const storedEntries = () =>
  ['session_jwt', 'is_logged_in', 'user_email'].map((key) => localStorage.getItem(key));
const answerWithSession = async () => ({ session: { session_id: 's' } });

describe('redeeming a link', () => {
  test('[A9] each type is redeemed with its own call, for a session of 43200 minutes', async () => {
    const { client, calls } = clientAnswering({ magicLinks: answerWithSession, oauth: answerWithSession });
    const mailed = newLink('magic_links');
    const returned = newLink('oauth');
    expect(await redeemSignInLink({ client, link: mailed })).toEqual({ to: '/' });
    expect(await redeemSignInLink({ client, link: returned })).toEqual({ to: '/' });
    const options = { session_duration_minutes: 43_200 };
    expect(calls.magicLinks.mock.calls).toEqual([[mailed.token, options]]);
    expect(calls.oauth.mock.calls).toEqual([[returned.token, options]]);
  });

  test('[A9] an answer without a session is a failure', async () => {
    const { client } = clientAnswering({ magicLinks: async () => ({}) });
    const onSuccess = vi.fn();
    expect((await redeemSignInLink({ client, link: newLink(), onSuccess })).to).toBe('/login');
    expect(onSuccess).not.toHaveBeenCalled();
  });

  test('[A10] on success the callback runs before the route changes', async () => {
    const { client } = clientAnswering({ magicLinks: answerWithSession });
    const onSuccess = vi.fn();
    expect(await redeemSignInLink({ client, link: newLink(), onSuccess })).toEqual({ to: '/' });
    expect(onSuccess).toHaveBeenCalledOnce();
  });

  test('[A10] a refused link removes its three entries, with a reason', async () => {
    const { client } = clientAnswering({ magicLinks: () => Promise.reject(refused) });
    expect(await redeemSignInLink({ client, link: newLink() })).toEqual({
      to: '/login',
      reason: 'link-refused',
    });
    expect(storedEntries()).toEqual([null, null, null]);
  });

  test('[A10] a refused link removes all three entries of somebody signed in, and their session writes its own again', async () => {
    const { client } = clientAnswering({ magicLinks: () => Promise.reject(refused), isSignedIn: true });
    const remove = vi.spyOn(localStorage, 'removeItem');
    expect((await redeemSignInLink({ client, link: newLink() })).to).toBe('/login');
    expect(remove.mock.calls).toEqual([['session_jwt'], ['is_logged_in'], ['user_email']]);
    expect(localStorage.getItem('session_jwt')).toBe('old');
    expect(localStorage.getItem('is_logged_in')).toBe('true');
    expect(localStorage.getItem('user_email')).toBeNull();
  });

  test('[A10] an unreachable provider has another reason than a refused link', async () => {
    const { client } = clientAnswering({
      magicLinks: () => Promise.reject(new Error('Unable to contact our servers.')),
    });
    expect(await redeemSignInLink({ client, link: newLink() })).toEqual({
      to: '/login',
      reason: 'link-unanswered',
    });
    expect(storedEntries()).toEqual([null, null, null]);
  });

  test('[A10] a provider that never answers is a failure after a time-out', async () => {
    vi.useFakeTimers();
    try {
      const { client } = clientAnswering({ magicLinks: () => new Promise(() => {}) });
      const nextRoute = redeemSignInLink({ client, link: newLink() });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await nextRoute).toEqual({ to: '/login', reason: 'link-unanswered' });
      expect(storedEntries()).toEqual([null, null, null]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('redeeming is idempotent: two calls for one link make one request', async () => {
    const { client, calls } = clientAnswering({ magicLinks: answerWithSession });
    const link = newLink();
    const onSuccess = vi.fn();
    await Promise.all([
      redeemSignInLink({ client, link, onSuccess }),
      redeemSignInLink({ client, link: { ...link }, onSuccess }),
    ]);
    expect(calls.magicLinks).toHaveBeenCalledOnce();
    expect(onSuccess).toHaveBeenCalledOnce();
  });
});
