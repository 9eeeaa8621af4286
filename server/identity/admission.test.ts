// Who may sign in, call by call: SIGN_IN_ALLOW and bans, for new sign-ins and for sessions that are open.
import { afterEach, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { listedMails, TEST_INBOX } from '../../test/inbox.ts';
import { CHALLENGE, openSdkClient, type SdkClient, VERIFIER } from '../../test/sdk-client.ts';
import { openEmbeddedProvider } from './embedded-provider.ts';

const COUNTY = ['@county.gov', 'person@example.org'];

let under: AppUnderTest;
let sdk: SdkClient;
afterEach(() => under.close());

async function open(signInAllow?: readonly string[]): Promise<void> {
  under = await openAppUnderTest({ records: [], signInAllow });
  sdk = await openSdkClient(under.app);
}

/** Another process on the same accounts, with its own settings. */
const providerWith = (signInAllow: readonly string[]) =>
  openEmbeddedProvider({
    accounts: under.accounts,
    mailer: { send: async () => {} },
    publicUrl: 'http://localhost:3000',
    signInAllow,
    now: Date.now,
  });

const mails = async () => listedMails((await under.app.inject(TEST_INBOX)).body).length;

const answerTo = async (email: string) => {
  const { statusCode, headers, json } = await sdk.askForLink(email);
  const { date: _, 'x-request-id': id, ...rest } = headers;
  expect(id).toBeDefined();
  return { statusCode, headers: rest, body: { ...json().data, request_id: '', method_id: '' } };
};

const refresh = (sessionToken: string) => sdk.call('/sessions/authenticate', { sessionToken, body: {} });
const isSignedIn = async (sessionToken: string) => {
  const headers = { authorization: `Bearer ${sessionToken}` };
  return (await under.app.inject({ url: '/api/saved-parcels', headers })).statusCode === 200;
};

test('[SEC-13] an address that a relay would pass on to another host is none of the domain', async () => {
  await open([...COUNTY, 'b%c@county.gov']);
  for (const email of ['a%evil.example@county.gov', 'evil.example!a@county.gov']) await answerTo(email);
  expect(await mails()).toBe(0);
  expect((await sdk.signIn('b%c@county.gov')).session_token).toBeDefined();
});

test('an allowed domain and an allowed address get a link, in any spelling', async () => {
  await open(COUNTY);
  for (const email of ['ada@county.gov', 'Bob@COUNTY.gov', 'Person@Example.org']) {
    expect((await sdk.signIn(email)).session_token).toBeDefined();
  }
});

test('everybody else gets the same answer, but no mail, and leaves no account', async () => {
  await open(COUNTY);
  const accepted = await answerTo('ada@county.gov');
  expect(accepted.statusCode).toBe(200);
  expect(await mails()).toBe(1);
  for (const email of [
    'other@example.org',
    'ada@sub.county.gov',
    'ada@notcounty.gov',
    'county.gov@example.org',
    'ada@county.gov.example',
  ]) {
    expect(await answerTo(email)).toEqual(accepted);
    expect(await under.accounts.people.find(email)).toBeUndefined();
  }
  expect(await mails()).toBe(1);
});

test('without the setting everybody may', async () => {
  await open();
  expect((await sdk.signIn('anybody@anywhere.example')).session_token).toBeDefined();
});

test('a link under way is of no use once the setting has changed', async () => {
  await open();
  await sdk.askForLink('ada@example.org');
  const token = (await sdk.mailedLink()).searchParams.get('token')!;
  const provider = await providerWith(COUNTY);
  const { default: Fastify } = await import('fastify');
  const other = Fastify();
  provider.routes(other);
  const answer = await (await openSdkClientOf(other)).authenticate(token);
  expect(answer.json()).toMatchObject({ status_code: 401, error_type: 'unable_to_auth_magic_link' });
  await other.close();

  async function openSdkClientOf(app: typeof other) {
    app.get('/config.json', async () => ({ auth: { publicToken: sdk.publicToken } }));
    return openSdkClient(app);
  }
});

test('at the next start sessions end that the setting no longer allows, and others stay', async () => {
  await open();
  const [stays, goes] = [await sdk.signIn('ada@county.gov'), await sdk.signIn('ada@example.org')];
  await providerWith(COUNTY);
  expect(await isSignedIn(stays.session_token)).toBe(true);
  expect(await isSignedIn(goes.session_token)).toBe(false);
});

test('an open session of somebody who is not allowed ends when it would be extended', async () => {
  await open(COUNTY);
  const token = await under.signIn();
  expect(await isSignedIn(token)).toBe(true);
  expect((await refresh(token)).json()).toMatchObject({ status_code: 404, error_type: 'session_not_found' });
  expect(await isSignedIn(token)).toBe(false);
});

test('OAuth: an address that is not allowed, or banned, gets no token', async () => {
  await open();
  const provider = await providerWith(COUNTY);
  const issue = (email: string) => provider.issueOauthToken({ email, codeChallenge: CHALLENGE });
  expect(await issue('ada@county.gov')).toBeDefined();
  expect(await issue('ada@example.org')).toBeUndefined();
  const { userId } = (await under.accounts.people.find('ada@county.gov'))!;
  await under.accounts.people.ban({ userId, nowMs: Date.now() });
  expect(await issue('ada@county.gov')).toBeUndefined();
});

test('a ban ends sessions now, answers as ever without a mail, and can be lifted', async () => {
  await open();
  const { session_token, session_jwt, user_id } = await sdk.signIn('eve@example.org');
  expect(await isSignedIn(session_jwt)).toBe(true);
  const accepted = await answerTo('ada@example.org');
  await sdk.askForLink('eve@example.org');
  const token = (await sdk.mailedLink()).searchParams.get('token')!;
  const sent = await mails();

  await under.accounts.people.ban({ userId: user_id, nowMs: Date.now() });
  expect(await isSignedIn(session_token)).toBe(false);
  expect(await isSignedIn(session_jwt)).toBe(false);
  expect((await refresh(session_token)).statusCode).toBe(404);
  expect((await sdk.authenticate(token)).statusCode).toBe(401);
  expect(await answerTo('eve@example.org')).toEqual(accepted);
  expect(await mails()).toBe(sent);

  await under.accounts.people.unban(user_id);
  expect((await sdk.signIn('eve@example.org')).user_id).toBe(user_id);
});

test('signing in again in the same browser ends its old session, by token or cookie, and no other', async () => {
  await open();
  const browser = 'Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0';
  const elsewhere = await sdk.signIn('ada@example.org');
  let current = elsewhere.session_token;
  const opened: string[] = [];
  for (const bring of ['nothing', 'token', 'cookie'] as const) {
    await sdk.askForLink('ada@example.org');
    const token = (await sdk.mailedLink()).searchParams.get('token')!;
    const password = bring === 'token' ? current : sdk.publicToken;
    const answer = await under.app.inject({
      method: 'POST',
      url: '/sdk/v1/magic_links/authenticate',
      headers: {
        authorization: `Basic ${btoa(`${sdk.publicToken}:${password}`)}`,
        'user-agent': browser,
        ...(bring === 'cookie' && { cookie: `a=b; session_token=${current}` }),
      },
      payload: { token, code_verifier: VERIFIER, session_duration_minutes: 60 },
    });
    current = answer.json().data.session_token;
    opened.push(current);
  }
  expect(await Promise.all(opened.map(isSignedIn))).toEqual([false, false, true]);
  expect(await isSignedIn(elsewhere.session_token)).toBe(true);
  const sessions = await under.accounts.people.listSessions({
    userId: elsewhere.user_id,
    nowMs: Date.now(),
  });
  expect(sessions.map((session) => session.browser)).toContain('Firefox on Windows');
});

test('a sign-in that fails leaves the session of the browser as it is', async () => {
  await open();
  const { session_token } = await sdk.signIn('ada@example.org');
  const body = { token: 'wrong', code_verifier: VERIFIER, session_duration_minutes: 60 };
  const answer = await sdk.call('/magic_links/authenticate', { sessionToken: session_token, body });
  expect(answer.statusCode).toBe(401);
  expect(await isSignedIn(session_token)).toBe(true);
});
