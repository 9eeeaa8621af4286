import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { filterFields } from '../../contract/filter-fields.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { typeAtOnce } from '../../test/component/type-at-once.ts';
import { useMapStore } from '../map-store.ts';
import { newQueryClient } from '../query-client.ts';
import { useOpenDialogs } from '../ui/open-dialogs.ts';
import { FindPanel } from './find-panel.tsx';
import { keptFiltersKey, openKeptFilters, useKeptFilters } from './kept-filters.ts';
import type { DrawnArea } from './where-row.tsx';

const panel = page.getByRole('dialog', { name: 'Find parcels' });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const row = (name: string) => panel.getByRole('group', { name, exact: true });
const counted = panel.getByRole('status').last();

const asked: { url: URL; signal: AbortSignal | null | undefined }[] = [];
const filters = () =>
  asked.filter(({ url }) => url.pathname === '/api/parcels').map(({ url }) => url.searchParams.get('filter'));
let totals: (filter: string) => Promise<Response> | Response;
const found = (count: number, acres = count * 2) =>
  Response.json({ count, acres, bounds: null, parcels: [], next: null });

const values: Record<string, { value: string | null; count: number }[]> = {
  zoning: [
    { value: 'RA', count: 1200 },
    { value: 'R20', count: 300 },
    { value: null, count: 4 },
  ],
  'more:HEATED': Array.from({ length: 20 }, (_, at) => ({ value: String(900 + at), count: 5 })),
  'more:ROOF': [{ value: 'TIN', count: 7 }],
};

beforeEach(async () => {
  await page.viewport(1300, 900);
  asked.length = 0;
  totals = () => found(12, 34.5);
  stubFetch(async (path: string, init?: RequestInit) => {
    const url = new URL(path, location.origin);
    asked.push({ url, signal: init?.signal });
    if (url.pathname === '/api/parcel-fields') {
      return Response.json({ fields: filterFields(['HEATED', 'ROOF']) });
    }
    const [, field] = /^\/api\/parcel-fields\/(.+)\/values$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (field) return Response.json({ values: values[field] ?? [], distinct: values[field]?.length ?? 0 });
    return totals(url.searchParams.get('filter') ?? '');
  });
});
afterEach(async () => {
  useMapStore.setState(useMapStore.getInitialState());
  useKeptFilters.setState(useKeptFilters.getInitialState());
  localStorage.removeItem(keptFiltersKey('ada'));
  vi.unstubAllGlobals();
  await page.viewport(640, 480);
});

const square = (west: number): AreaGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 35],
      [west + 1, 35],
      [west + 1, 36],
      [west, 35],
    ],
  ],
});
const polygonFrom = (west: number) => `POLYGON((${west} 35, ${west + 1} 35, ${west + 1} 36, ${west} 35))`;

type Shown = { edited?: string; drawn?: DrawnArea[]; results?: ReactNode };

async function show({ edited, drawn = [], results }: Shown = {}) {
  useMapStore.setState({ panel: 'find' });
  openKeptFilters('ada');
  let view = -90;
  const shown = (selectedPin?: string) => (
    <QueryClientProvider client={newQueryClient()}>
      {results}
      <FindPanel
        selectedPin={selectedPin}
        edited={edited === undefined ? undefined : { filter: edited }}
        drawn={drawn}
        viewNow={() => square(view++)}
      />
    </QueryClientProvider>
  );
  const { rerender } = await render(shown());
  return { select: (pin: string) => rerender(shown(pin)) };
}

const shownSet = () => useMapStore.getState().set;

test('[F8] typing asks for the count once it rests, and says it in a live region', async () => {
  await show();
  await expect.element(counted).toHaveTextContent('12 parcels, 34.50 acres');
  expect(filters()).toEqual(['']);
  totals = () => found(3, 30);
  typeAtOnce(row('Tax acres').getByLabelText('from'), '1');
  typeAtOnce(row('Tax acres').getByLabelText('from'), '10');
  await expect.element(counted).toHaveTextContent('3 parcels, 30.00 acres');
  expect(filters()).toEqual(['', 'taxacres >= 10']);
  expect(asked.at(-1)!.url.searchParams.get('limit')).toBe('0');
});

test('[F8] an older count is aborted, and never shown in place of a newer one', async () => {
  await show();
  await expect.element(counted).toHaveTextContent('12 parcels');
  let answerFirst!: (response: Response) => void;
  totals = (filter) =>
    filter.includes('10')
      ? new Promise((resolve) => {
          answerFirst = resolve;
        })
      : found(5);
  await row('Tax acres').getByLabelText('from').fill('10');
  await expect.poll(() => filters().at(-1)).toBe('taxacres >= 10');
  const first = asked.at(-1)!;
  await row('Tax acres').getByLabelText('from').fill('2');
  await expect.element(counted).toHaveTextContent('5 parcels');
  expect(first.signal?.aborted).toBe(true);
  answerFirst(found(99));
  await row('Owner').getByRole('textbox').fill('x');
  await expect.poll(() => filters().at(-1)).toBe("taxacres >= 2 AND name LIKE '%x%'");
  await expect.element(counted).toHaveTextContent('5 parcels');
});

test('[F8] values are picked with their counts, and what is found is shown under a title in words', async () => {
  await show();
  await row('Zoning').getByRole('checkbox', { name: 'RA 1,200' }).click();
  await row('Zoning').getByRole('checkbox', { name: 'Not known 4' }).click();
  await row('Owner').getByRole('textbox').fill("o'malley");
  await expect
    .poll(() => filters().at(-1))
    .toBe("name LIKE '%o''malley%' AND (zoning = 'RA' OR zoning IS NULL)");
  await userEvent.keyboard('{Enter}');
  expect(shownSet()).toMatchObject({
    filter: "name LIKE '%o''malley%' AND (zoning = 'RA' OR zoning IS NULL)",
    title: "Owner has “o'malley”, zoning is RA or zoning is not known",
    keepsView: false,
  });
  // There is room for the results beside it.
  await expect.element(panel).toBeVisible();
});

test('[F8] on a phone Show closes the panel; Escape and Back close it everywhere', async () => {
  await page.viewport(360, 640);
  await show();
  await button('Show').click();
  expect(shownSet()).toMatchObject({ filter: '', title: 'All parcels' });
  await expect.element(panel).not.toBeInTheDocument();
  useMapStore.setState({ panel: 'find' });
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  useMapStore.setState({ panel: 'find' });
  await expect.element(panel).toBeVisible();
  // As the browser's Back does.
  useOpenDialogs.getState().at(-1)!.close();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(() => useOpenDialogs.getState()).toEqual([]);
});

test('[F8] a last sale is asked for by days, by years before today, or as never', async () => {
  await show();
  const how = row('Sale date').getByRole('combobox');
  await row('Sale date').getByLabelText('from').fill('2024-01-31');
  await expect.poll(() => filters().at(-1)).toBe("sale_date >= DATE('2024-01-31')");
  await how.selectOptions('in the last years');
  await row('Sale date').getByRole('textbox').fill('2');
  await expect.poll(() => filters().at(-1)).toMatch(/^sale_date >= DATE\('\d{4}-\d\d-\d\d'\)$/);
  await how.selectOptions('never sold');
  await expect.poll(() => filters().at(-1)).toBe('sale_date IS NULL');
});

test('[F8] any field is added, those of the county by their values or as numbers', async () => {
  await show();
  const list = panel.getByRole('combobox', { name: 'Add a fact' });
  await list.selectOptions('ROOF');
  await button('Add').click();
  await row('ROOF').getByRole('checkbox', { name: 'TIN 7' }).click();
  await expect.poll(() => filters().at(-1)).toBe("ROOF = 'TIN'");
  await list.selectOptions('HEATED');
  await button('Add').click();
  await expect.element(row('HEATED').getByRole('combobox')).toHaveValue('range');
  await row('HEATED').getByLabelText('from').fill('910');
  await expect.poll(() => filters().at(-1)).toBe("ROOF = 'TIN' AND HEATED >= 910");
  await list.selectOptions('Owner lives elsewhere');
  await button('Add').click();
  await expect.poll(() => filters().at(-1)).toBe("ROOF = 'TIN' AND HEATED >= 910 AND elsewhere = TRUE");
  await button('Remove ROOF').click();
  await expect.poll(() => filters().at(-1)).toBe('HEATED >= 910 AND elsewhere = TRUE');
});

test('[F8] what cannot be read is said at its row, and nothing is asked for', async () => {
  await show();
  await expect.element(counted).toHaveTextContent('12 parcels');
  await row('Tax acres').getByLabelText('from').fill('many');
  await expect.element(row('Tax acres').getByRole('alert')).toHaveTextContent('“many” is not a number.');
  await expect.element(row('Tax acres').getByLabelText('from')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(counted).toHaveTextContent('One row cannot be read.');
  await expect.element(button('Show')).toBeDisabled();
  expect(filters()).toEqual(['']);
});

test('[F10] where nothing is found, the row that excludes everything is named', async () => {
  totals = (filter) => (filter.includes('zoning') && filter.includes('taxacres') ? found(0) : found(40));
  await show({ edited: "taxacres >= 10 AND zoning = 'RA' AND name LIKE '%a%'" });
  await expect.element(counted).toHaveTextContent('No parcels');
  await expect.element(counted).toHaveTextContent('Without “Tax acres at least 10” there are 40.');
  await expect.element(counted).toHaveTextContent('Without “Zoning is RA” there are 40.');
  await expect.element(counted).not.toHaveTextContent('Owner');
  expect(filters()).toHaveLength(4);
});

test('[F10] where nothing is found by one row only, no other is asked about', async () => {
  totals = () => found(0);
  await show({ edited: 'taxacres >= 10' });
  await expect.element(counted).toHaveTextContent(/^No parcels$/);
  expect(filters()).toEqual(['taxacres >= 10']);
});

test('[F10] a server that fails is quoted, and asked again', async () => {
  totals = () => Response.json({ message: 'Too many of yours wait.' }, { status: 503 });
  await show();
  await expect.element(panel.getByRole('alert')).toHaveTextContent('Too many of yours wait.');
  totals = () => found(1, 1);
  await button('Try again').click();
  await expect.element(counted).toHaveTextContent('1 parcel, 1.00 acre');
});

test('[F9] a filter of elsewhere is edited: rows where they can say it, its text where not', async () => {
  await show({ edited: "taxacres > 10 AND CASEI(city) = CASEI('Harrow')" });
  await expect.element(row('Tax acres').getByLabelText('more than')).toHaveValue('10');
  const text = row('Other condition').getByRole('textbox');
  await expect.element(text).toHaveValue("CASEI(city) = CASEI('Harrow')");
  await text.fill("city = 'Harrow' AND");
  await expect.element(row('Other condition').getByRole('alert')).toHaveTextContent(/at character 20\.$/);
  await text.fill("city = 'Harrow' OR pin = '1'");
  await button('Show').click();
  expect(shownSet()?.filter).toBe("taxacres > 10 AND (city = 'Harrow' OR pin = '1')");
});

test('[F8] the place is the view, a drawn shape, or a distance around it', async () => {
  const drawn = [
    { id: 'a', name: 'the mill', area: square(-80) },
    { id: 'b', name: 'the lake', area: square(-70) },
  ];
  await show({ drawn });
  await row('Where').getByRole('radio', { name: 'In the map view' }).click();
  await expect.poll(() => filters().at(-1)).toBe(`S_INTERSECTS(geometry, ${polygonFrom(-90)})`);
  await button('Take the view as it is now').click();
  await expect.poll(() => filters().at(-1)).toBe(`S_INTERSECTS(geometry, ${polygonFrom(-89)})`);
  await button('Show').click();
  expect(shownSet()).toMatchObject({ title: 'In the map view', keepsView: true });
  await row('Where').getByRole('radio', { name: 'In a drawn shape' }).click();
  await row('Where').getByRole('combobox').selectOptions('the lake');
  await row('Where').getByRole('textbox').fill('300');
  await expect.poll(() => filters().at(-1)).toBe(`S_DWITHIN(geometry, ${polygonFrom(-70)}, 300)`);
  await button('Show').click();
  expect(shownSet()).toMatchObject({ title: 'Within 300 ft of the lake', keepsView: false });
});

test('[F11] a filter is kept under a name, opened, renamed and deleted', async () => {
  await show();
  await row('Tax acres').getByLabelText('from').fill('10');
  await row('Sale date').getByRole('combobox').selectOptions('in the last years');
  await row('Sale date').getByRole('textbox').fill('3');
  await panel.getByText('Kept filters').click();
  await panel.getByLabelText('Keep this filter as').fill('Large lots');
  await userEvent.keyboard('{Enter}');
  expect(shownSet()).toBeUndefined();
  await expect.element(panel.getByText('Kept filters (1)')).toBeVisible();
  await button('Clear').click();
  await expect.element(row('Tax acres').getByLabelText('from')).toHaveValue('');
  await button('Large lots').click();
  await expect.element(row('Tax acres').getByLabelText('from')).toHaveValue('10');
  await expect.element(row('Sale date').getByRole('textbox')).toHaveValue('3');
  await button('Rename Large lots').click();
  await panel.getByLabelText('New name of Large lots').fill('Barns');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Barns')).toBeVisible();
  await expect.element(button('Rename Barns')).toHaveFocus();
  await button('Delete Barns').click();
  await button('Delete').click();
  await expect.element(panel.getByText('Kept filters')).toHaveFocus();
  await expect.element(button('Barns')).not.toBeInTheDocument();
  expect(localStorage.getItem(keptFiltersKey('ada'))).toBeNull();
});

test('[F11] a long name of a kept filter wraps, and its buttons stay within the panel', async () => {
  await show();
  const name = 'Tax acres from 5 to 20, owner lives elsewhere, zoning is R-20';
  await panel.getByText('Kept filters').click();
  await panel.getByLabelText('Keep this filter as').fill(name);
  await userEvent.keyboard('{Enter}');
  await expect.element(button(`Delete ${name}`)).toBeVisible();
  const { right } = panel.element().getBoundingClientRect();
  expect(button(`Delete ${name}`).element().getBoundingClientRect().right).toBeLessThan(right);
});

test('[F11] Escape leaves renaming and deleting, and only then closes the panel', async () => {
  await show();
  await panel.getByText('Kept filters').click();
  await panel.getByLabelText('Keep this filter as').fill('Barns');
  await userEvent.keyboard('{Enter}');
  await button('Rename Barns').click();
  await panel.getByLabelText('New name of Barns').fill('Sheds');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Rename Barns')).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(button('No')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Delete Barns')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

test.each([
  ['stays', 1300, 'without results', undefined],
  ['stays', 1300, 'and results', <div key="" className="set-panel" />],
  ['stays', 1100, 'without results', undefined],
  ['is closed', 1100, 'and results', <div key="" className="set-panel" />],
  ['is closed', 1500, 'and wide results', <div key="" className="set-panel" data-large />],
])(
  '[F8] it %s where a parcel is opened on %i pixels %s: details need room',
  async (becomes, width, _, results) => {
    await page.viewport(width, 900);
    const { select } = await show({ results });
    await expect.element(panel).toBeVisible();
    await select('46-1');
    expect(useMapStore.getState().panel).toBe(becomes === 'stays' ? 'find' : 'none');
  },
);
