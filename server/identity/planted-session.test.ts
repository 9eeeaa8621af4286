// Cookie tossing: a session that another site has put into a browser opens nothing there.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest, PLAIN_PIN } from '../../test/app-under-test.ts';
import { openSdkClient } from '../../test/sdk-client.ts';

let under: AppUnderTest;
let publicToken: string;
beforeAll(async () => {
  under = await openAppUnderTest({ publicUrl: 'https://parcels.county.gov' });
});
afterAll(() => under.close());

type Browser = { token: string; jwt: string; cookie: string };

async function signIn(email: string): Promise<Browser> {
  const sdk = await openSdkClient(under.app);
  publicToken = sdk.publicToken;
  await sdk.askForLink(email);
  const answer = await sdk.authenticate((await sdk.mailedLink()).searchParams.get('token')!);
  const { session_token: token, session_jwt: jwt } = answer.json().data;
  return { token, jwt, cookie: String(answer.headers['set-cookie']).split(';')[0]! };
}

type Presented = { token: string; jwt: string; headers?: Record<string, string> };

/** The statuses of what a page asks with a session: to keep it, whose it is, to save a parcel, and the list of those. */
async function statuses({ token, jwt, headers = {} }: Presented): Promise<number[]> {
  const basic = { authorization: `Basic ${btoa(`${publicToken}:${token}`)}`, ...headers };
  const payload = { parcel_pin: PLAIN_PIN, parcel_owner_name: 'A', parcel_address: 'B', notes: 'Secret' };
  const answers = [
    await under.app.inject({
      method: 'POST',
      url: '/sdk/v1/sessions/authenticate',
      headers: basic,
      payload: {},
    }),
    await under.app.inject({ url: '/sdk/v1/users/me', headers: basic }),
  ];
  const bearer = { authorization: `Bearer ${jwt}`, 'x-session-token': token, ...headers };
  const url = '/api/saved-parcels';
  answers.push(await under.app.inject({ method: 'POST', url, headers: bearer, payload }));
  answers.push(await under.app.inject({ url, headers: bearer }));
  return answers.map(({ statusCode }) => statusCode);
}

const page = { 'sec-fetch-site': 'same-origin' };

test('[SEC-13] a session that a sibling domain has planted opens nothing in the browser of somebody else', async () => {
  const [mine, theirs] = [await signIn('zoe@county.gov'), await signIn('eve@example.org')];
  const planted = `session_token=${theirs.token}; session_jwt=${theirs.jwt}`;
  for (const cookie of [
    // Somebody who never signed in; the same with a path that keeps the cookie from coming along.
    planted,
    '',
    // Somebody who is signed in, before and after their own cookies.
    `${planted}; session_token=${mine.token}; ${mine.cookie}`,
    `${mine.cookie}; session_token=${mine.token}; ${planted}`,
    // Without the prefix a sibling domain can set it.
    `${theirs.cookie.replace('__Host-', '')}; ${planted}`,
  ]) {
    const { token, jwt } = theirs;
    expect(await statuses({ token, jwt, headers: { ...page, cookie } }), cookie).toEqual([
      404, 404, 401, 401,
    ]);
  }
});

test('[SEC-13] the own session opens in its browser, beside a planted one too, and in programs without cookies', async () => {
  const [mine, theirs] = [await signIn('ida@county.gov'), await signIn('mal@example.org')];
  const cookie = `session_token=${theirs.token}; session_token=${mine.token}; ${mine.cookie}`;
  expect(await statuses({ ...mine, headers: { ...page, cookie } })).toEqual([200, 200, 201, 200]);
  expect(await statuses({ token: theirs.token, jwt: theirs.jwt })).toEqual([200, 200, 201, 200]);
});
