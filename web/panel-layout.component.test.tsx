// Where the detail panel stands, and what it leaves of the screen.
import './map/map-controls.css';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { noSaving } from '../test/component/no-saving.ts';
import { exampleParcel } from '../test/example-parcel.ts';
import { fakeMap } from '../test/fake-map.ts';
import { useMapStore } from './map-store.ts';
import { useOpenParts } from './parcel/disclosure.tsx';
import { foldPanel, forgetFold } from './parcel/panel-fold.ts';
import { ParcelPanel } from './parcel/parcel-panel.tsx';

const panel = page.getByRole('region', { name: 'Parcel details' });
const fold = panel.getByRole('button', { name: 'All details' });
const fact = panel.getByText('Tax acres');

const parcel = exampleParcel({
  owner: 'THE LIVING TRUST OF ADA KING COUNTESS OF LOVELACE',
  units: Array.from({ length: 300 }, (_, n) => ({
    pin: `46-1-${n}`,
    name: `OWNER ${n}`,
    site_address: null,
  })),
});

async function show(widthPx: number, heightPx: number) {
  await page.viewport(widthPx, heightPx);
  useMapStore.setState({ selection: { status: 'loaded', pin: parcel.pin, parcel, geometry: null } });
  const { map } = fakeMap({ widthPx, heightPx });
  await render(
    <main className="relative h-dvh overflow-hidden">
      <div className="top-bar" data-testid="search">
        <div className="panel h-10 grow" />
      </div>
      <div className="map-tools panel" data-testid="tools">
        {['Overlays', 'Basemaps', 'Measure', 'Draw', 'Saved'].map((tool) => (
          <div key={tool} className="control-button" />
        ))}
      </div>
      <ParcelPanel map={map} saving={noSaving} />
    </main>,
  );
  await expect.element(panel).toBeVisible();
}

const boxOf = (testId: string) => page.getByTestId(testId).element().getBoundingClientRect();
const overlap = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const panelBox = () => panel.element().getBoundingClientRect();

beforeEach(() => {
  forgetFold();
  useOpenParts.setState({}, true);
});
afterEach(async () => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  await page.viewport(640, 480);
});

describe.each([
  [1440, 900, 0.45],
  [768, 1024, 0.45],
  [390, 844, 0.6],
  [360, 640, 0.6],
  [740, 360, 0.6],
])('at %d x %d', (widthPx, heightPx, shareMax) => {
  test('[S6] the panel stands at the bottom and covers neither the tools nor the search, folded or not', async () => {
    await show(widthPx, heightPx);
    for (const isFolded of [true, false]) {
      foldPanel(isFolded);
      await expect.element(fold).toHaveAttribute('aria-expanded', String(!isFolded));
      const box = panelBox();
      expect(box.bottom).toBeGreaterThan(heightPx - 16);
      expect(box.height).toBeLessThanOrEqual(heightPx * shareMax + 1);
      for (const part of ['search', 'tools']) expect(overlap(box, boxOf(part)), part).toBe(false);
    }
    // The first of the facts.
    await expect.element(panel.getByText('Mailing address')).toBeInViewport();
  });
});

describe('a phone in landscape', () => {
  test('[S6] begins with one line, which Enter, a press and a pull open', async () => {
    await show(740, 360);
    expect(panelBox().height).toBeLessThan(64);
    const line = panel.getByText('7 HERON CT').element().getBoundingClientRect();
    const owner = panel.getByRole('heading', { level: 2 }).element().getBoundingClientRect();
    expect(Math.abs(line.bottom - owner.bottom)).toBeLessThan(8);
    await expect.element(fact).not.toBeVisible();

    (fold.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(fact).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(fact).not.toBeVisible();

    await panel.getByText('7 HERON CT').click();
    await expect.element(fact).toBeVisible();
  });

  test('[S6] what was opened stays open for the next parcel', async () => {
    await show(740, 360);
    await fold.click();
    useMapStore.setState({
      selection: { status: 'loaded', pin: '9', parcel: exampleParcel({ pin: '9' }), geometry: null },
    });
    await expect.element(panel.getByText('PIN\u00a09')).toBeVisible();
    await expect.element(fact).toBeVisible();
  });

  test('[S6] a failure is never folded', async () => {
    await show(740, 360);
    useMapStore.setState({ selection: { status: 'error', pin: '9', message: 'Not today.' } });
    await expect.element(panel.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  });
});

test('[S6] on a wide screen the units of a lot stand beside the facts, and scroll in their own column', async () => {
  await show(1440, 900);
  const units = panel.getByRole('list', { name: 'Units' }).element();
  const facts = panel.element().querySelector('.fact-groups')!.getBoundingClientRect();
  expect(units.getBoundingClientRect().left).toBeGreaterThan(facts.right);
  expect(units.clientHeight).toBeLessThan(200);
  await expect.element(fact).toBeInViewport();
});

test('[S6] on a phone the units of a lot begin closed, below the facts', async () => {
  await show(390, 844);
  await fold.click();
  await expect.element(fact).toBeInViewport();
  await expect.element(panel.getByRole('list', { name: 'Units' })).not.toBeInTheDocument();
  await expect.element(panel.getByText('300 units')).toBeInTheDocument();
});
