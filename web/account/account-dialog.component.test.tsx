// The account dialog against a stubbed /api/account.
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Account } from '../../contract/account.ts';
import { messages, refusals } from '../../contract/messages.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { useMapStore } from '../map-store.ts';
import { newQueryClient } from '../query-client.ts';
import { AccountDialog } from './account-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Your Account' });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const rows = dialog.getByRole('listitem');
const opener = page.getByRole('button', { name: 'Opener' });
const confirmation = dialog.getByLabelText('To confirm, type');

const HOUR_MS = 3_600_000;
const session = (id: string, more: Partial<NonNullable<Account['sessions']>[number]> = {}) => ({
  id,
  started_at: '2026-03-01T12:00:00.000Z',
  last_seen_at: new Date(Date.now() - 2 * HOUR_MS).toISOString(),
  browser: 'Firefox on Windows',
  current: false,
  ...more,
});
const here = session('here', { browser: 'Chrome on Linux', current: true });

let account: Account;
let requests: { method: string; path: string; body: unknown }[];
/** Answers instead of the API where it returns something. */
let intercept: (method: string, path: string) => Response | Promise<Response> | undefined;
const onDeleted = vi.fn(async () => {});

beforeEach(() => {
  account = {
    address: 'ada@example.org',
    created_at: '2026-02-01T12:00:00.000Z',
    sessions: [here, session('one'), session('two', { browser: null })],
  };
  requests = [];
  intercept = () => undefined;
  onDeleted.mockClear();
  localStorage.setItem('session_jwt', 'a.b.c');
  stubFetch(async (path: string, { method = 'GET', body }: RequestInit) => {
    requests.push({ method, path, body: body && JSON.parse(String(body)) });
    const other = intercept(method, path);
    if (other) return other;
    if (method === 'GET') return Response.json(path.endsWith('/export') ? { account: 'all of it' } : account);
    if (path === '/api/account') return new Response(null, { status: 204 });
    const id = path.split('/')[4];
    const sessions = account.sessions!.filter((one) => one.current || (id !== undefined && one.id !== id));
    account = { ...account, sessions };
    return id === undefined ? Response.json({ ended: 2 }) : new Response(null, { status: 204 });
  });
});
afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open() {
  await render(
    <QueryClientProvider client={newQueryClient()}>
      <button type="button" onClick={() => useMapStore.setState({ panel: 'account' })}>
        Opener
      </button>
      <AccountDialog label="ada@provider.example" onDeleted={onDeleted} />
    </QueryClientProvider>,
  );
  await opener.click();
  await expect.element(dialog).toBeVisible();
}
const sent = (method: string) => requests.filter((request) => request.method === method);
const refuse = (method: string, message: string) => {
  intercept = (asked) => (asked === method ? Response.json({ message }, { status: 500 }) : undefined);
};

describe('where somebody is signed in', () => {
  test('is listed, this browser first', async () => {
    await open();
    await expect.element(dialog).toHaveTextContent('ada@example.orgHere since February 1, 2026');
    await expect.element(rows.nth(0)).toHaveTextContent('Chrome on LinuxThis browser · since March 1, 2026');
    await expect
      .element(rows.nth(1))
      .toHaveTextContent('Firefox on WindowsLast seen 2 hours ago · since March 1, 2026');
    await expect.element(rows.nth(2)).toHaveTextContent('Unknown browser');
    expect(rows.nth(0).getByRole('button').elements()).toHaveLength(0);
  });

  test('one place is signed out; the focus stays in the dialog', async () => {
    await open();
    await button('Sign out Firefox on Windows').click();
    await expect.poll(() => rows.elements().length).toBe(2);
    expect(sent('DELETE')).toMatchObject([{ path: '/api/account/sessions/one' }]);
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  });

  test('all other places are signed out, and then nothing is left to sign out', async () => {
    await open();
    await button('Sign Out Everywhere Else').click();
    await expect.poll(() => rows.elements().length).toBe(1);
    expect(sent('DELETE')).toMatchObject([{ path: '/api/account/sessions' }]);
    await expect.element(button('Sign Out Everywhere Else')).not.toBeInTheDocument();
    await expect.element(dialog).toHaveTextContent('You are signed in in this browser only.');
  });

  test('shows progress, and a failure in its place', async () => {
    let answer = () => {};
    intercept = (method) =>
      method === 'DELETE'
        ? new Promise((resolve) => {
            answer = () => resolve(Response.json({ message: 'Out of order.' }, { status: 500 }));
          })
        : undefined;
    await open();
    await button('Sign out Firefox on Windows').click();
    await expect.element(button('Sign out Firefox on Windows')).toHaveTextContent('Signing out...');
    await expect.element(button('Sign Out Everywhere Else')).toBeDisabled();
    answer();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Out of order.');
    await expect.element(button('Sign out Firefox on Windows')).toBeEnabled();
  });

  test('a place that has ended by itself is not a failure', async () => {
    intercept = (method) => {
      if (method !== 'DELETE') return undefined;
      account = { ...account, sessions: [here] };
      return Response.json({ message: refusals.sessionNotFound }, { status: 404 });
    };
    await open();
    await button('Sign out Firefox on Windows').click();
    await expect.poll(() => rows.elements().length).toBe(1);
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the data', () => {
  test('is downloaded as a file', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:1';
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await open();
    await button('Download My Data').click();
    await expect.poll(() => names).toEqual(['platbook-account.json']);
    expect(JSON.parse(await blobs[0]!.text())).toEqual({ account: 'all of it' });
  });

  test('says why it could not be downloaded', async () => {
    intercept = (_, path) =>
      path.endsWith('/export') ? Response.json({ message: 'Not now.' }, { status: 503 }) : undefined;
    await open();
    await button('Download My Data').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Not now.');
  });
});

describe('deleting', () => {
  test('takes two steps: the button, then the address typed', async () => {
    await open();
    await button('Delete My Account...').click();
    await expect.element(confirmation).toHaveFocus();
    await expect.element(button('Yes, Delete')).toBeDisabled();
    await userEvent.keyboard('ada@example.com{Enter}');
    await expect.element(button('Yes, Delete')).toBeDisabled();
    expect(sent('DELETE')).toEqual([]);
    await confirmation.fill('Ada@example.org');
    await button('Yes, Delete').click();
    await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
    expect(sent('DELETE')).toEqual([
      { method: 'DELETE', path: '/api/account', body: { confirm: 'Ada@example.org' } },
    ]);
  });

  test('can be canceled, and the focus returns', async () => {
    await open();
    await button('Delete My Account...').click();
    await confirmation.fill('ada@example.org');
    await button('Cancel').click();
    await expect.element(button('Delete My Account...')).toHaveFocus();
    await button('Delete My Account...').click();
    await expect.element(confirmation).toHaveValue('');
    expect(sent('DELETE')).toEqual([]);
  });

  test('shows a failure in its place, and what was typed stays', async () => {
    refuse('DELETE', 'Out of order.');
    await open();
    await button('Delete My Account...').click();
    await confirmation.fill('ada@example.org');
    await button('Yes, Delete').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Out of order.');
    await expect.element(confirmation).toHaveValue('ada@example.org');
    await expect.element(button('Yes, Delete')).toBeEnabled();
    expect(onDeleted).not.toHaveBeenCalled();
  });
});

test('of an account at another provider only what works is shown', async () => {
  account = { ...account, address: null, sessions: null };
  await open();
  await expect.element(dialog).toHaveTextContent('ada@provider.example');
  await expect.element(dialog).not.toHaveTextContent('Where you are signed in');
  await expect.element(button('Download My Data')).toBeVisible();
  await button('Delete My Data...').click();
  await confirmation.fill('delete');
  await button('Yes, Delete').click();
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
  expect(sent('DELETE')).toMatchObject([{ body: { confirm: 'delete' } }]);
});

test('a failed load can be tried again', async () => {
  refuse('GET', 'Out of order.');
  await open();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(messages.accountFailed);
  intercept = () => undefined;
  await button('Try Again').click();
  await expect.element(rows.nth(0)).toBeVisible();
});

test('Escape, the backdrop and Close close it; the focus stays inside and then returns', async () => {
  await open();
  await expect.element(rows.nth(0)).toBeVisible();
  const buttons = dialog.getByRole('button').elements().length;
  for (let press = 0; press <= buttons + 1; press++) {
    await userEvent.keyboard('{Tab}');
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(document.body, { position: { x: 5, y: 300 }, force: true }),
    () => button('Close').click(),
  ]) {
    useMapStore.setState({ panel: 'account' });
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
});

test.each([360, 640])('at %i px nothing is cut off, and buttons can be hit by a thumb', async (width) => {
  await page.viewport(width, 640);
  account = { ...account, address: `${'a'.repeat(60)}@${'b'.repeat(60)}.example` };
  await open();
  await button('Delete My Account...').click();
  const { scrollWidth, clientWidth } = dialog.element();
  expect(scrollWidth).toBe(clientWidth);
  for (const each of dialog.getByRole('button').elements()) {
    const { height, left, right } = each.getBoundingClientRect();
    expect(height).toBeGreaterThanOrEqual(40);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
  }
  const { bottom } = button('Yes, Delete').element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(dialog.element().getBoundingClientRect().bottom);
  await page.viewport(640, 480);
});
