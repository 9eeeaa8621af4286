import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { exampleSetParcel } from '../../test/example-parcel.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { openSet } from '../open-set.ts';
import { newQueryClient } from '../query-client.ts';
import { Drawer } from '../ui/drawer.tsx';
import { SetPanel } from './set-panel.tsx';

const panel = page.getByRole('region', { name: 'Results' });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const rowOf = (owner: string) => panel.getByRole('row', { name: new RegExp(owner) });

const openParcel = vi.fn<(parcel: SetParcel) => void>();
const editFilter = vi.fn<(filter: string) => void>();
const hoverParcel = vi.fn<(parcel: SetParcel | undefined) => void>();
const asked: URL[] = [];
let answer: (url: URL, init: RequestInit | undefined) => Promise<Response> | Response;

const parcelAt = (index: number) => exampleSetParcel({ pin: `pin-${index}`, name: `OWNER ${index}` });

function pageOf(url: URL, count: number): Response {
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const limit = Number(url.searchParams.get('limit'));
  const length = Math.max(0, Math.min(limit, count - offset));
  const parcels = Array.from({ length }, (_, at) => parcelAt(offset + at));
  return Response.json({ count, acres: 1234.5, bounds: null, parcels, next: null });
}

const setOf = (count: number) => (url: URL) =>
  url.pathname === '/api/parcels'
    ? pageOf(url, count)
    : Response.json({ count: 1, pins: ['pin-0'], lots: [] });

beforeEach(async () => {
  await page.viewport(1200, 700);
  asked.length = 0;
  answer = setOf(100_000);
  stubFetch(async (path: string, init?: RequestInit) => {
    const url = new URL(path, location.origin);
    asked.push(url);
    return answer(url, init);
  });
});
afterEach(async () => {
  useMapStore.setState(useMapStore.getInitialState());
  localStorage.removeItem('setColumns');
  vi.unstubAllGlobals();
  openParcel.mockReset();
  hoverParcel.mockReset();
  await page.viewport(640, 480);
});

async function show({ filter = 'taxacres > 10', map = fakeMap().map } = {}) {
  openSet({ filter, title: 'More than 10 acres' });
  await render(
    <QueryClientProvider client={newQueryClient()}>
      <div className="relative h-dvh">
        <SetPanel
          map={map}
          selectedPin={undefined}
          openParcel={openParcel}
          hoverParcel={hoverParcel}
          linkToSet={() => '/?filter=x'}
          editFilter={editFilter}
          renderSales={({ set }) => <input aria-label="Prices" placeholder={set.filter} />}
        />
      </div>
    </QueryClientProvider>,
  );
}

/** As large as the page, before a set of three parcels. */
function mapOfThree() {
  const bounds = { west: -81, south: 35, east: -80, north: 36 };
  answer = async (url) => Response.json({ ...(await pageOf(url, 3).json()), bounds });
  const { map } = fakeMap({ widthPx: innerWidth, heightPx: innerHeight });
  const fitBounds = vi.fn();
  Object.assign(map, { fitBounds });
  return { map, fitBounds, bounds };
}

test('[F1] a set is framed between its panel and the panel that it was asked for in', async () => {
  await page.viewport(1400, 700);
  const { map, fitBounds, bounds } = mapOfThree();
  await render(
    <Drawer side="right" title="Find parcels" className="" isBeside isOpen onClose={() => {}}>
      <p style={{ width: 400 }}>Rows</p>
    </Drawer>,
  );
  await show({ map });
  await button('Zoom to all').click();
  const [[west, south, east, north], { padding }] = fitBounds.mock.lastCall!;
  expect({ west, south, east, north }).toEqual(bounds);
  const side = (name: string) => document.querySelector<HTMLElement>(name)!.getBoundingClientRect();
  expect(padding.left).toBeGreaterThan(side('.set-panel').right);
  expect(innerWidth - padding.right).toBeLessThan(side('.drawer').left);
  expect(innerWidth - padding.left - padding.right).toBeGreaterThan(200);
});

test('[F1] on a phone in landscape a set is framed beside the search box, and rows are seen', async () => {
  await page.viewport(740, 360);
  const { map, fitBounds } = mapOfThree();
  await render(
    <div className="top-bar">
      <input aria-label="Search" style={{ width: 400 }} />
    </div>,
  );
  await show({ map });
  await button('Zoom to all').click();
  const search = document.querySelector('.top-bar > input')!.getBoundingClientRect();
  expect(fitBounds.mock.lastCall![1].padding.left).toBeGreaterThan(search.right);
  const { bottom } = rowOf('OWNER 1 ').element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(innerHeight);
});

describe('a set of 100,000 parcels', () => {
  test('[F1] has its count and acres in a live region, and a table that says how many rows it has', async () => {
    await show();
    await expect.element(panel.getByRole('status').first()).toHaveTextContent('100,000 parcels, 1,235 acres');
    await expect.element(panel.getByRole('table')).toHaveAttribute('aria-rowcount', '100001');
    await expect.element(rowOf('OWNER 0 ')).toHaveAttribute('aria-rowindex', '2');
    expect(document.querySelectorAll('.set-table tr').length).toBeLessThan(80);
  });

  test('[F1] loads the rows in sight wherever it is scrolled to, and none on the way', async () => {
    await show();
    await expect.element(rowOf('OWNER 0 ')).toBeVisible();
    const scroll = document.querySelector('.set-scroll')!;
    scroll.scrollTop = scroll.scrollHeight / 2;
    await expect.element(rowOf('OWNER 50000 ')).toBeInTheDocument();
    const offsets = asked.flatMap(({ searchParams }) => searchParams.get('offset') ?? []);
    expect(offsets.length).toBeLessThan(4);
    expect(offsets).toContain('50000');
  });

  test('[F2] is sorted by the server by a press on a header, which tells its state', async () => {
    await show();
    await button('Tax acres').click();
    await expect.poll(() => asked.at(-1)!.searchParams.get('sort')).toBe('-taxacres');
    const header = panel.getByRole('columnheader', { name: 'Tax acres' });
    await expect.element(header).toHaveAttribute('aria-sort', 'descending');
    await button('Tax acres').click();
    await expect.poll(() => asked.at(-1)!.searchParams.get('sort')).toBe('taxacres');
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
    await button('Tax acres').click();
    await expect.element(header).not.toHaveAttribute('aria-sort');
  });

  test('[F3] arrow keys move through rows, and Enter opens one', async () => {
    await show();
    const first = panel.getByRole('button', { name: 'OWNER 0', exact: true });
    await expect.element(first).toBeVisible();
    (first.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(panel.getByRole('button', { name: 'OWNER 2', exact: true })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(openParcel.mock.calls.map(([{ pin }]) => pin)).toEqual(['pin-2']);
    await userEvent.keyboard('{End}');
    await expect.element(panel.getByRole('button', { name: 'OWNER 99999', exact: true })).toHaveFocus();
  });

  test('[F3] a row under the pointer is marked on the map, and a click opens it', async () => {
    await show();
    await rowOf('OWNER 3 ').hover();
    expect(hoverParcel.mock.lastCall?.[0]?.pin).toBe('pin-3');
    await rowOf('OWNER 3 ').click();
    expect(openParcel.mock.lastCall?.[0].pin).toBe('pin-3');
  });

  test('[F2] columns are chosen, and remembered', async () => {
    await show();
    await button('Columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'Zoning' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel.getByRole('columnheader', { name: 'Zoning' })).not.toBeInTheDocument();
    expect(JSON.parse(localStorage.getItem('setColumns')!)).not.toContain('zoning');
    await expect.element(panel).toBeVisible();
  });

  test('[F1] on a phone each parcel is a card of two lines in the same table', async () => {
    await page.viewport(360, 640);
    await show();
    await expect.element(rowOf('OWNER 0 ')).toHaveTextContent('OWNER 07 HERON CT');
    await expect.element(panel.getByRole('table')).toHaveAttribute('aria-rowcount', '100001');
    await panel.getByRole('combobox', { name: 'Sort by' }).selectOptions('Owner, Z to A');
    await expect.poll(() => asked.at(-1)!.searchParams.get('sort')).toBe('-name');
  });
});

test('[F1] a parcel without an owner is opened by its PIN, which is not taken for a name', async () => {
  const nameless = { ...parcelAt(0), name: '' };
  answer = () => Response.json({ count: 1, acres: 2, bounds: null, parcels: [nameless], next: null });
  await show();
  await expect.element(panel.getByRole('button', { name: 'PIN pin-0', exact: true })).toBeVisible();
});

test('[F4] a filter that the server refuses shows its words; Try again asks again', async () => {
  answer = () => Response.json({ message: 'filter: unknown at character 5.' }, { status: 400 });
  await show({ filter: 'tax acres' });
  await expect.element(panel.getByRole('alert')).toHaveTextContent('filter: unknown at character 5.');
  answer = setOf(3);
  await button('Try again').click();
  await expect.element(panel.getByRole('status').first()).toHaveTextContent('3 parcels');
});

test('[F4] a filter that the server refuses can be changed at once', async () => {
  answer = () => Response.json({ message: 'There is no field nosuch.' }, { status: 400 });
  await show({ filter: 'nosuch > 5' });
  await button('Change the filter').click();
  expect(editFilter).toHaveBeenLastCalledWith('nosuch > 5');
  await expect.element(panel).not.toHaveTextContent('The map could not mark them.');
});

test('[F4] an empty set names its conditions, and does without the one that is dropped', async () => {
  answer = setOf(0);
  await show({ filter: "taxacres > 10 AND zoning = 'RA'" });
  await expect.element(panel).toHaveTextContent('Tax acres more than 10');
  await button('Drop: Zoning is RA').click();
  expect(useMapStore.getState().set).toMatchObject({
    filter: 'taxacres > 10',
    title: 'Tax acres more than 10',
  });
});

test.each([
  ["NEAR(pin = '46-1', 0)", 'try a larger distance'],
  ["MATCHES('o malley')", 'try fewer or shorter words'],
  ['taxacres > 1000', 'try wider bounds'],
  ['S_INTERSECTS(geometry, POLYGON((0 0, 1 0, 1 1, 0 0)))', 'draw it larger, or elsewhere'],
])('[F4] an empty set of one condition says what to loosen: %s', async (filter, looser) => {
  answer = setOf(0);
  await show({ filter });
  await expect.element(panel).toHaveTextContent(looser);
  await expect.element(panel.getByRole('status').first()).toHaveTextContent('No parcels');
});

test('[F9] Edit filter hands its filter over', async () => {
  await show({ filter: 'taxacres > 10' });
  await button('Edit filter').click();
  expect(editFilter).toHaveBeenLastCalledWith('taxacres > 10');
});

test('[F3] by keyboard it opens at its title, and Escape closes it and returns the focus', async () => {
  await render(<button type="button">What it was opened with</button>);
  await userEvent.keyboard('{Tab}');
  await show();
  await expect.element(panel.getByRole('heading', { name: 'More than 10 acres' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'What it was opened with' })).toHaveFocus();
});

describe('a download', () => {
  beforeEach(() => vi.stubGlobal('showSaveFilePicker', undefined));

  let feed: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;

  async function start() {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        feed = controller;
      },
    });
    answer = (url, init) => {
      if (url.pathname !== '/api/export') return setOf(2)(url);
      // As the body of a real request.
      init?.signal?.addEventListener('abort', () => feed.error(new DOMException('', 'AbortError')));
      return new Response(body, { headers: { 'Content-Disposition': 'attachment; filename="parcels.csv"' } });
    };
    await show();
    await button('Download').click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await expect.element(button('Stop')).toBeVisible();
  }

  test('[F5] tells its bytes and what it was saved as', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await start();
    feed.enqueue(new Uint8Array(2500));
    await expect.element(panel).toHaveTextContent('CSV of 2 parcels2.5 KB');
    feed.close();
    await expect.element(panel).toHaveTextContent('Saved as parcels.csv, 2.5 KB');
    expect(click).toHaveBeenCalledOnce();
    click.mockRestore();
  });

  test('[F5] can be stopped, and then nothing is saved', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await start();
    await button('Stop').click();
    await expect.element(panel).toHaveTextContent('The download was stopped. Nothing was saved.');
    expect(click).not.toHaveBeenCalled();
    await expect.element(button('Dismiss')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel).not.toHaveTextContent('stopped');
    // Escape still closes the panel.
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    click.mockRestore();
  });

  test('[F5] that breaks off says so', async () => {
    await start();
    feed.error(new Error('cut'));
    await expect.element(panel).toHaveTextContent('The connection ended before the file was complete.');
  });
});

test('[F6] labels tell how many letters that makes, and who is left out and why', async () => {
  answer = (url) =>
    url.pathname === '/api/notices'
      ? Response.json({
          parcels: 14,
          count: 12,
          letters: [],
          left_out: [{ reason: 'no-address', text: 'No mailing address', count: 2, pins: [] }],
        })
      : setOf(14)(url);
  await show();
  await button('Labels').click();
  const dialog = page.getByRole('dialog', { name: 'Labels' });
  await expect.element(dialog).toHaveTextContent('12 letters for 14 parcels');
  await expect.element(dialog).toHaveTextContent('2 without a letter of their own: No mailing address');
  // Nobody is in the middle of this set.
  expect(page.getByRole('checkbox').elements()).toHaveLength(1);
});

test('[F6] letters are counted anew once other parcels are loaded', async () => {
  let count = 12;
  answer = (url) =>
    url.pathname === '/api/notices'
      ? Response.json({ parcels: 14, count, letters: [], left_out: [] })
      : setOf(14)(url);
  await show();
  await button('Labels').click();
  const dialog = page.getByRole('dialog', { name: 'Labels' });
  await expect.element(dialog).toHaveTextContent('12 letters for 14 parcels');
  count = 13;
  useMapStore.setState({ parcelVersion: 'another' });
  await expect.element(dialog).toHaveTextContent('13 letters for 14 parcels');
});

describe('[F6] letters to the neighbors', () => {
  const whom: unknown[] = [];
  beforeEach(() => {
    whom.length = 0;
    answer = (url, init) => {
      if (url.pathname !== '/api/notices') return setOf(14)(url);
      whom.push(JSON.parse(String(init!.body)).own);
      return Response.json({ parcels: 14, count: 12, letters: [], left_out: [] });
    };
  });

  test.each([
    ["NEAR(pin = '46-1', 300)", 'the owner of the parcel itself', "pin = '46-1' OR lot = '46-1'"],
    [
      "taxacres > 1 AND NEAR(name = 'X' OR name = 'Y', 0)",
      'the owners of the parcels in the middle',
      "name = 'X' OR name = 'Y'",
    ],
  ])('of %s leave out %s', async (filter, words, own) => {
    await show({ filter });
    await button('Labels').click();
    const box = page.getByRole('checkbox', { name: `Leave out ${words}`, exact: true });
    await expect.element(box).toBeChecked();
    await expect.poll(() => whom).toEqual([own]);
    await box.click();
    await expect.poll(() => whom).toEqual([own, undefined]);
  });
});

test('[F15] the neighbors of a whole set are a set in its place', async () => {
  await show();
  await button('Neighbors').click();
  const dialog = page.getByRole('dialog', { name: 'Neighbors of these parcels' });
  await dialog.getByRole('radio', { name: '500 ft' }).click();
  await dialog.getByRole('checkbox', { name: 'Across the street counts' }).click();
  await dialog.getByRole('button', { name: 'Show neighbors' }).click();
  expect(useMapStore.getState().set).toEqual({
    filter: "NEAR(taxacres > 10, 500, 'same block')",
    title: 'Within 500 ft of “More than 10 acres”',
  });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('[F13] comparable sales show their prices first, which stay while bounds change, and a table on demand', async () => {
  await show();
  openSet({
    filter: 'sale_date > 1',
    title: 'Sales',
    subject: 'pin-1',
    sales: { miles: 1, months: 24, acres: 50 },
  });
  const prices = panel.getByRole('textbox', { name: 'Prices' });
  await prices.fill('typed');
  openSet({
    ...useMapStore.getState().set!,
    filter: 'sale_date > 2',
    sales: { miles: 2, months: 24, acres: 50 },
  });
  await expect.element(prices).toHaveAttribute('placeholder', 'sale_date > 2');
  await expect.element(prices).toHaveValue('typed');
  await expect.element(prices).toHaveFocus();
  await expect.poll(() => asked.at(-1)!.searchParams.get('filter')).toBe('sale_date > 2');
  await expect.element(panel.getByRole('table')).not.toBeInTheDocument();
  await button('Show as table').click();
  await expect.element(rowOf('OWNER 0 ')).toBeVisible();
  await expect.element(prices).not.toBeInTheDocument();
  await button('Show prices').click();
  await expect.element(prices).toBeVisible();
});
