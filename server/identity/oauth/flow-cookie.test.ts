// The encrypted flow in the cookie: only this server can read it, and it expires.
import { afterEach, expect, test, vi } from 'vitest';
import { FLOW_LIFETIME_SECONDS, openFlow, sealFlow } from './flow-cookie.ts';

const secret = 'a secret of the client';
const flow = {
  state: 'state',
  nonce: 'nonce',
  codeVerifier: 'verifier',
  codeChallenge: 'challenge',
};

afterEach(() => {
  vi.useRealTimers();
});

test('opens as it was sealed, and its content cannot be read', async () => {
  const sealed = await sealFlow(flow, secret);
  expect(await openFlow(sealed, secret)).toEqual(flow);
  expect(Buffer.from(sealed.replaceAll('.', ''), 'base64url').toString('latin1')).not.toContain('verifier');
});

test('lasts ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const sealed = await sealFlow(flow, secret);
  vi.setSystemTime(Date.now() + FLOW_LIFETIME_SECONDS * 1000 - 1000);
  expect(await openFlow(sealed, secret)).toEqual(flow);
  vi.setSystemTime(Date.now() + 2000);
  expect(await openFlow(sealed, secret)).toBeUndefined();
});

test('does not open with another secret, cut short, changed, or when it is not a flow', async () => {
  const sealed = await sealFlow(flow, secret);
  expect(await openFlow(sealed, 'another secret')).toBeUndefined();
  // Not the last letter, some bits of which mean nothing.
  const middle = sealed.length >> 1;
  const other = sealed[middle] === 'A' ? 'B' : 'A';
  const changed = `${sealed.slice(0, middle)}${other}${sealed.slice(middle + 1)}`;
  for (const text of [sealed.slice(0, -1), changed, '', 'nonsense', 'x'.repeat(100_000)]) {
    expect(await openFlow(text, secret)).toBeUndefined();
  }
});
