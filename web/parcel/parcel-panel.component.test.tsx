import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Parcel } from '../../contract/parcel.ts';
import { allowMotion, nextAnimation } from '../../test/component/motion.ts';
import { noSaving } from '../../test/component/no-saving.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { ParcelPanel } from './parcel-panel.tsx';
import { clickParcel } from './select-parcel.ts';

const parcel = exampleParcel();
const panel = page.getByRole('region', { name: 'Parcel details' });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const heading = panel.getByRole('heading', { level: 2 });

type Answer = () => Response | Promise<Response>;
/** By default the geometry request fails: the details are shown without it. */
function stubServer(details: Answer, geometry: Answer = () => Response.json({}, { status: 500 })) {
  stubFetch(async (path: string) => (path.includes('/feature/') ? geometry() : details()));
}

async function renderPanel(saving = noSaving) {
  const fake = fakeMap({ widthPx: innerWidth, heightPx: innerHeight });
  const { container } = await render(
    <main className="relative h-dvh overflow-hidden">
      <ParcelPanel map={fake.map} saving={saving} />
    </main>,
  );
  return { ...fake, container };
}

async function showParcel(changes: Partial<Parcel> = {}) {
  stubServer(() => Response.json({ ...parcel, ...changes }));
  const fake = await renderPanel();
  void clickParcel(parcel.pin);
  await expect.element(heading).toBeVisible();
  return fake;
}

afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('loading', () => {
  test('[S6] the panel slides up with Loading PIN... and a spinner, then shows every fact, formatted', async () => {
    let resolve = (_: Response) => {};
    const held = new Promise<Response>((settle) => {
      resolve = settle;
    });
    stubServer(() => held);
    await renderPanel();
    await allowMotion();
    const slide = nextAnimation('section');
    void clickParcel(parcel.pin);
    await expect.element(panel).toBeVisible();
    expect(await slide).toEqual({ durationMs: 200, transforms: ['translateY(100%)', 'none'] });
    await expect.element(panel.getByText('Loading PIN...')).toBeVisible();
    expect(panel.element().querySelector('.spinner')!.getBoundingClientRect().width).toBeGreaterThan(0);

    resolve(Response.json({ ...parcel, add2: 'APT 2' }));
    await expect.element(heading).toHaveTextContent('ADA LOVELACE');
    const texts = (selector: string) =>
      [...panel.element().querySelectorAll(selector)].map(({ textContent }) => textContent);
    const definitions = texts('dd');
    expect(Object.fromEntries(texts('dt').map((term, n) => [term, definitions[n]]))).toEqual({
      'Tax acres': '2.50',
      Township: 'DAVIDSON',
      Zoning: 'R-20',
      'Sale date': '06/30/2019',
      'Sales price': '$250,000',
      'Mailing address': '1 MILL RD\nAPT 2\nASHBY, NC 28117',
      Use: 'EXAMPLE',
      'Tax district': 'EXAMPLE',
      'Land value': '$1',
      'Building value': '$1',
      'Total value': '$1',
      'Value year': '1',
      'Year built': '1',
      'Floor area': '1 sq ft',
      Rooms: '1',
      Bedrooms: '1',
      Bathrooms: '1',
      'Legal description': 'EXAMPLE',
      Deed: 'Book\u00a0EXAMPLE, page\u00a0EXAMPLE',
    });
    await expect.element(panel.getByText('7 HERON CT', { exact: true })).toBeVisible();
    await expect.element(panel.getByText('PIN\u00a04631-12-0001', { exact: true })).toBeVisible();
  });

  test('the live region is there before its text, and then names owner and site address', async () => {
    stubServer(() => Response.json(parcel));
    const { container } = await renderPanel();
    const region = container.querySelector('[aria-live="polite"]')!;
    expect(region.textContent).toBe('');
    void clickParcel(parcel.pin);
    await expect.poll(() => region.textContent).toBe('ADA LOVELACE, 7 HERON CT');
  });

  test.each([
    ['a refused call', () => Response.json({ message: 'no' }, { status: 401 }), 'Authentication required.'],
    ['a message of the server', () => Response.json({ message: 'Gone.' }, { status: 404 }), 'Gone.'],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to load parcel details'],
    [
      'another parcel',
      () => Response.json({ ...parcel, pin: '1' }),
      'Received invalid parcel data from the server',
    ],
  ])('[S6] [S11] [S15] %s: Error Loading PIN, the reason, and Refresh Page', async (_, details, words) => {
    stubServer(details);
    await renderPanel();
    void clickParcel(parcel.pin);
    await expect.element(panel.getByRole('alert')).toHaveTextContent('Error Loading PIN');
    await expect.element(panel.getByRole('alert')).toHaveTextContent(words);
    await expect.element(button('Refresh Page')).toBeVisible();
  });

  test('[S6] the details are shown although the geometry cannot be fetched', async () => {
    await showParcel();
    await expect.element(heading).toHaveTextContent('ADA LOVELACE');
    await expect.element(button('Center on parcel')).toBeEnabled();
  });

  test('[S6] texts of a county are shown as text, and the panel takes at most 60% of the height', async () => {
    const owner = `<img src=x onerror="document.title='broken in'"> & ${'Müller-Lüdenscheidt'.repeat(60)}`;
    const { title } = document;
    await showParcel({ owner });
    await expect.element(heading).toHaveTextContent(owner);
    expect(document.title).toBe(title);
    expect(panel.element().querySelector('img')).toBeNull();
    await slideEnded();
    const { left, right, height } = panel.element().getBoundingClientRect();
    expect(height).toBeLessThanOrEqual(innerHeight * 0.6);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(innerWidth);
    panel.getByText('Mailing address').element().scrollIntoView({ block: 'nearest' });
    await expect.element(panel.getByText('Mailing address')).toBeInViewport();
    await expect.element(button('Close')).toBeInViewport();
  });

  test('an owner of 200 characters takes three lines, and the whole name is a press away', async () => {
    const owner = 'THE LIVING TRUST OF ADA KING COUNTESS OF LOVELACE '.repeat(4).trim();
    await page.viewport(360, 640);
    await showParcel({ owner });
    const height = () => heading.element().clientHeight;
    const lineHeight = Number.parseFloat(getComputedStyle(heading.element()).lineHeight);
    await expect.element(button('Show full name')).toBeVisible();
    expect(Math.round(height() / lineHeight)).toBe(3);
    await expect.element(heading).toHaveTextContent(owner);
    await expect.element(heading).toHaveAttribute('title', owner);
    await button('Show full name').click();
    await expect.element(button('Show less')).toHaveFocus();
    expect(heading.element().scrollHeight - height()).toBeLessThan(lineHeight / 2);
    expect(height() / lineHeight).toBeGreaterThan(4);
    await button('Show less').click();
    await expect.poll(() => Math.round(height() / lineHeight)).toBe(3);
    await page.viewport(640, 480);
  });

  test('an owner who fits has no such button', async () => {
    await showParcel();
    await expect.element(heading).not.toHaveAttribute('title');
    expect(button('Show full name').elements()).toEqual([]);
  });

  test('[S3] closing the panel aborts the request', async () => {
    let signal: AbortSignal | null | undefined;
    stubFetch((_path: string, request: RequestInit) => {
      signal = request.signal;
      return new Promise(() => {});
    });
    await renderPanel();
    void clickParcel(parcel.pin);
    await button('Close').click();
    expect(signal!.aborted).toBe(true);
    await expect.element(panel).not.toBeInTheDocument();
  });
});

describe('the buttons', () => {
  const writeText = vi.fn<(text: string) => Promise<void>>();
  beforeEach(() => {
    writeText.mockReset().mockResolvedValue();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
    // Only these two: React and the test runner need the other timers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => vi.restoreAllMocks();
  });

  const copy = button('Copy maps link');
  const danger = () => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.className = 'text-danger';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const background = () => getComputedStyle(copy.element()).backgroundColor;

  test('[S8] the link to this parcel is copied, with the basemap where it is not the usual one', async () => {
    useMapStore.setState({ styleId: 'outdoors-v12' });
    await showParcel();
    const copyHere = button('Copy link to this parcel');
    await expect.element(copyHere).toHaveTextContent('Copy link');
    await copyHere.click();
    await expect.element(copyHere).toHaveTextContent('Link copied');
    await expect.element(copy).toHaveTextContent('Copy maps link');
    await expect.element(panel.getByRole('status')).toHaveTextContent('Link copied');
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/?style=outdoors-v12&pin=${parcel.pin}`);
  });

  test('[S8] the link of the centroid is copied, and Link copied is shown for 2 seconds', async () => {
    await showParcel();
    await expect.element(copy).toHaveTextContent('Copy maps link');
    await copy.click();
    await expect.element(copy).toHaveTextContent('Link copied');
    await expect.element(panel.getByRole('status')).toHaveTextContent('Link copied');
    expect(writeText).toHaveBeenCalledExactlyOnceWith(
      'https://www.google.com/maps/search/?api=1&query=35.62,-80.86',
    );
    await vi.advanceTimersByTimeAsync(1999);
    await expect.element(copy).toHaveTextContent('Link copied');
    await vi.advanceTimersByTimeAsync(1);
    await expect.element(copy).toHaveTextContent('Copy maps link');
  });

  test('[S8] a refused clipboard is shown in red for 2 seconds', async () => {
    await showParcel();
    writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await copy.click();
    await expect.element(copy).toHaveTextContent('Not copied');
    expect(background()).toBe(danger());
    await vi.advanceTimersByTimeAsync(2000);
    await expect.element(copy).toHaveTextContent('Copy maps link');
    expect(background()).not.toBe(danger());
  });

  test('[S10] another PIN resets the copy button', async () => {
    await showParcel();
    await copy.click();
    await expect.element(copy).toHaveTextContent('Link copied');
    const other = exampleParcel({ pin: 'another', owner: 'GRACE HOPPER' });
    useMapStore.setState({
      selection: { status: 'loaded', pin: 'another', parcel: other, geometry: null },
    });
    await expect.element(heading).toHaveTextContent('GRACE HOPPER');
    await expect.element(copy).toHaveTextContent('Copy maps link');
  });

  test('[S7] Center on parcel flies to its centroid, with the height of the panel added below', async () => {
    const { flyTo } = await showParcel();
    await button('Center on parcel').click();
    expect(flyTo).toHaveBeenCalledExactlyOnceWith({
      center: parcel.centroid,
      zoom: 15.25,
      speed: 1.5,
      padding: { top: 100, right: 100, bottom: expect.any(Number), left: 100 },
    });
    await slideEnded();
    const { padding } = flyTo.mock.lastCall![0];
    const coveredPx = innerHeight - panel.element().getBoundingClientRect().top;
    expect(Math.abs(padding.bottom - 100 - coveredPx)).toBeLessThan(1);
  });

  test('[V2] a parcel without a known place can be neither centered on nor linked to', async () => {
    stubServer(() => Response.json({ pin: parcel.pin, owner: 'GRACE HOPPER' }));
    await renderPanel();
    void clickParcel(parcel.pin);
    await expect.element(heading).toHaveTextContent('GRACE HOPPER');
    await expect.element(button('Center on parcel')).toBeDisabled();
    await expect.element(copy).toBeDisabled();
    await expect.element(button('Save parcel')).toBeEnabled();
  });
});

describe('closing', () => {
  test('[S6] Close and Escape slide the panel out, and reset the published height', async () => {
    const detailHeight = () => document.documentElement.style.getPropertyValue('--detail-height');
    await showParcel();
    for (const close of [() => button('Close').click(), () => userEvent.keyboard('{Escape}')]) {
      if (useMapStore.getState().selection.status === 'none') void clickParcel(parcel.pin);
      await expect.element(heading).toBeVisible();
      await expect.poll(() => Number.parseFloat(detailHeight())).toBeGreaterThan(0);
      await close();
      await expect.element(panel).not.toBeInTheDocument();
      expect(detailHeight()).toBe('0px');
    }
  });
});

describe('the keyboard', () => {
  const isClosed = () => useMapStore.getState().selection.status === 'none';

  /** A page with a search field, a map, and the panel of a loaded parcel. */
  async function showPage() {
    stubServer(() => Response.json(parcel));
    const fake = fakeMap({ widthPx: innerWidth, heightPx: innerHeight });
    const mapRef = createRef<HTMLButtonElement>();
    Object.assign(fake.map, { getCanvas: () => mapRef.current });
    await render(
      <main className="relative h-dvh overflow-hidden">
        <input aria-label="Search" />
        <button ref={mapRef} type="button">
          Map
        </button>
        <button type="button">Zoom in</button>
        <ParcelPanel map={fake.map} saving={noSaving} />
      </main>,
    );
  }
  const search = page.getByRole('textbox', { name: 'Search' });
  const mapButton = page.getByRole('button', { name: 'Map', exact: true });
  async function openFrom(opener: typeof search) {
    (opener.element() as HTMLElement).focus();
    void clickParcel(parcel.pin);
    await expect.element(heading).toBeVisible();
  }

  test('Escape closes the details wherever the focus is, also in the search field', async () => {
    await showPage();
    for (const focused of [search, mapButton, page.getByRole('button', { name: 'Zoom in' })]) {
      await openFrom(focused);
      await userEvent.keyboard('{Escape}');
      expect(isClosed()).toBe(true);
      await expect.element(focused).toHaveFocus();
    }
  });

  test('Escape leaves the details open where it has closed something else, or a panel or a tool is open', async () => {
    await showPage();
    await openFrom(search);
    const take = (event: KeyboardEvent) => event.preventDefault();
    search.element().addEventListener('keydown', take as EventListener, { once: true });
    await userEvent.keyboard('{Escape}');
    expect(isClosed()).toBe(false);
    for (const open of [{ tool: 'measure' }, { panel: 'menu' }] as const) {
      useMapStore.setState({ tool: 'none', panel: 'none', ...open });
      await userEvent.keyboard('{Escape}');
      expect(isClosed()).toBe(false);
    }
    useMapStore.setState({ tool: 'none', panel: 'none' });
    await userEvent.keyboard('{Escape}');
    expect(isClosed()).toBe(true);
  });

  test('the first Tab after opening goes into the details, Shift and Tab go back to what opened them', async () => {
    await showPage();
    for (const opener of [search, mapButton]) {
      await openFrom(opener);
      await expect.element(opener).toHaveFocus();
      await userEvent.keyboard('{Tab}');
      await expect.element(button('Close')).toHaveFocus();
      await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
      await expect.element(opener).toHaveFocus();
      await userEvent.keyboard('{Escape}');
    }
  });

  test('Tab keeps its own order after the first press, and after the pointer was used', async () => {
    await showPage();
    await openFrom(search);
    await userEvent.keyboard('{Tab}{Shift>}{Tab}{/Shift}{Tab}');
    await expect.element(mapButton).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await openFrom(search);
    await search.click();
    await userEvent.keyboard('{Tab}');
    await expect.element(mapButton).toHaveFocus();
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Close', () => userEvent.keyboard('{Enter}')],
  ])('closing with %s gives the focus back to what opened the details', async (_, close) => {
    await showPage();
    await openFrom(search);
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Close')).toHaveFocus();
    await close();
    await expect.element(search).toHaveFocus();
  });

  test('the focus goes to the map where what opened the details is gone', async () => {
    await showPage();
    await openFrom(search);
    await userEvent.keyboard('{Tab}');
    search.element().remove();
    await userEvent.keyboard('{Escape}');
    await expect.element(mapButton).toHaveFocus();
  });

  test('closing with the pointer does not focus the search field, which would open an on-screen keyboard', async () => {
    await showPage();
    await openFrom(search);
    await button('Close').click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(search).not.toHaveFocus();
  });
});

const slideEnded = () =>
  Promise.all(
    panel
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  );
