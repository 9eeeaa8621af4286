import { beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import {
  forgetSession,
  isProbablySignedIn,
  reloadWhenSignedOutElsewhere,
  storedTokens,
  storedUserId,
  storeEmail,
  storeSession,
  wasSignedIn,
} from './stored-session.ts';

const keys = ['stytch_session_token', 'session_token', 'session_jwt', 'is_logged_in', 'user_email'];
const stored = () => Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)]));

type Client = Parameters<typeof storeSession>[0];

function clientWith({ signedIn, known = true }: { signedIn: boolean; known?: boolean }): Client {
  const session = {
    getInfo: () => ({ session: signedIn ? { session_id: 's' } : null, fromCache: !known }),
    getTokens: () => (signedIn ? { session_token: 'token', session_jwt: 'jwt' } : null),
  };
  return { session } as unknown as Client;
}

const signedIn = {
  stytch_session_token: 'token',
  session_token: 'token',
  session_jwt: 'jwt',
  is_logged_in: 'true',
  user_email: 'ada@example.org',
};
const nothing = Object.fromEntries(keys.map((key) => [key, null]));

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  return () => vi.unstubAllGlobals();
});

describe('the stored entries', () => {
  test('the user id comes from the JWT, and is empty where there is none', () => {
    expect(storedUserId()).toBe('');
    const claims = Buffer.from(JSON.stringify({ sub: 'user-~ö?>' })).toString('base64url');
    localStorage.setItem('session_jwt', `head.${claims}.signature`);
    expect(storedUserId()).toMatch(/^user-~/);
    for (const broken of ['', 'jwt', 'a.b.c', `a.${Buffer.from('{"sub":7}').toString('base64url')}.c`]) {
      localStorage.setItem('session_jwt', broken);
      expect(storedUserId()).toBe('');
    }
  });

  test('[A11] a session stores its tokens under their keys, beside the address typed at login', () => {
    storeEmail('ada@example.org');
    storeSession(clientWith({ signedIn: true }));
    expect(stored()).toEqual(signedIn);
    expect(wasSignedIn()).toBe(true);
  });

  test('the map is loaded ahead for somebody with a session’s cookie or entries, and for nobody else', () => {
    vi.stubGlobal('document', { cookie: 'theme=dark' });
    expect(isProbablySignedIn()).toBe(false);
    storeSession(clientWith({ signedIn: true }));
    expect(isProbablySignedIn()).toBe(true);
    forgetSession();
    vi.stubGlobal('document', { cookie: 'theme=dark; session_token=abc' });
    expect(isProbablySignedIn()).toBe(true);
  });

  test('[A11] a session that ends removes every entry', () => {
    storeEmail('ada@example.org');
    storeSession(clientWith({ signedIn: true }));
    storeSession(clientWith({ signedIn: false }));
    expect(stored()).toEqual(nothing);
  });

  test('[A11] a tab that is signed out leaves the entries of one that has just signed in', () => {
    forgetSession();
    for (const [key, value] of Object.entries(signedIn)) localStorage.setItem(key, value);
    vi.stubGlobal('document', { cookie: 'session_token=token' });
    storeSession(clientWith({ signedIn: false }));
    expect(stored()).toEqual(signedIn);
    vi.stubGlobal('document', { cookie: '' });
    storeSession(clientWith({ signedIn: false }));
    expect(stored()).toEqual(nothing);
  });

  test('[A11] the address typed at login stays while the link is awaited', () => {
    storeEmail('ada@example.org');
    storeSession(clientWith({ signedIn: false }));
    expect(stored()).toEqual({ ...nothing, user_email: 'ada@example.org' });
  });

  test('nothing is removed before the provider has answered', () => {
    storeEmail('ada@example.org');
    storeSession(clientWith({ signedIn: true }));
    storeSession(clientWith({ signedIn: false, known: false }));
    expect(stored()).toEqual(signedIn);
  });

  test('[S14] calls find both tokens while there is a session, and nothing otherwise', () => {
    expect(storedTokens()).toEqual({ jwt: undefined, token: undefined });
    storeSession(clientWith({ signedIn: true }));
    expect(storedTokens()).toEqual({ jwt: 'jwt', token: 'token' });
    storeSession(clientWith({ signedIn: false }));
    expect(storedTokens()).toEqual({ jwt: undefined, token: undefined });
  });

  test('blocked storage reads as signed out, and nothing throws', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    storeEmail('ada@example.org');
    storeSession(clientWith({ signedIn: true }));
    storeSession(clientWith({ signedIn: false }));
    forgetSession();
    expect([wasSignedIn(), storedTokens(), storedUserId()]).toEqual([
      false,
      { jwt: undefined, token: undefined },
      '',
    ]);
    vi.restoreAllMocks();
  });
});

/** A page with stubbed events and reload. */
function listeningPage() {
  const listeners = new Map<string, (event: object) => void>();
  const reload = vi.fn();
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) => {
    listeners.set(name, listener);
  });
  vi.stubGlobal('location', { reload, pathname: '/' });
  const replaceState = vi.fn();
  vi.stubGlobal('history', { state: { idx: 0 }, replaceState });
  reloadWhenSignedOutElsewhere();
  return {
    reload,
    replaceState,
    dispatch: (name: string, event: object = {}) => listeners.get(name)!(event),
  };
}

const jwtOf = (sub: string) => `head.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.signature`;

test('[A12] the page reloads when session_jwt is removed in another tab, and for nothing else', () => {
  const { reload, dispatch } = listeningPage();
  const tell = (key: string | null, newValue: string | null, storageArea: object = localStorage) =>
    dispatch('storage', { storageArea, key, newValue });
  // Race: this page's own refresh may have written the entry again. Only the event counts.
  localStorage.setItem('session_jwt', 'jwt');
  tell('session_jwt', 'newer');
  tell('user_email', null);
  tell('session_jwt', null, {});
  expect(reload).not.toHaveBeenCalled();
  tell('session_jwt', null);
  expect(reload).toHaveBeenCalledTimes(1);
  tell(null, null);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('[A12] a page that reloads because somebody signed out leaves its view and its parcel behind', () => {
  const { replaceState, dispatch } = listeningPage();
  const removed = { storageArea: localStorage, key: 'session_jwt', newValue: null };
  // A sign-in link that failed in another tab removes the entry, too; then the token stays.
  localStorage.setItem('session_token', 'token');
  dispatch('storage', removed);
  expect(replaceState).not.toHaveBeenCalled();
  localStorage.removeItem('session_token');
  dispatch('storage', removed);
  expect(replaceState).toHaveBeenCalledWith({ idx: 0 }, '', '/');
});

test.each([
  { now: 'the same', jwt: jwtOf('ada'), reloads: 0 },
  { now: 'nobody', jwt: undefined, reloads: 1 },
  { now: 'somebody else', jwt: jwtOf('ben'), reloads: 1 },
])('[A12] a page restored from the back/forward cache: $now is signed in', ({ jwt, reloads }) => {
  const { reload, dispatch } = listeningPage();
  localStorage.setItem('session_jwt', jwtOf('ada'));
  dispatch('pageshow', { persisted: false });
  dispatch('pagehide');
  if (jwt) localStorage.setItem('session_jwt', jwt);
  else localStorage.removeItem('session_jwt');
  dispatch('pageshow', { persisted: true });
  expect(reload).toHaveBeenCalledTimes(reloads);
});
