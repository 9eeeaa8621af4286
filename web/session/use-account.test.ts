import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import { rememberPlace, returnPlace } from './return-place.ts';
import { accountLabel, logOut } from './use-account.ts';

const keys = ['stytch_session_token', 'session_token', 'session_jwt', 'is_logged_in', 'user_email'];
let page: { cookies: string[]; replace: ReturnType<typeof vi.fn> };

beforeEach(() => {
  page = { cookies: [], replace: vi.fn() };
  vi.stubGlobal('localStorage', memoryStorage(Object.fromEntries(keys.map((key) => [key, 'stored']))));
  vi.stubGlobal('location', { replace: page.replace });
  vi.stubGlobal('document', {
    set cookie(text: string) {
      page.cookies.push(text);
    },
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

type Client = Parameters<typeof logOut>[0];

function clientWith({
  revoke: revokeSession,
  dropsSession,
}: {
  revoke: () => Promise<unknown>;
  dropsSession: boolean;
}) {
  const revoke = vi.fn(revokeSession);
  const session = { revoke, getSync: () => (dropsSession ? null : { session_id: 's' }) };
  return { client: { session } as unknown as Client, revoke };
}

const isNothingStored = () => keys.every((key) => localStorage.getItem(key) === null);

test('[A14] logging out revokes the session and removes every stored entry', async () => {
  const { client, revoke } = clientWith({ revoke: async () => ({}), dropsSession: true });
  await logOut(client);
  expect(revoke).toHaveBeenCalledWith({ forceClear: true });
  expect(isNothingStored()).toBe(true);
  expect(page.replace).not.toHaveBeenCalled();
});

test('[A14] logging out forgets the place, also the one that the way to the login page would remember', async () => {
  const link = { search: '?pin=4631', hash: '#15/35.62/-80.86' };
  rememberPlace(link);
  const { client } = clientWith({ revoke: async () => rememberPlace(link), dropsSession: true });
  await logOut(client);
  expect(returnPlace()).toEqual({ pathname: '/', search: '', hash: '' });
});

test('[A14] a failed revocation removes every stored entry, too', async () => {
  const { client } = clientWith({ revoke: () => Promise.reject(new Error('no')), dropsSession: true });
  await logOut(client);
  expect(isNothingStored()).toBe(true);
});

test('[A14] a revocation that is never answered ends at /login without the cookies', async () => {
  vi.useFakeTimers();
  try {
    const { client } = clientWith({ revoke: () => new Promise(() => {}), dropsSession: false });
    const done = logOut(client);
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
  } finally {
    vi.useRealTimers();
  }
  expect(isNothingStored()).toBe(true);
  expect(page.cookies.map((text) => text.split('=')[0])).toEqual(['session_token', 'session_jwt']);
  expect(page.replace).toHaveBeenCalledWith('/login');
});

const keptForLater = () => localStorage.getItem('sessions_to_end');

test('a revocation that failed is kept to be tried again, as a hash; one that was answered is not', async () => {
  const outage = { revoke: () => Promise.reject(new Error('no')), dropsSession: true };
  await logOut(clientWith(outage).client);
  expect(keptForLater()).toBeNull();
  localStorage.setItem('session_token', 'stored');
  await logOut(clientWith(outage).client, { canEndLater: true });
  expect(keptForLater()).toContain(createHash('sha256').update('stored').digest('hex'));
  expect(isNothingStored()).toBe(true);

  for (const revoke of [
    async () => ({}),
    () => Promise.reject(Object.assign(new Error('gone'), { error_type: 'session_not_found' })),
  ]) {
    localStorage.removeItem('sessions_to_end');
    localStorage.setItem('session_token', 'stored');
    await logOut(clientWith({ revoke, dropsSession: true }).client, { canEndLater: true });
    expect(keptForLater()).toBeNull();
  }
});

test('logging out forgets what the browser keeps of the person, also where the revocation fails', async () => {
  for (const revoke of [async () => ({}), () => Promise.reject(new Error('no'))]) {
    const forgetPerson = vi.fn();
    await logOut(clientWith({ revoke, dropsSession: true }).client, { forgetPerson });
    expect(forgetPerson).toHaveBeenCalledOnce();
  }
});

const email = (address: string, verified: boolean) => ({ email_id: address, email: address, verified });
const labelFor = (user: Parameters<typeof accountLabel>[0]['user']) =>
  accountLabel({ user, fromCache: false });

test('[N1] the label is the verified address, else the first one, else User', () => {
  const first = email('first@example.org', false);
  const verified = email('verified@example.org', true);
  expect(labelFor({ emails: [first, verified] })).toBe('verified@example.org');
  expect(labelFor({ emails: [first, email('second@example.org', false)] })).toBe('first@example.org');
  expect(labelFor({ emails: [] })).toBe('User');
  expect(labelFor(null)).toBe('User');
});

test('[N1] before the provider has answered the label is Loading...', () => {
  expect(accountLabel({ user: null, fromCache: true })).toBe('Loading...');
});
