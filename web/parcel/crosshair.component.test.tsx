import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { mouse } from '../../test/component/pointer.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { Crosshair } from './crosshair.tsx';
import { useParcelPointer } from './follow-pointer.ts';

const canvas = page.getByRole('region', { name: 'Map' });
const mark = () => document.querySelector<SVGElement>('.crosshair');
const state = () => useMapStore.getState();

beforeEach(() => {
  stubFetch(() => new Promise(() => {}));
  return () => {
    useMapStore.setState(useMapStore.getInitialState());
    vi.unstubAllGlobals();
    document.documentElement.style.removeProperty('--detail-cover');
  };
});

/** A map whose canvas is a real element. Whether a parcel is in its middle can be changed. */
async function openMap({ name = 'ADA LOVELACE' }: { name?: string } = {}) {
  const fake = fakeMap({
    widthPx: innerWidth,
    heightPx: innerHeight,
    style: { layers: [{ id: 'parcel-areas', type: 'fill' }] },
  });
  const parcel = { properties: { PIN: '46-1', Name: name } };
  fake.queryRenderedFeatures.mockReturnValue([parcel]);
  const element = document.createElement('canvas');
  Object.assign(fake.map, { getCanvas: () => element, getCanvasContainer: () => element });
  element.tabIndex = 0;
  element.role = 'region';
  element.ariaLabel = 'Map';
  Object.assign(element.style, { width: '100%', height: '100%', display: 'block' });
  function Pointer() {
    useParcelPointer(fake.map);
    return <Crosshair map={fake.map} />;
  }
  await render(
    <main className="relative h-dvh overflow-hidden">
      <div ref={(holder) => holder?.append(element)} className="size-full" />
      <Pointer />
    </main>,
  );
  return { ...fake, leaveParcels: () => fake.queryRenderedFeatures.mockReturnValue([]) };
}

async function reachByTab(): Promise<void> {
  await userEvent.keyboard('{Tab}');
  await expect.element(canvas).toHaveFocus();
}

describe('the crosshair', () => {
  test('appears in the middle with keyboard focus, and goes with it', async () => {
    await openMap();
    expect(mark()).toBeNull();
    await reachByTab();
    await expect.poll(mark).not.toBeNull();
    const { x, y, width, height } = mark()!.getBoundingClientRect();
    expect([x + width / 2, y + height / 2]).toEqual([innerWidth / 2, innerHeight / 2]);
    await userEvent.keyboard('{Tab}');
    await expect.poll(mark).toBeNull();
  });

  test('stands in the middle of what an open panel leaves of the map', async () => {
    await openMap();
    document.documentElement.style.setProperty('--detail-cover', '200px');
    await reachByTab();
    await expect.poll(mark).not.toBeNull();
    const { y, height } = mark()!.getBoundingClientRect();
    expect(y + height / 2).toBe((innerHeight - 200) / 2);
  });

  test('a click does not show it, moving the pointer hides it, and the next key shows it again', async () => {
    await openMap();
    await mouse.click([100, 100]);
    await expect.element(canvas).toHaveFocus();
    expect(mark()).toBeNull();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(mark).not.toBeNull();
    await mouse.move([140, 120]);
    await expect.poll(mark).toBeNull();
    await userEvent.keyboard('{+}');
    await expect.poll(mark).not.toBeNull();
  });

  test('is not there while a tool owns the clicks, and Enter is left to the tool', async () => {
    const { queryRenderedFeatures } = await openMap();
    useMapStore.setState({ tool: 'draw' });
    await reachByTab();
    const wasTaken = vi.fn();
    const note = ({ defaultPrevented }: KeyboardEvent) => wasTaken(defaultPrevented);
    window.addEventListener('keydown', note, { once: true });
    await userEvent.keyboard('{Enter}');
    expect(mark()).toBeNull();
    expect(state().selection.status).toBe('none');
    expect(queryRenderedFeatures).not.toHaveBeenCalled();
    expect(wasTaken).toHaveBeenCalledExactlyOnceWith(false);
  });
});

test('[W6] while measuring it is there, and Enter is left to the tool: it does not show one that is hidden', async () => {
  const { queryRenderedFeatures } = await openMap();
  useMapStore.setState({ tool: 'measure' });
  await mouse.click([100, 100]);
  await userEvent.keyboard('{Enter}');
  expect(state().showsCrosshair).toBe(false);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(mark).not.toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(queryRenderedFeatures).not.toHaveBeenCalled();
});

describe('Enter and Space on the map', () => {
  test.each(['{Enter}', ' '])(
    '[S1] [S2] [S3] %o selects what is under the crosshair, like a click',
    async (key) => {
      await openMap();
      await reachByTab();
      await userEvent.keyboard(key);
      expect(state().selection).toEqual({ status: 'loading', pin: '46-1' });
      await userEvent.keyboard(key);
      expect(state().selection).toEqual({ status: 'loading', pin: '46-1' });
      useMapStore.setState({ selection: { status: 'error', pin: '46-1', message: 'No.' } });
      await userEvent.keyboard(key);
      expect(state().selection).toEqual({ status: 'none' });
    },
  );

  test('select nothing where there is no parcel', async () => {
    const { leaveParcels } = await openMap();
    leaveParcels();
    await reachByTab();
    await userEvent.keyboard('{Enter}');
    expect(state().selection).toEqual({ status: 'none' });
  });

  test('first show the crosshair where the pointer had hidden it', async () => {
    await openMap();
    await mouse.click([100, 100]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(mark).not.toBeNull();
    expect(state().selection).toEqual({ status: 'none' });
    await userEvent.keyboard('{Enter}');
    expect(state().selection.status).toBe('loading');
  });
});

describe('for screen readers', () => {
  const said = () => document.querySelector('[aria-live="polite"]')?.textContent;

  test('the map tells its keys', async () => {
    await openMap();
    await expect.element(canvas).toHaveAccessibleDescription(/Arrow keys move .* Enter selects/);
  });

  test('the parcel under the crosshair is named, and where there is none', async () => {
    const { leaveParcels, fire } = await openMap();
    expect(said()).toBe('');
    await reachByTab();
    await expect.poll(said).toBe('ADA LOVELACE');
    leaveParcels();
    fire('moveend');
    await expect.poll(said).toBe('No parcel here.');
  });

  test('a parcel without an owner is named by its PIN, and a selected one not again', async () => {
    await openMap({ name: '' });
    await reachByTab();
    await expect.poll(said).toBe('46-1');
    await userEvent.keyboard('{Enter}');
    await expect.poll(said).toBe('');
  });
});
