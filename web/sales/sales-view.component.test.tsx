import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { SalesAnswer, SetParcel } from '../../contract/parcel-set.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { typeAtOnce } from '../../test/component/type-at-once.ts';
import { exampleSetParcel } from '../../test/example-parcel.ts';
import { showColorScheme } from '../color-scheme.ts';
import { FIRST_BOUNDS } from '../comparable-sales.ts';
import { useMapStore } from '../map-store.ts';
import { openSet } from '../open-set.ts';
import { newQueryClient } from '../query-client.ts';
import { SalesView } from './sales-view.tsx';

const field = (name: string) => page.getByRole('textbox', { name });
const overAcres = page.getByRole('slider', { name: 'Sales: price over acres' });
const overTime = page.getByRole('slider', { name: 'Sales: price over time' });

const onOpen = vi.fn<(parcel: SetParcel) => void>();
const onHover = vi.fn<(parcel: SetParcel | undefined) => void>();
const asked: URL[] = [];
let answer: (url: URL) => Promise<Response> | Response;

/** Three sales: acres rise while days fall. */
const saleAt = (index: number) =>
  exampleSetParcel({
    pin: `pin-${index}`,
    name: `OWNER ${index}`,
    site_address: `${index} OAK ST`,
    taxacres: 1 + index,
    sales_price: 100_000 * (1 + index),
    sale_date: `2026-0${9 - index}-01`,
  });

const sales = (changes: Partial<SalesAnswer> = {}): SalesAnswer => ({
  count: 3,
  filter: 'sales_price >= 1000',
  acres: 2,
  median: 200_000,
  quartiles: { low: 150_000, median: 200_000, high: 250_000 },
  per_acre: { low: 90_000, median: 100_000, high: 110_000 },
  left_out: [
    { reason: 'No price is recorded', count: 12 },
    { reason: 'The price is $0', count: 1 },
  ],
  parcels: [0, 1, 2].map(saleAt),
  ...changes,
});
const none = () =>
  sales({ count: 0, median: null, quartiles: null, per_acre: null, parcels: [], left_out: [] });

beforeEach(() => {
  asked.length = 0;
  answer = () => Response.json(sales());
  stubFetch(async (path: string) => {
    const url = new URL(path, location.origin);
    asked.push(url);
    return answer(url);
  });
});
afterEach(async () => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  onOpen.mockReset();
  onHover.mockReset();
  await setScheme('');
  await page.viewport(640, 480);
});

function Opened({ selectedPin }: { selectedPin?: string | undefined }) {
  const set = useMapStore((state) => state.set);
  if (!set?.subject || !set.sales) return null;
  return (
    <SalesView
      set={set}
      subject={set.subject}
      bounds={set.sales}
      selectedPin={selectedPin}
      onOpen={onOpen}
      onHover={onHover}
    />
  );
}

async function show(selectedPin?: string) {
  openSet({ filter: 'sales_price >= 1000', title: 'Sales', subject: 'pin-9', sales: FIRST_BOUNDS });
  await render(
    <QueryClientProvider client={newQueryClient()}>
      <Opened selectedPin={selectedPin} />
    </QueryClientProvider>,
  );
}

test('[F13] count, medians and quartiles are written and announced, with what was left out', async () => {
  await show();
  const status = page.getByRole('status');
  await expect.element(status).toHaveTextContent('3 sales.');
  await expect
    .element(status)
    .toHaveTextContent('Median price $200,000, half of them from $150,000 to $250,000.');
  await expect
    .element(status)
    .toHaveTextContent('Price an acre: median $100,000, half of them from $90,000 to $110,000.');
  await expect.element(page.getByText('12 sales: no price is recorded')).toBeVisible();
  await expect.element(page.getByText('1 sale: the price is $0')).toBeVisible();
});

describe('[F13] other bounds', () => {
  test('are asked for once, after a pause, and the set follows the answer', async () => {
    await show();
    await expect.element(overAcres).toBeVisible();
    answer = () => Response.json(sales({ count: 1, filter: 'pin = 1' }));
    typeAtOnce(field('Within'), '2');
    typeAtOnce(field('Sold in the last'), '12');
    typeAtOnce(field('Acres ±'), '2');
    typeAtOnce(field('Acres ±'), '25');
    await expect.element(page.getByRole('status')).toHaveTextContent('1 sale.');
    expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
      '/api/parcels/pin-9/sales?miles=1&months=24&acres=50',
      '/api/parcels/pin-9/sales?miles=2&months=12&acres=25',
    ]);
    expect(useMapStore.getState().set).toMatchObject({
      filter: 'pin = 1',
      subject: 'pin-9',
      sales: { miles: 2, months: 12, acres: 25 },
    });
  });

  test('are refused in words where they are none', async () => {
    await show();
    await field('Sold in the last').fill('1.5');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('A whole number of months from 1 to 1,200.');
    await field('Sold in the last').fill('2');
    await expect.poll(() => asked.map(({ searchParams }) => searchParams.get('months'))).toEqual(['24', '2']);
  });

  test('replace a slow answer to the earlier ones', async () => {
    await show();
    await expect.element(overAcres).toBeVisible();
    let answerLate: (response: Response) => void = () => {};
    answer = ({ searchParams }) =>
      searchParams.get('miles') === '2'
        ? new Promise<Response>((resolve) => {
            answerLate = resolve;
          })
        : Response.json(sales({ count: 7 }));
    await field('Within').fill('2');
    await expect.poll(() => asked.length).toBe(2);
    await field('Within').fill('3');
    await expect.element(page.getByRole('status')).toHaveTextContent('7 sales.');
    answerLate(Response.json(sales({ count: 99, filter: 'late' })));
    await expect.element(page.getByRole('status')).toHaveTextContent('7 sales.');
    expect(useMapStore.getState().set?.filter).not.toBe('late');
  });

  test('that Back leads to are shown', async () => {
    await show();
    const { set } = useMapStore.getState();
    openSet({ ...set!, sales: { miles: 4, months: 6, acres: 10 } });
    await expect.element(field('Within')).toHaveValue('4');
    await expect.poll(() => asked.at(-1)?.searchParams.get('miles')).toBe('4');
  });
});

describe('[F13] where there are no sales', () => {
  let recorded: number;
  beforeEach(() => {
    answer = ({ pathname }) =>
      Response.json(
        pathname === '/api/parcels'
          ? { count: recorded, acres: 1, bounds: null, parcels: [], next: null }
          : none(),
      );
  });

  test('it says what to loosen', async () => {
    recorded = 7;
    await show();
    await expect.element(page.getByText(/Try more miles, more months, or a larger difference/)).toBeVisible();
    await expect.element(overAcres).not.toBeInTheDocument();
  });

  test('and the county publishes none at all, nothing is advised', async () => {
    recorded = 0;
    await show();
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('No sale of any parcel is recorded in these data.');
    expect(asked.at(-1)!.searchParams.get('filter')).toBe('sale_date IS NOT NULL');
    await expect.element(page.getByText(/Try more miles/)).not.toBeInTheDocument();
  });
});

test('[F13] where a county publishes no prices, wider bounds are not advised', async () => {
  answer = () => Response.json({ ...none(), left_out: [{ reason: 'No price is recorded', count: 12 }] });
  await show();
  await expect.element(page.getByText('No sale within these bounds has a market price.')).toBeVisible();
  await expect.element(page.getByText('12 sales: no price is recorded')).toBeVisible();
  await expect.element(page.getByText(/Try more miles/)).not.toBeInTheDocument();
});

test('[F13] a parcel whose acres nobody knows has sales of all sizes', async () => {
  answer = () => Response.json(sales({ acres: null }));
  await show();
  await expect.element(page.getByText(/so sales of all sizes count/)).toBeVisible();
  await expect.element(field('Acres ±')).toBeDisabled();
});

test('[F13] what fails can be tried again', async () => {
  answer = () => Response.json({ message: 'The parcels have changed.' }, { status: 409 });
  await show();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The parcels have changed.');
  answer = () => Response.json(sales());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('3 sales.');
});

describe('[F14] the plots', () => {
  test('are pictures with a text alternative', async () => {
    await show();
    await expect
      .element(
        page.getByRole('img', {
          name: /^Price over acres, 3 sales: from 1.00 acre to 3.00 acres, \$100,000 to \$300,000/,
        }),
      )
      .toBeVisible();
    await expect
      .element(
        page.getByRole('img', { name: /^Price over time, 3 sales: from 07\/01\/2026 to 09\/01\/2026/ }),
      )
      .toBeVisible();
  });

  test('arrow keys go from dot to dot, each is read out and marked on the map, and Enter opens it', async () => {
    await show();
    await expect.element(overAcres).toBeVisible();
    await field('Sold in the last').click();
    await userEvent.keyboard('{Tab}');
    await expect.element(overAcres).toHaveFocus();
    await expect
      .element(overAcres)
      .toHaveAttribute('aria-valuetext', 'OWNER 0, 0 OAK ST, $100,000, 1.00 acre, 09/01/2026');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(overAcres).toHaveAttribute('aria-valuenow', '2');
    expect(onHover.mock.lastCall?.[0]?.pin).toBe('pin-1');
    await userEvent.keyboard('{End}{ArrowRight}');
    await expect.element(overAcres).toHaveAttribute('aria-valuenow', '3');
    // The largest was sold first: it is marked there, too.
    await expect.element(overTime).toHaveAttribute('aria-valuenow', '1');
    await userEvent.keyboard('{Enter}');
    expect(onOpen.mock.calls.map(([{ pin }]) => pin)).toEqual(['pin-2']);
  });

  test('the dot under the pointer shows its sale, and a click opens it', async () => {
    await show();
    await expect.element(overAcres).toBeVisible();
    // Once for both plots.
    expect(page.getByText('Each dot is a sale').elements()).toHaveLength(1);
    const over = document.querySelector('.u-over')!.getBoundingClientRect();
    const picker = overAcres.element().getBoundingClientRect();
    // 1 to 3 acres with 6% of that on both sides, $100,000 to $300,000 likewise: the dot of 2 acres is in the middle.
    const position = { x: over.x + over.width / 2 - picker.x, y: over.y + over.height / 2 - picker.y };
    await overAcres.hover({ position });
    await expect.element(page.getByText('OWNER 1, 1 OAK ST, $200,000').first()).toBeVisible();
    await overAcres.click({ position });
    expect(onOpen.mock.calls.map(([{ pin }]) => pin)).toEqual(['pin-1']);
    // Nothing is there.
    await overAcres.click({ position: { ...position, y: position.y - 60 } });
    expect(onOpen).toHaveBeenCalledOnce();
  });

  test('the selected parcel is marked in both', async () => {
    await show('pin-2');
    await expect.element(overAcres).toHaveAttribute('aria-valuenow', '3');
    await expect.element(overTime).toHaveAttribute('aria-valuenow', '1');
  });

  test('fit a phone, and are drawn anew in the colors of a dark screen', async () => {
    await page.viewport(360, 640);
    await show();
    await expect.element(overAcres).toBeVisible();
    const canvas = document.querySelector('canvas')!;
    await expect.poll(() => canvas.getBoundingClientRect().right).toBeLessThanOrEqual(360);
    await expect.poll(() => colorsOf(canvas).accent).toBeGreaterThan(0);
    expect(colorsOf(canvas).light).toBe(0);
    await setScheme('dark');
    await expect.poll(() => getComputedStyle(document.documentElement).colorScheme).toBe('dark');
    // The dots are light now.
    await expect.poll(() => colorsOf(canvas).light).toBeGreaterThan(0);
    await setScheme('light');
    await expect.poll(() => colorsOf(canvas).light).toBe(0);
  });
});

beforeAll(showColorScheme);

const setScheme = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });

/** How many pixels have the green of the dots in light, and how many are as light as those in dark. */
function colorsOf(canvas: HTMLCanvasElement) {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const counts = { accent: 0, light: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.subarray(at, at + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    if (alpha < 100) continue;
    if (green > red + 20 && green < 120) counts.accent += 1;
    if (green > 180 && green > blue + 20) counts.light += 1;
  }
  return counts;
}
