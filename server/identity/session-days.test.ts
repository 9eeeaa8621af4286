// SESSION_DAYS: how long sessions last, whatever a client asks for.
import { afterEach, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { openSdkClient, type SdkClient } from '../../test/sdk-client.ts';
import { hashOf } from './secret-hash.ts';

const DAY_MS = 24 * 60 * 60_000;
const MONTH = { session_duration_minutes: 43_200 };
const startMs = Date.parse('2026-03-01T12:00:00.000Z');
let nowMs = startMs;
let under: AppUnderTest;
let sdk: SdkClient;
async function open(sessionDays: number): Promise<void> {
  nowMs = startMs;
  under = await openAppUnderTest({ records: [], sessionDays, now: () => nowMs });
  sdk = await openSdkClient(under.app);
}
afterEach(() => under.close());

const endOf = (answer: { json(): { data: { session: { expires_at: string } } } }) =>
  (Date.parse(answer.json().data.session.expires_at) - startMs) / DAY_MS;
const refresh = (sessionToken: string, body: object = MONTH) =>
  sdk.call('/sessions/authenticate', { sessionToken, body });
const statusOf = async (token: string) =>
  (await under.app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })).statusCode;

test('[SEC-14] a session ends SESSION_DAYS after its last use, and three times that after signing in', async () => {
  await open(2);
  await sdk.askForLink('zoe@example.org');
  const token = (await sdk.mailedLink()).searchParams.get('token')!;
  const signedIn = await sdk.authenticate(token, MONTH);
  expect(endOf(signedIn)).toBe(2);
  const { session_token } = signedIn.json().data;
  for (const [day, end] of [
    [1, 3],
    [2.5, 4.5],
    [4.25, 6],
    [5.5, 6],
  ] as const) {
    nowMs = startMs + day * DAY_MS;
    expect(endOf(await refresh(session_token))).toBe(end);
  }
  expect(await statusOf(session_token)).toBe(200);
  nowMs = startMs + 6 * DAY_MS;
  expect((await refresh(session_token)).json()).toMatchObject({ error_type: 'session_not_found' });
  expect(await statusOf(session_token)).toBe(401);
});

test('[SEC-14] less may be asked for, and 30 days are 30 days', async () => {
  await open(30);
  const { session_token } = await sdk.signIn('zoe@example.org');
  expect(endOf(await refresh(session_token, {}))).toBe(30);
  expect(endOf(await refresh(session_token, { session_duration_minutes: 24 * 60 }))).toBe(1);
});

test('[SEC-14] sessions from before the setting was lowered end by it, for every call', async () => {
  await open(3);
  const { userId } = await under.accounts.findOrCreateUser({ email: 'zoe@example.org', nowMs });
  await under.accounts.addSession({
    sessionId: 'session-test-1',
    userId,
    kind: 'magic_links',
    tokenHash: hashOf('long'),
    startedAtMs: nowMs,
    lastAccessedAtMs: nowMs,
    expiresAtMs: nowMs + 30 * DAY_MS,
    browser: undefined,
  });
  // Once from the store, once from memory.
  for (let i = 0; i < 2; i++) expect(await statusOf('long')).toBe(200);
  nowMs = startMs + 3 * DAY_MS;
  expect(await statusOf('long')).toBe(401);
  expect((await refresh('long')).json()).toMatchObject({ error_type: 'session_not_found' });
});
