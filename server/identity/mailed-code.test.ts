// The code beside a mailed link: what it opens, for whom, and how often it can be tried.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { TEST_INBOX } from '../../test/inbox.ts';
import { openSdkClient, type SdkClient } from '../../test/sdk-client.ts';
import { CODES_PER_ADDRESS_MAX, TRIES_PER_CLIENT_MAX } from './rate-limits.ts';

const MINUTE_MS = 60_000;
const EMAIL = 'zoe@example.org';

let under: AppUnderTest;
let sdk: SdkClient;
let nowMs = Date.parse('2026-03-01T12:00:00.000Z');

beforeAll(async () => {
  under = await openAppUnderTest({ records: [], now: () => nowMs, signInAllow: ['@example.org'] });
  sdk = await openSdkClient(under.app);
});
afterAll(() => under.close());
beforeEach(() => {
  // All limits of earlier tests are over.
  nowMs += 25 * 60 * MINUTE_MS;
});

/** Asks for a mail as one browser does. */
async function ask(email = EMAIL) {
  const { method_id: methodId } = (await sdk.askForLink(email)).json().data as { method_id: string };
  const token = (await sdk.mailedLink()).searchParams.get('token')!;
  return { methodId, code: (await sdk.mailedCode())!, token };
}

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function expectRefused(answer: Promise<{ statusCode: number; json(): unknown }>): Promise<void> {
  const { statusCode, json } = await answer;
  expect(json()).toMatchObject({ error_type: 'otp_code_not_found' });
  expect(statusCode).toBe(404);
}

describe('[A22] the code in a sign-in mail', () => {
  test('signs the person of the link in, in the words of the provider', async () => {
    const { user_id } = await sdk.signIn(EMAIL);
    const { methodId, code } = await ask();
    const answer = await sdk.authenticateCode(code, methodId);
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json();
    expect(data).toMatchObject({
      user_id,
      session_token: expect.stringMatching(/^[\w-]{43}$/),
      session: {
        expires_at: new Date(nowMs + 43_200 * MINUTE_MS).toISOString(),
        authentication_factors: [{ type: 'otp', delivery_method: 'email' }],
      },
      user: { emails: [{ email: EMAIL, verified: true }] },
    });
    const me = await sdk.call('/users/me', { method: 'GET', sessionToken: data.session_token });
    expect(me.statusCode).toBe(200);
    // As after a link: the next request of this browser counts as the owner's.
    expect(String(answer.headers['set-cookie'])).toMatch(/^known_browser=/);
  });

  test('works once, and spends the link; the link spends the code', async () => {
    const typed = await ask();
    expect((await sdk.authenticateCode(typed.code, typed.methodId)).statusCode).toBe(200);
    await expectRefused(sdk.authenticateCode(typed.code, typed.methodId));
    expect((await sdk.authenticate(typed.token)).json().error_type).toBe('unable_to_auth_magic_link');
    const opened = await ask();
    expect((await sdk.authenticate(opened.token)).statusCode).toBe(200);
    await expectRefused(sdk.authenticateCode(opened.code, opened.methodId));
  });

  test('works for ten minutes', async () => {
    const [early, late] = [await ask(), await ask()];
    nowMs += 10 * MINUTE_MS - 1;
    expect((await sdk.authenticateCode(early.code, early.methodId)).statusCode).toBe(200);
    nowMs += 1;
    await expectRefused(sdk.authenticateCode(late.code, late.methodId));
  });

  test('works only in the browser that asked for it, although another has asked for the same address', async () => {
    const [own, other] = [await ask(), await ask()];
    if (own.code !== other.code) await expectRefused(sdk.authenticateCode(own.code, other.methodId));
    await expectRefused(sdk.authenticateCode(own.code, `email-test-${'x'.repeat(43)}`));
    expect((await sdk.authenticateCode(own.code, own.methodId)).statusCode).toBe(200);
  });

  test('can be mistyped four times; with the fifth, code and link are spent', async () => {
    const lucky = await ask();
    for (let tries = 0; tries < 4; tries++) {
      await expectRefused(sdk.authenticateCode(another(lucky.code), lucky.methodId));
    }
    expect((await sdk.authenticateCode(lucky.code, lucky.methodId)).statusCode).toBe(200);
    const guessed = await ask();
    const tries = Array.from({ length: 5 }, () =>
      sdk.authenticateCode(another(guessed.code), guessed.methodId),
    );
    for (const answer of await Promise.all(tries)) expect(answer.statusCode).toBe(404);
    await expectRefused(sdk.authenticateCode(guessed.code, guessed.methodId));
    expect((await sdk.authenticate(guessed.token)).statusCode).toBe(401);
  });

  test('is refused to somebody who was banned meanwhile', async () => {
    const { user_id: userId } = await sdk.signIn('banned@example.org');
    const { methodId, code } = await ask('banned@example.org');
    await under.accounts.people.ban({ userId, nowMs });
    await expectRefused(sdk.authenticateCode(code, methodId));
  });

  test('nobody learns by codes who may sign in: an address that gets no mail is answered alike', async () => {
    const before = (await under.app.inject(TEST_INBOX)).body;
    const { data } = (await sdk.askForLink('zoe@elsewhere.example')).json();
    expect(data.method_id).toMatch(/^email-test-[\w-]{43}$/);
    expect((await under.app.inject(TEST_INBOX)).body).toBe(before);
    const refused = await ask();
    for (let tries = 0; tries < 7; tries++) {
      const nobodys = (await sdk.authenticateCode('000000', data.method_id)).json();
      const wrong = (await sdk.authenticateCode(another(refused.code), refused.methodId)).json();
      expect({ ...nobodys, request_id: '' }).toEqual({ ...wrong, request_id: '' });
    }
  });

  test('is in twenty mails a day to an address, whoever asks; the link is in all', async () => {
    const email = 'flooded@example.org';
    for (let sent = 0; sent < CODES_PER_ADDRESS_MAX; sent++) {
      nowMs += 4 * MINUTE_MS;
      expect((await ask(email)).code).toMatch(/^\d{6}$/);
    }
    nowMs += 4 * MINUTE_MS;
    const { methodId, code, token } = await ask(email);
    expect(code).toBeUndefined();
    await expectRefused(sdk.authenticateCode('123456', methodId));
    expect((await sdk.authenticate(token)).statusCode).toBe(200);
    nowMs += 24 * 60 * MINUTE_MS;
    expect((await ask(email)).code).toMatch(/^\d{6}$/);
  });

  test('tries count with those of links: a client with too many is told to wait', async () => {
    const attempt = () =>
      sdk.call('/otps/authenticate', {
        clientAddress: '203.0.113.9',
        body: { token: '123456', method_id: 'email-test-guess', session_duration_minutes: 60 },
      });
    for (let tries = 0; tries < TRIES_PER_CLIENT_MAX[0]; tries++) await attempt();
    expect((await attempt()).statusCode).toBe(429);
  });

  test('neither code nor method id is in the store or in the log', async () => {
    const added: unknown[] = [];
    const { addSignInToken } = under.accounts;
    under.accounts.addSignInToken = (token) => {
      added.push(token);
      return addSignInToken.call(under.accounts, token);
    };
    const { methodId, code } = await ask();
    under.accounts.addSignInToken = addSignInToken;
    await sdk.authenticateCode(another(code), methodId);
    await sdk.authenticateCode(code, methodId);
    expect(added).toHaveLength(1);
    const kept = JSON.stringify(added) + under.logged();
    expect(kept).not.toContain(methodId.slice(-43));
    expect(kept).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(under.logged()).toMatch(/"event":"sign-in".*otps/);
    expect(under.logged()).toMatch(/"event":"sign-in-refused".*otp_code_not_found/);
    expect(under.logged()).not.toMatch(/"event":"(failure|warning)"/);
  });
});

test('[SEC-14] with MAIL_SIGN_IN=off no code is accepted', async () => {
  const off = await openAppUnderTest({ records: [], mailSignIn: false });
  const client = await openSdkClient(off.app);
  const answer = await client.authenticateCode('123456', 'email-test-1');
  expect(answer.json().error_type).toBe('route_not_found');
  await off.close();
});
