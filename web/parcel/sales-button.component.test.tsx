import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { useMapStore } from '../map-store.ts';
import { newQueryClient } from '../query-client.ts';
import { SalesButton } from './sales-button.tsx';

const button = page.getByRole('button', { name: 'Comparable sales' });
const set = () => useMapStore.getState().set;
const asked: string[] = [];
let answer: () => Promise<Response> | Response;

const sales = () =>
  Response.json({
    count: 0,
    filter: 'sales_price >= 1000',
    acres: 2,
    median: null,
    quartiles: null,
    per_acre: null,
    left_out: [],
    parcels: [],
  });

beforeEach(() => {
  asked.length = 0;
  answer = sales;
  stubFetch(async (path: string) => {
    asked.push(path);
    return answer();
  });
});
afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
});

const client = newQueryClient();
beforeEach(() => client.clear());

const shown = (pin: string, address: string | null) => (
  <QueryClientProvider client={client}>
    <SalesButton key={pin} parcel={{ pin, site_address: address }} version="1" />
  </QueryClientProvider>
);

test('[F13] opens the set that the server names', async () => {
  await render(shown('46-1~demo', '7 HERON CT'));
  await button.click();
  await expect.poll(set).toEqual({
    filter: 'sales_price >= 1000',
    title: 'Sales comparable to 7 HERON CT',
    subject: '46-1~demo',
    sales: { miles: 1, months: 24, acres: 50 },
  });
  expect(asked).toEqual(['/api/parcels/46-1~demo/sales?miles=1&months=24&acres=50']);
});

test('[F13] says what fails, and tries again', async () => {
  answer = () => Response.json({ message: 'The parcels have changed.' }, { status: 409 });
  await render(shown('46-1', null));
  await button.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The parcels have changed.');
  answer = sales;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => set()?.title).toBe('Sales comparable to 46-1');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('[F13] an answer for a parcel that is no longer shown opens nothing', async () => {
  let answerLate: (response: Response) => void = () => {};
  answer = () =>
    new Promise((resolve) => {
      answerLate = resolve;
    });
  const opened: (string | undefined)[] = [];
  const stop = useMapStore.subscribe((state, before) => {
    if (state.set !== before.set) opened.push(state.set?.subject);
  });
  const { rerender } = await render(shown('46-1', null));
  await button.click();
  await expect.element(page.getByRole('button', { name: 'Looking for sales…' })).toBeVisible();
  await rerender(shown('46-2', null));
  answerLate(sales());
  answer = sales;
  await button.click();
  await expect.poll(() => set()?.subject).toBe('46-2');
  stop();
  expect(opened).toEqual(['46-2']);
});
