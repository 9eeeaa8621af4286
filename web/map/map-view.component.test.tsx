import { createRef } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { messages } from '../../contract/messages.ts';
import { eventMap } from '../../test/component/event-map.ts';
import { useMapStore } from '../map-store.ts';
import { PARCEL_SOURCE } from './layers-on-map.ts';
import { MapView } from './map-view.tsx';
import { ParcelSupplyNotice } from './parcel-supply-notice.tsx';
import type { MapStart } from './use-map.ts';

beforeEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  return () => useMapStore.setState(useMapStore.getInitialState());
});

const reloadConfig = vi.fn();

const openView = (start: MapStart, parcelSource: string | undefined = 'Some County') =>
  render(
    <MapView
      containerRef={createRef()}
      start={start}
      isSignedIn
      parcelSource={parcelSource}
      view={null}
      reloadConfig={reloadConfig}
      onRefused={() => {}}
    />,
  );

const running = (): MapStart => ({
  status: 'running',
  map: eventMap().map,
  changeStyle: () => {},
  changeCredit: () => {},
});

test('what the map has changed by itself is a message that can be closed', async () => {
  await openView(running());
  useMapStore.setState({ mapNotice: 'Outdoors is not available.' });
  const notice = page.getByText('Outdoors is not available.');
  await expect.element(notice).toBeVisible();
  expect(notice.element().closest('[role="status"]')).not.toBeNull();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => notice.elements()).toEqual([]);
});

test('[M18] offline and a server that is away are said differently, once, in place of other notices', async () => {
  const fake = eventMap();
  await openView({ status: 'running', map: fake.map, changeStyle: () => {}, changeCredit: () => {} });
  useMapStore.setState({ connection: 'server-away' });
  fake.fire('error', { error: new TypeError('Failed to fetch'), sourceId: PARCEL_SOURCE });
  const notice = page.getByText(messages.serverAway);
  await expect.element(notice).toBeVisible();
  expect(notice.element().closest('[role="status"]')).not.toBeNull();
  expect(page.getByText(messages.parcelsUnreachable).elements()).toEqual([]);
  useMapStore.setState({ connection: 'offline' });
  await expect.element(page.getByText(messages.offline)).toBeVisible();
  expect(notice.elements()).toEqual([]);
  useMapStore.setState({ connection: 'fine' });
  await expect.element(page.getByText(messages.parcelsUnreachable)).toBeVisible();
  expect(page.getByText(messages.offline).elements()).toEqual([]);
});

test('[M2] the loading message shows while the map starts and while the flag is set', async () => {
  const status = page.getByText('Loading map style...');
  const { rerender } = await openView({ status: 'starting' });
  await expect.element(status).toBeVisible();
  const props = {
    containerRef: createRef<HTMLDivElement>(),
    isSignedIn: true,
    view: null,
    reloadConfig,
    onRefused: () => {},
  };
  await rerender(<MapView {...props} start={running()} parcelSource="Some County" />);
  await expect.poll(() => status.elements()).toEqual([]);
  useMapStore.setState({ styleIsLoading: true });
  await expect.element(status).toBeVisible();
  expect(status.element().closest('[role="status"]')).not.toBeNull();
  useMapStore.setState({ styleIsLoading: false });
  await expect.poll(() => status.elements()).toEqual([]);
});

test('[M3] a map that could not start shows Map Initialization Error with the message', async () => {
  await openView({ status: 'failed', message: 'Map container element not found' });
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('Map Initialization Error');
  await expect.element(alert).toHaveTextContent('Map container element not found');
});

test('a server without parcels shows a message, and Try Again reloads the settings', async () => {
  const view = (
    <MapView
      containerRef={createRef()}
      start={running()}
      isSignedIn
      parcelSource={undefined}
      view={null}
      reloadConfig={reloadConfig}
      onRefused={() => {}}
    />
  );
  await render(view);
  await expect.element(page.getByText(messages.noParcelsYet)).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  expect(reloadConfig).toHaveBeenCalledOnce();
});

describe('[M15] the notice about missing parcels', () => {
  const broken = { error: Object.assign(new Error('500'), { status: 500 }), sourceId: 'parcels' };
  const refused = { error: Object.assign(new Error('401'), { status: 401 }), sourceId: 'parcels' };
  const arrived = { sourceId: 'parcels', tile: { state: 'loaded' } };
  const notices = () =>
    page
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent);

  async function openNotice() {
    const fake = eventMap();
    const onRefused = vi.fn();
    await render(<ParcelSupplyNotice map={fake.map} onRefused={onRefused} />);
    return { ...fake, onRefused };
  }

  test('[M15] it appears if no parcel tile has arrived, and disappears with the first that does', async () => {
    const { fire } = await openNotice();
    fire('error', { ...broken, sourceId: 'contours' });
    expect(notices()).toEqual([]);
    fire('error', broken);
    await expect.element(page.getByText(messages.parcelsUnreachable)).toBeVisible();
    fire('sourcedata', arrived);
    await expect.poll(notices).toEqual([]);
  });

  test('[M15] parcel tiles that fail after the first has arrived show no notice', async () => {
    const { fire, onRefused } = await openNotice();
    fire('sourcedata', arrived);
    fire('error', broken);
    await new Promise(requestAnimationFrame);
    expect(notices()).toEqual([]);
    expect(onRefused).not.toHaveBeenCalled();
  });

  test('[M15] tiles refused without a session are reported even later, and the session is checked', async () => {
    const { fire, onRefused } = await openNotice();
    fire('sourcedata', arrived);
    fire('error', refused);
    await expect.element(page.getByText(messages.parcelsSignedInOnly)).toBeVisible();
    await expect.element(page.getByText(messages.parcelsHowToOpen)).toBeVisible();
    expect(onRefused).toHaveBeenCalledOnce();
  });

  test('[M15] Try Again adds the source again and hides the notice', async () => {
    const { fire, methods } = await openNotice();
    fire('error', broken);
    await page.getByRole('button', { name: 'Try Again' }).click();
    expect(methods.removeSource).toHaveBeenCalledWith('parcels');
    expect(methods.addSource).toHaveBeenCalledWith('parcels', expect.objectContaining({ type: 'vector' }));
    await expect.poll(notices).toEqual([]);
  });
});
