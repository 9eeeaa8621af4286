// The screen for a reader with a font size of 200%, and on a phone in landscape: nothing is cut or covered.
import './map/map-controls.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { cutTexts } from '../test/component/cut-texts.ts';
import { openEmptyMap } from '../test/component/empty-map.ts';
import { eventMap } from '../test/component/event-map.ts';
import { NO_DRAWINGS } from '../test/component/no-drawings.ts';
import { savedRecord, stubSavedParcelsApi } from '../test/component/saved-parcels-api.ts';
import { exampleLayers } from '../test/example-layers.ts';
import { exampleParcel } from '../test/example-parcel.ts';
import { fakeMap } from '../test/fake-map.ts';
import { MapView } from './map/map-view.tsx';
import { useMapStore } from './map-store.ts';
import { MeasureTools } from './measure/measure-tools.tsx';
import { MenuButton } from './menu/menu-button.tsx';
import { SideMenu } from './menu/side-menu.tsx';
import { OverlaysPanel } from './overlays/overlays-panel.tsx';
import { foldPanel } from './parcel/panel-fold.ts';
import { ParcelPanel } from './parcel/parcel-panel.tsx';
import { newQueryClient } from './query-client.ts';
import { useParcelSaving } from './saved/parcel-saving.tsx';
import { SavedParcels } from './saved/saved-parcels.tsx';
import { SavedParcelsSheet } from './saved/saved-parcels-sheet.tsx';
import { SearchField } from './search/search-field.tsx';
import { Masthead } from './ui/masthead.tsx';
import { OverlayRoot } from './ui/overlay-root.tsx';

const parcel = exampleParcel({
  owner: 'THE REVOCABLE LIVING TRUST OF BARTHOLOMEW FEATHERSTONEHAUGH '.repeat(4).trim(),
  site_address: '10250 THOROUGHBRED FIELD AVE',
  zoning: 'R-20 CONDITIONAL',
  sales_price: 12_345_678,
  units: Array.from({ length: 24 }, (_, n) => ({
    pin: `4631-12-0001-${n}`,
    name: `FEATHERSTONEHAUGH ${n}`,
    site_address: `7 HERON CT #${n}`,
  })),
  more: [['TOTAL_MARKET_VALUE_AS_RECORDED', '12,345,678']],
  origin: { name: 'demo', title: 'Iredell County, North Carolina', date: '2026-06-03' },
});

const overlays = ['Sewers and storm drains', 'Zoning'].map((title) => ({
  id: title.split(' ')[0]!.toLowerCase(),
  kind: 'overlay',
  title,
  source: exampleLayers.at(-1)!.source!,
  legend: [{ label: 'Reinforced concrete, in use since 1974', color: '#3366cc' }],
}));

const button = (name: string) => page.getByRole('button', { name, exact: true });

const states: [name: string, open: () => Promise<unknown>][] = [
  ['the map with the hint', () => expect.element(button('Dismiss hint')).toBeVisible()],
  [
    'the folded details of a lot',
    async () => {
      await showDetails();
      foldPanel(true);
    },
  ],
  ['the details of a lot', showDetails],
  [
    'the whole name of an owner',
    async () => {
      await showDetails();
      await button('Show full name').click();
    },
  ],
  [
    'the save modal',
    async () => {
      await showDetails();
      await button('Save parcel').click();
      await expect.element(page.getByRole('dialog')).toBeVisible();
    },
  ],
  ['the menu', () => openPanel('menu')],
  ['the overlays', () => openPanel('overlays')],
  [
    'the overlays of a server that has some',
    async () => {
      useMapStore.setState({
        layers: [...exampleLayers, ...overlays],
        shownLayers: { 'layer:sewers': true },
      });
      await openPanel('overlays');
    },
  ],
  [
    'the saved parcels',
    async () => {
      await openPanel('saved-parcels');
      await expect.element(page.getByRole('listitem').first()).toBeVisible();
    },
  ],
  [
    'the basemaps',
    async () => {
      await button('Basemaps').click();
      await expect.element(page.getByRole('menu')).toBeVisible();
    },
  ],
];

async function showDetails() {
  foldPanel(false);
  useMapStore.setState({ selection: { status: 'loaded', pin: parcel.pin, parcel, geometry: null } });
  await expect.element(page.getByText('Tax acres')).toBeInTheDocument();
}

async function openPanel(panel: 'menu' | 'overlays' | 'saved-parcels') {
  useMapStore.setState({ panel });
  await expect.element(page.getByRole('dialog')).toBeVisible();
}

beforeEach(async () => {
  stubSavedParcelsApi([
    savedRecord({ parcel_pin: '46-9', parcel_owner_name: parcel.owner, parcel_address: 'PO BOX 1234' }),
  ]);
  return async () => {
    document.documentElement.style.fontSize = '';
    await page.viewport(640, 480);
  };
});
afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
});

async function openScreen(widthPx: number, heightPx: number) {
  useMapStore.setState({ layers: exampleLayers });
  await page.viewport(widthPx, heightPx);
  await render(
    <QueryClientProvider client={newQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  await expect.element(button('Zoom in')).toBeVisible();
}

const nothingChanges = {
  changeStyle: () => {},
  changeCredit: () => {},
};

function Screen() {
  const { map } = eventMap({ zoom: 15 });
  const panelMap = fakeMap({ widthPx: innerWidth, heightPx: innerHeight }).map;
  return (
    <main className="relative h-dvh overflow-clip">
      <MapView
        containerRef={createRef()}
        start={{ status: 'running', map, ...nothingChanges }}
        isSignedIn
        parcelSource="Iredell County"
        view={null}
        reloadConfig={() => {}}
        onRefused={() => {}}
      />
      <div className="top-bar">
        {/* As in map-screen.tsx, which needs a real map. */}
        <header className="panel flex shrink-0 items-center overflow-hidden md:min-w-56 md:shrink-99 [&>button]:shrink-0">
          <MenuButton />
          <div className="min-w-0 pr-4 pl-1 max-md:sr-only [&_p]:truncate">
            <Masthead name="Platbook" source="Iredell County, North Carolina" />
          </div>
        </header>
        <search className="place-search">
          <SearchField ref={createRef()} hint="Search addresses, places, PINs" hasFailed={false} />
        </search>
      </div>
      <Details map={panelMap} />
      <SavedParcelsSheet drawings={NO_DRAWINGS} map={panelMap} onOpen={() => {}} />
      <SideMenu
        map={undefined}
        account={{ label: 'ada@example.org', isSignedIn: true, logOut: async () => {} }}
        productName="Platbook"
        parcelSource="Iredell County, North Carolina"
        showCounty={() => {}}
      />
      <OverlaysPanel />
      <OverlayRoot />
    </main>
  );
}

function Details({ map }: { map: ReturnType<typeof fakeMap>['map'] }) {
  return (
    <>
      <ParcelPanel map={map} saving={useParcelSaving()} />
      <SavedParcels map={map} />
    </>
  );
}

test('the focus on a panel that is still sliding in does not scroll the page, which would cut what is at its top', async () => {
  await openScreen(360, 640);
  await showDetails();
  const zoom = page.getByRole('status', { name: 'Zoom' }).element();
  const topBefore = zoom.getBoundingClientRect().top;
  document.querySelector<HTMLElement>('.parcel-panel')!.style.transform = 'translateY(100%)';
  (button('Save parcel').element() as HTMLElement).focus();
  expect(zoom.getBoundingClientRect().top).toBe(topBefore);
});

describe.each([
  [1440, 900],
  [768, 1024],
  [360, 640],
  [740, 360],
])('at %d x %d', (widthPx, heightPx) => {
  test('text twice as large grows everywhere and is not cut', async () => {
    await openScreen(widthPx, heightPx);
    const zoom = page.getByRole('status', { name: 'Zoom' }).element();
    const sizePx = () => Number.parseFloat(getComputedStyle(zoom).fontSize);
    const before = sizePx();
    document.documentElement.style.fontSize = '200%';
    expect(sizePx()).toBe(2 * before);
    for (const [name, open] of states) {
      useMapStore.setState(useMapStore.getInitialState());
      await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
      await open();
      await expect.poll(cutTexts, { timeout: 3000, message: name }).toEqual([]);
    }
  });

  test.each(['100%', '200%'])(
    'with text at %s the hint and the controls do not cover each other',
    async (fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      await openScreen(widthPx, heightPx);
      await expect.element(button('Dismiss hint')).toBeVisible();
      const parts: Record<string, Locator> = {
        hint: page.getByText(/^Click a parcel/).last(),
        search: page.getByRole('textbox', { name: 'Search places' }),
        tools: page.getByRole('region', { name: 'Map tools' }),
        navigation: page.getByRole('region', { name: 'Navigation' }),
      };
      const boxes = Object.entries(parts).map(
        ([name, part]) => [name, part.element().getBoundingClientRect()] as const,
      );
      const covering = boxes.flatMap(([a, first], index) =>
        boxes.slice(index + 1).flatMap(([b, second]) => (overlap(first, second) ? [`${a} and ${b}`] : [])),
      );
      expect(covering).toEqual([]);
    },
  );
});

/** Of the screen: two controls that overlap, of which a finger or a reader gets the wrong one. */
function coveringControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('main :is(button, input, a[href], select)')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ element, box }) => box.width > 1 && box.height > 1 && element.checkVisibility());
  const nameOf = (element: HTMLElement) => element.ariaLabel || element.textContent || element.tagName;
  return controls.flatMap(({ element, box }, index) =>
    controls
      .slice(index + 1)
      .filter((other) => !element.contains(other.element) && overlap(box, other.box))
      .map((other) => `${nameOf(element)} and ${nameOf(other.element)}`),
  );
}

describe.each([
  { widthPx: 1440, heightPx: 900, fontSize: '200%' },
  { widthPx: 768, heightPx: 1024, fontSize: '200%' },
  { widthPx: 390, heightPx: 844, fontSize: '200%' },
  // What 1280 pixels become where the whole page is enlarged to 200%.
  { widthPx: 640, heightPx: 400, fontSize: '100%' },
])('with text at $fontSize at $widthPx x $heightPx', ({ widthPx, heightPx, fontSize }) => {
  test.each(['none', 'measure'] as const)('no control covers another with the tool %s', async (tool) => {
    document.documentElement.style.fontSize = fontSize;
    const map = await openEmptyMap();
    await openScreen(widthPx, heightPx);
    const { container } = await render(<MeasureTools map={map} labelFont={['Noto Sans Regular']} />, {
      container: document.querySelector('main')!.appendChild(document.createElement('div')),
    });
    useMapStore.setState({ tool });
    if (tool === 'measure') await expect.element(button('Measure Distance')).toBeVisible();
    await expect.poll(coveringControls).toEqual([]);
    const { right } = document.documentElement.getBoundingClientRect();
    for (const control of container.querySelectorAll('button'))
      expect(control.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  });
});

const overlap = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
