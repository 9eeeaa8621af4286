// Bad input to the provider: each is a 4xx in the provider's error shape, and nothing is logged as a fault.
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { CHALLENGE, openSdkClient, type SdkClient } from '../../test/sdk-client.ts';

let under: AppUnderTest;
let sdk: SdkClient;

beforeAll(async () => {
  under = await openAppUnderTest({ records: [] });
  sdk = await openSdkClient(under.app);
});
afterAll(async () => {
  await under.close();
  expect(under.logged()).not.toMatch(/"event":"(failure|warning)"/);
});

async function expectRefusal(request: InjectOptions, status: number, type: string): Promise<void> {
  const answer = await under.app.inject(request);
  expect(answer.json()).toEqual({
    status_code: status,
    request_id: expect.stringMatching(/^request-id-test-/),
    error_type: type,
    error_message: expect.stringMatching(/\.$/),
    error_url: expect.stringContaining(type),
  });
  expect(answer.statusCode).toBe(status);
}

const login = '/sdk/v1/magic_links/email/login_or_create';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const post = (url: string, payload: string): InjectOptions => ({
  method: 'POST',
  url,
  payload,
  headers: {
    'content-type': 'application/json',
    authorization: basic(`${sdk.publicToken}:${sdk.publicToken}`),
  },
});
const megabyte = 'x'.repeat(1_000_000);

test.each<[title: string, body: string, status: number, type: string]>([
  ['no body', '', 400, 'bad_request'],
  ['no JSON', '{"email":', 400, 'bad_request'],
  ['null', 'null', 400, 'bad_request'],
  ['an array', '[]', 400, 'bad_request'],
  ['a text', '"ada@example.org"', 400, 'bad_request'],
  ['__proto__', '{"__proto__": {}}', 400, 'bad_request'],
  ['nothing in it', '{}', 400, 'invalid_email'],
  ['an e-mail that is a number', '{"email": 7}', 400, 'invalid_email'],
  ['an e-mail that is an object', '{"email": {}}', 400, 'invalid_email'],
  ['an e-mail that is none', '{"email": "ada"}', 400, 'invalid_email'],
  [
    'a header in the e-mail',
    JSON.stringify({ email: 'ada@example.org\r\nBcc: eve@example.org', code_challenge: CHALLENGE }),
    400,
    'invalid_email',
  ],
  [
    'an e-mail list',
    JSON.stringify({ email: 'ada@example.org,eve@example.org', code_challenge: CHALLENGE }),
    400,
    'invalid_email',
  ],
  [
    'an address that is a number',
    JSON.stringify({ email: 'ada@example.org', code_challenge: CHALLENGE, login_magic_link_url: 7 }),
    400,
    'no_match_for_provided_magic_link_url',
  ],
  ['a megabyte', JSON.stringify({ email: megabyte }), 413, 'bad_request'],
])('[A18] [A19] asking for a link with %s', (_title, body, status, type) =>
  expectRefusal(post(login, body), status, type),
);

test.each<[title: string, body: object, status: number, type: string]>([
  ['no token', { session_duration_minutes: 60 }, 400, 'invalid_token'],
  ['an empty token', { token: '', session_duration_minutes: 60 }, 400, 'invalid_token'],
  ['a token that is a number', { token: 7, session_duration_minutes: 60 }, 400, 'invalid_token'],
  [
    'a verifier that is too long',
    { token: 'x', code_verifier: 'x'.repeat(129), session_duration_minutes: 60 },
    400,
    'invalid_pkce_code_verifier',
  ],
  [
    'a verifier that is null',
    { token: 'x', code_verifier: null, session_duration_minutes: 60 },
    400,
    'invalid_pkce_code_verifier',
  ],
  ['a token of a megabyte', { token: megabyte, session_duration_minutes: 60 }, 413, 'bad_request'],
])('[A18] [A19] authenticating with %s', async (_title, body, status, type) => {
  for (const kind of ['magic_links', 'oauth']) {
    await expectRefusal(post(`/sdk/v1/${kind}/authenticate`, JSON.stringify(body)), status, type);
  }
});

const whole = { token: '123456', method_id: 'email-test-1', session_duration_minutes: 60 };
test.each<[title: string, body: object, status: number, type: string]>([
  ['no code', { token: undefined }, 400, 'invalid_token'],
  ['a code that is a number', { token: 123456 }, 400, 'invalid_token'],
  ['five digits', { token: '12345' }, 400, 'invalid_token'],
  ['seven digits', { token: '1234567' }, 400, 'invalid_token'],
  ['a space in the code', { token: '123 456' }, 400, 'invalid_token'],
  ['letters', { token: '12345x' }, 400, 'invalid_token'],
  ['digits of another script', { token: '१२३४५६' }, 400, 'invalid_token'],
  ['no method', { method_id: undefined }, 400, 'invalid_method_id'],
  ['an empty method', { method_id: '' }, 400, 'invalid_method_id'],
  ['a method that is an object', { method_id: {} }, 400, 'invalid_method_id'],
  ['a method that is too long', { method_id: 'x'.repeat(129) }, 400, 'invalid_method_id'],
  ['no duration', { session_duration_minutes: undefined }, 400, 'invalid_session_duration_minutes'],
  ['a method that nobody was given', {}, 404, 'otp_code_not_found'],
  ['a megabyte', { method_id: megabyte }, 413, 'bad_request'],
])('[A18] [A19] [A22] a code with %s', (_title, body, status, type) =>
  expectRefusal(post('/sdk/v1/otps/authenticate', JSON.stringify({ ...whole, ...body })), status, type),
);

test.each([
  undefined,
  '',
  'Basic',
  'Basic !!!',
  basic(''),
  basic(':'),
  basic('public-token-test-foreign:public-token-test-foreign'),
  'Bearer x',
  `Basic ${'A'.repeat(9000)}`,
])('[A15] [A18] authorization %j is refused by every call but events', async (authorization) => {
  const headers = {
    'content-type': 'application/json',
    ...(authorization !== undefined && { authorization }),
  };
  for (const path of [
    '/magic_links/email/login_or_create',
    '/magic_links/authenticate',
    '/otps/authenticate',
    '/oauth/authenticate',
    '/sessions/authenticate',
    '/sessions/revoke',
  ]) {
    await expectRefusal({ method: 'POST', url: `/sdk/v1${path}`, headers }, 401, 'unauthorized_credentials');
  }
  const reads = ['/users/me', `/projects/bootstrap/${sdk.publicToken}`];
  for (const path of reads) {
    await expectRefusal({ url: `/sdk/v1${path}`, headers }, 401, 'unauthorized_credentials');
  }
});

test('[A18] a form, and a broken address, are refused in the same shape', async () => {
  const form = {
    ...post(login, 'email=ada'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  await expectRefusal(form, 415, 'bad_request');
  await expectRefusal({ url: '/sdk/v1/%zz' }, 400, 'bad_request');
});

test('[A18] the keys of another project are not here', () =>
  expectRefusal({ url: '/v1/sessions/jwks/project-test-foreign' }, 404, 'project_not_found'));

test('[A18] another public token has nothing to bootstrap', async () => {
  const { headers } = post(login, '');
  await expectRefusal(
    { url: '/sdk/v1/projects/bootstrap/public-token-test-x', headers: headers! },
    404,
    'project_not_found',
  );
});
