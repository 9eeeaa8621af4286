import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ClientConfig } from '../contract/client-config.ts';
import { exampleLayers } from '../test/example-layers.ts';
import { type RefreshConfig, useClientConfig } from './use-client-config.ts';
import { useRepairs } from './use-repairs.ts';

const config: ClientConfig = {
  productName: 'Platbook',
  version: null,
  parcelAccess: 'signed-in',
  parcelSource: 'Some County',
  parcelCredit: 'Some County, as of 2026-06-03',
  parcelVersion: '1',
  view: null,
  counties: [],
  layers: [...exampleLayers],
  maps: { provider: 'embedded', accessToken: 'one', apiUrl: null },
  auth: { publicToken: 'one', apiUrl: null, inbox: false },
};
const imported: ClientConfig = {
  ...config,
  parcelSource: 'Other County',
  parcelCredit: 'Other County, as of 2026-07-04',
  parcelVersion: '2',
  layers: [],
  auth: { ...config.auth, publicToken: 'two' },
};

const seen: ClientConfig[] = [];
function Settings() {
  const { state, refresh } = useClientConfig();
  if (state.status === 'loaded') seen.push(state.config);
  return (
    <>
      <p>{state.status === 'loaded' ? state.config.parcelSource : state.status}</p>
      <button type="button" onClick={() => refresh(new AbortController().signal)}>
        Refresh
      </button>
    </>
  );
}

function SignedIn() {
  const { state, refresh } = useClientConfig();
  return state.status === 'loaded' && <OpenMap layers={state.config.layers.length} refresh={refresh} />;
}
function OpenMap({ layers, refresh }: { layers: number; refresh: RefreshConfig }) {
  useRepairs(refresh);
  return <p>{layers} layers</p>;
}

const fetching = vi.fn<typeof fetch>();
beforeEach(() => {
  seen.length = 0;
  vi.spyOn(window, 'fetch').mockImplementation(fetching);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return () => {
    fetching.mockReset();
    vi.restoreAllMocks();
  };
});

test('after an import the page takes over what follows the parcels, and nothing else', async () => {
  fetching.mockResolvedValueOnce(Response.json(config));
  await render(<Settings />);
  await expect.element(page.getByText('Some County')).toBeVisible();
  fetching.mockResolvedValueOnce(Response.json(imported));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(page.getByText('Other County')).toBeVisible();
  expect(seen.at(-1)).toEqual({ ...imported, auth: config.auth });
  // The same objects: what depends on them does not start anew.
  expect(seen.at(-1)!.maps).toBe(seen[0]!.maps);
  expect(seen.at(-1)!.auth).toBe(seen[0]!.auth);
});

test('[LAY-5] somebody who has just signed in gets the overlays at once, not with the next check', async () => {
  fetching.mockResolvedValueOnce(Response.json({ ...config, layers: [] }));
  fetching.mockResolvedValueOnce(Response.json(config));
  fetching.mockRejectedValue(new TypeError('Failed to fetch'));
  await render(<SignedIn />);
  await expect.element(page.getByText(`${config.layers.length} layers`)).toBeVisible();
  expect(fetching).toHaveBeenCalledTimes(2);
});

test('while the parcels are the same the settings stay the same object, and a 304 is enough', async () => {
  fetching.mockImplementation(async () => Response.json(config));
  await render(<Settings />);
  await expect.element(page.getByText('Some County')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => fetching.mock.calls.length).toBe(2);
  await Promise.all(fetching.mock.results.map(({ value }) => value));
  fetching.mockImplementation(async () => Response.json(imported));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(page.getByText('Other County')).toBeVisible();
  expect(new Set(seen).size).toBe(2);
  // By this the browser sends the ETag of what it has, and asks even where it has an answer.
  expect(fetching.mock.lastCall![1]).toMatchObject({ cache: 'no-cache' });
});

test('parcels that are removed are gone from the settings, too', async () => {
  fetching.mockResolvedValueOnce(Response.json(config));
  await render(<Settings />);
  await expect.element(page.getByText('Some County')).toBeVisible();
  const removed = { ...config, parcelSource: null, parcelCredit: null, parcelVersion: null };
  fetching.mockResolvedValueOnce(Response.json(removed));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(page.getByText('Some County')).not.toBeInTheDocument();
  expect(seen.at(-1)).toEqual(removed);
});

test('a server that does not answer then leaves the page as it is, quietly', async () => {
  fetching.mockResolvedValueOnce(Response.json(config));
  await render(<Settings />);
  await expect.element(page.getByText('Some County')).toBeVisible();
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => fetching.mock.calls.length).toBe(2);
  await expect.element(page.getByText('Some County')).toBeVisible();
  expect(console.warn).not.toHaveBeenCalled();
});

test('a page that was opened while the server was away loads by itself once it answers', async () => {
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetching.mockImplementation(async () => Response.json(config));
  await render(<Settings />);
  await expect.element(page.getByText('failed')).toBeVisible();
  await expect.element(page.getByText('Some County'), { timeout: 15_000 }).toBeVisible();
});

test('an answer that is not the settings, as a proxy may give it, is a failure', async () => {
  fetching.mockResolvedValueOnce(Response.json({ message: 'Please sign in to the network.' }));
  await render(<Settings />);
  await expect.element(page.getByText('failed')).toBeVisible();
});
