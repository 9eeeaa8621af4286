import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PARCEL_TILE_ZOOM_MIN } from '../../contract/limits.ts';
import { listenerCount, openEmptyMap } from '../../test/component/empty-map.ts';
import { useMapStore } from '../map-store.ts';
import { BackToParcels } from './back-to-parcels.tsx';
import { addInOrder } from './layers-on-map.ts';
import { ZoomInHint } from './zoom-in-hint.tsx';

const view = {
  center: { lng: -80.89, lat: 35.78 },
  zoom: 13,
  bounds: { west: -81.2, south: 35.5, east: -80.7, north: 36.1 },
};

const hint = page.getByRole('button', { name: 'Zoom in to see parcels' });
const back = page.getByRole('button', { name: 'Back to the parcels' });
const isShown = (shown: boolean) => expect.poll(() => hint.elements().length).toBe(shown ? 1 : 0);

beforeEach(() => () => useMapStore.setState(useMapStore.getInitialState()));

test('below zoom 13 a hint says to zoom in, only over the land of the parcels', async () => {
  const map = await openEmptyMap({ center: view.center, zoom: 13 });
  const before = listenerCount(map);
  const { unmount } = await render(
    <div className="map-messages">
      <BackToParcels map={map} view={view} />
      <ZoomInHint map={map} view={view} />
    </div>,
  );
  await isShown(false);
  map.jumpTo({ zoom: 12.9 });
  await isShown(true);
  expect(hint.element().closest('[role="status"]')).not.toBeNull();
  map.jumpTo({ center: [-70, 40], zoom: 11 });
  await isShown(false);
  await expect.element(back).toBeVisible();
  map.jumpTo({ center: view.center });
  await isShown(true);
  expect(back.elements()).toEqual([]);
  map.jumpTo({ zoom: 13 });
  await isShown(false);
  await unmount();
  expect(listenerCount(map)).toBe(before);
});

test('a press zooms in to the parcels, also from beside them, and leaves the focus on the map', async () => {
  const map = await openEmptyMap({ center: { lng: -81.21, lat: 36 }, zoom: 11 });
  await render(<ZoomInHint map={map} view={view} />);
  await isShown(true);
  hint.element().focus();
  await userEvent.keyboard('{Enter}');
  await isShown(false);
  expect(document.activeElement).toBe(map.getCanvas());
  await expect.poll(() => map.isMoving()).toBe(false);
  expect(map.getZoom()).toBeCloseTo(14, 6);
  expect(map.getCenter().lng).toBeCloseTo(view.bounds.west, 6);
});

test('the hint stays away while a tool is in use or a parcel is selected', async () => {
  const map = await openEmptyMap({ center: view.center, zoom: 12 });
  await render(<ZoomInHint map={map} view={view} />);
  await isShown(true);
  useMapStore.setState({ tool: 'measure' });
  await isShown(false);
  useMapStore.setState({ tool: 'none', selection: { status: 'loading', pin: '4645' } });
  await isShown(false);
  useMapStore.setState({ selection: { status: 'none' } });
  await isShown(true);
});

test('the hint stays away while parcels of a set are drawn, and comes back where they are not', async () => {
  const map = await openEmptyMap({ center: view.center, zoom: 12 });
  await render(<ZoomInHint map={map} view={view} />);
  await isShown(true);
  addInOrder(map, 'set', { id: 'a-set', type: 'background' });
  await isShown(false);
  map.jumpTo({ zoom: PARCEL_TILE_ZOOM_MIN - 0.1 });
  await isShown(true);
  map.jumpTo({ zoom: 12 });
  await isShown(false);
  map.removeLayer('a-set');
  await isShown(true);
});

test('[IMP-7] of several counties, the hint leads to the nearest, not into what lies between them', async () => {
  const county = (name: string, west: number) => {
    const bounds = { west, south: 35.5, east: west + 0.1, north: 36.1 };
    return { name, title: name, hasBarePins: false, center: view.center, bounds };
  };
  useMapStore.setState({ counties: [county('alpha', -81.2), county('beta', -80.8)] });
  const map = await openEmptyMap({ center: { lng: -80.9, lat: 35.78 }, zoom: 9 });
  await render(<ZoomInHint map={map} view={view} />);
  await isShown(true);
  hint.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => map.isMoving()).toBe(false);
  expect(map.getCenter().lng).toBeCloseTo(-80.8, 6);
});
