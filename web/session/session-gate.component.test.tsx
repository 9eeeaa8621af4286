import { StytchProvider } from '@stytch/react';
import { useEffect } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import {
  answerWith,
  breakConnection,
  clearCookies,
  neverAnswer,
  publicToken,
  refuseWith,
  signedInData,
  storeSessionCookies,
  stubProvider,
} from '../../test/component/fake-provider.ts';
import { AuthenticatePage } from './authenticate-page.tsx';
import { forgetPlace } from './return-place.ts';
import { createSessionClient, type SessionClient } from './session-client.ts';
import { SessionGate } from './session-gate.tsx';
import { keepSessionStored } from './stored-session.ts';
import { useAccount } from './use-account.ts';

const refreshPath = '/sessions/authenticate';
const entries = ['stytch_session_token', 'session_jwt', 'session_token', 'user_email', 'is_logged_in'];
const storedEntries = () => entries.filter((key) => localStorage.getItem(key) !== null);

beforeEach(() => {
  clearCookies();
  forgetPlace();
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  return () => {
    vi.restoreAllMocks();
    clearCookies();
  };
});

function Login() {
  const { state } = useLocation();
  return <h1>{`Login page ${state ?? ''}`.trim()}</h1>;
}

function Home() {
  const { label, logOut } = useAccount();
  return (
    <>
      <h1>Map page</h1>
      <button type="button" onClick={() => logOut(() => {})}>
        {label}
      </button>
    </>
  );
}

function Pages({ client, onSuccess }: { client: SessionClient; onSuccess?: () => void }) {
  useEffect(() => keepSessionStored(client), [client]);
  const login = (
    <SessionGate admits="signed-out" otherwise="/">
      <Login />
    </SessionGate>
  );
  const home = (
    <SessionGate admits="signed-in" otherwise="/login">
      <Home />
    </SessionGate>
  );
  const authenticate = onSuccess ? <AuthenticatePage onSuccess={onSuccess} /> : <AuthenticatePage />;
  return (
    <StytchProvider stytch={client}>
      <Routes>
        <Route path="/login" element={login} />
        <Route path="/authenticate" element={authenticate} />
        <Route path="*" element={home} />
      </Routes>
    </StytchProvider>
  );
}

/** The pages of the application with stand-ins for the map and the login form. */
const open = async (address: string, onSuccess?: () => void) => {
  const client = createSessionClient({ publicToken, apiUrl: location.origin, inbox: false });
  await render(
    <MemoryRouter initialEntries={[address]}>
      <Pages client={client} {...(onSuccess ? { onSuccess } : {})} />
    </MemoryRouter>,
  );
  return client;
};

async function openSignedIn() {
  const provider = stubProvider({ [refreshPath]: answerWith(signedInData) });
  const client = await open('/');
  await isAt('Map page');
  return { ...provider, client };
}

const isAt = (title: string | RegExp) =>
  expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(title);

describe('the gate', () => {
  test.each(['/', '/parcels/4631', '/settings?tab=1'])(
    '[A2] %s without a session leads to /login',
    async (path) => {
      stubProvider();
      await open(path);
      await isAt('Login page');
    },
  );

  test('[A1] [A2] with a cookie, /login waits for the provider behind a spinner, then leads to the map', async () => {
    storeSessionCookies();
    let answer = () => {};
    const pending = new Promise<Response>((resolve) => {
      answer = () => resolve(Response.json({ data: signedInData }));
    });
    stubProvider({ [refreshPath]: () => pending });
    await open('/login');
    await expect.element(page.getByRole('status')).toHaveTextContent('Initializing Session...');
    await expect.element(page.getByRole('status')).toBeVisible();
    expect(document.querySelector('.spinner')).not.toBeNull();
    answer();
    await isAt('Map page');
    expect(storedEntries()).toContain('session_jwt');
  });

  test.each([
    'unauthorized_credentials',
    'user_unauthenticated',
    'invalid_secret_authentication',
    'session_not_found',
  ])('[A13] [A18] a refresh answered with %s ends the session, and the login page says so', async (type) => {
    storeSessionCookies();
    localStorage.setItem('is_logged_in', 'true');
    localStorage.setItem('session_jwt', 'a.b.c');
    stubProvider({ [refreshPath]: answerWith(signedInData) });
    const client = await open('/');
    await isAt('Map page');
    stubProvider({ [refreshPath]: refuseWith(type) });
    await expect(client.session.authenticate()).rejects.toThrow();
    await isAt('Login page session-ended');
    expect(storedEntries()).toEqual([]);
    expect(document.cookie).toBe('');
  });

  test('[A11] [A13] a refresh that renews only the tokens renews the stored entries, too', async () => {
    storeSessionCookies();
    const { answers, client } = await openSignedIn();
    const stored = () => [localStorage.getItem('session_jwt'), localStorage.getItem('session_token')];
    await vi.waitFor(() => expect(stored()).toEqual(['a.b.c', 'token-1']));
    answers[refreshPath] = answerWith({ ...signedInData, session_jwt: 'd.e.f', session_token: 'token-2' });
    await client.session.authenticate();
    await vi.waitFor(() => expect(stored()).toEqual(['d.e.f', 'token-2']));
  });

  test('[A14] [N1] logging out ends at /login also when the revocation fails, with no word of a lost session', async () => {
    storeSessionCookies();
    const { callsTo } = stubProvider({
      [refreshPath]: answerWith(signedInData),
      '/sessions/revoke': breakConnection,
    });
    await open('/');
    await page.getByRole('button', { name: 'ada@example.org' }).click();
    await isAt(/^Login page$/);
    expect(callsTo('/sessions/revoke')).toHaveLength(1);
    expect(storedEntries()).toEqual([]);
    expect(document.cookie).toBe('');
  });
});

let links = 0;
const newLink = (type = 'magic_links') =>
  `/authenticate?stytch_token_type=${type}&token=link-${location.href.length}-${++links}`;

describe('the authenticate page', () => {
  test('[A7] it says that the link is being checked', async () => {
    stubProvider({ '/magic_links/authenticate': neverAnswer });
    await open(newLink());
    const status = page.getByRole('status');
    await expect.element(status).toHaveTextContent('Authenticating...');
    await expect.element(status).toHaveTextContent('Verifying your login credentials');
    expect(document.querySelector('.spinner')).not.toBeNull();
  });

  test.each(['', '?token=abc', '?stytch_token_type=oauth', '?stytch_token_type=passwords&token=abc'])(
    '[A8] /authenticate%s leads to /login without a call',
    async (query) => {
      const { calls } = stubProvider();
      await open(`/authenticate${query}`);
      await isAt('Login page');
      expect(calls.filter(({ path }) => path.endsWith('/authenticate'))).toEqual([]);
    },
  );

  test.each([
    ['magic_links', '/magic_links/authenticate'],
    ['oauth', '/oauth/authenticate'],
  ])(
    '[A9] [A10] %s is redeemed with its own call for 43200 minutes; then the callback runs, and the map opens',
    async (type, path) => {
      const { callsTo } = stubProvider({
        [path]: answerWith(signedInData),
        [refreshPath]: answerWith(signedInData),
      });
      const onSuccess = vi.fn();
      await open(newLink(type), onSuccess);
      await isAt('Map page');
      expect(onSuccess).toHaveBeenCalledOnce();
      expect(callsTo(path).map(({ body }) => body)).toEqual([
        expect.objectContaining({ session_duration_minutes: 43_200 }),
      ]);
    },
  );

  const { session: _, ...withoutSession } = signedInData;
  const failures = [
    ['is refused', refuseWith('unable_to_auth_magic_link'), 'refused'],
    ['does not reach the server', breakConnection, 'unanswered'],
    ['is answered by a proxy', () => new Response('Busy', { status: 503 }), 'unanswered'],
    ['is answered without a session', answerWith(withoutSession), 'unanswered'],
    ['is answered without anything', answerWith({ request_id: 'r', status_code: 200 }), 'unanswered'],
  ] as const;
  test.each(
    failures.flatMap(([title, answer, outcome]) => [
      ['magic_links', title, answer, `link-${outcome}`] as const,
      ['oauth', title, answer, outcome === 'refused' ? 'oauth-expired' : 'oauth-failed'] as const,
    ]),
  )(
    '[A9] [A10] a sign-in by %s that %s removes its three entries and leads to /login with a hint',
    async (type, _title, answer, reason) => {
      stubProvider({
        [`/${type}/authenticate`]: () => {
          // Only now: a page that opens without a session removes what it finds.
          for (const key of ['session_jwt', 'is_logged_in', 'user_email']) localStorage.setItem(key, 'old');
          return answer();
        },
      });
      await open(newLink(type));
      await isAt(`Login page ${reason}`);
      expect(storedEntries()).toEqual([]);
    },
  );

  test('[A2] [A10] a failed link of somebody signed in leads on to the map, and their session writes its entries again', async () => {
    storeSessionCookies();
    localStorage.setItem('user_email', 'ada@example.org');
    stubProvider({
      [refreshPath]: answerWith(signedInData),
      '/magic_links/authenticate': refuseWith('unable_to_auth_magic_link'),
    });
    await open(newLink());
    await isAt('Map page');
    await vi.waitFor(() =>
      expect(storedEntries().sort()).toEqual([
        'is_logged_in',
        'session_jwt',
        'session_token',
        'stytch_session_token',
      ]),
    );
  });
});
