import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { messages } from '../../contract/messages.ts';
import { eventMap } from '../../test/component/event-map.ts';
import { NavigationControls } from './navigation-controls.tsx';

const button = (name: string) => page.getByRole('button', { name });
const indicator = page.getByLabelText('Zoom', { exact: true });
const locationButton = button('My location');

beforeEach(() => () => {
  vi.restoreAllMocks();
});

/** What the browser's geolocation answers, and with which options it was asked. */
function stubGeolocation(answer: (found: PositionCallback, failed: PositionErrorCallback) => void) {
  return vi
    .spyOn(navigator.geolocation, 'getCurrentPosition')
    .mockImplementation((found, failed) => answer(found, failed!));
}

const fail = (code: number) => stubGeolocation((_, failed) => failed({ code } as GeolocationPositionError));

test('[M8] [M9] zoom in and zoom out, with the current zoom to 2 decimals', async () => {
  const { map, methods, setZoom } = eventMap();
  await render(<NavigationControls map={map} />);
  await expect.element(indicator).toHaveTextContent('13.00');
  await button('Zoom in').click();
  expect(methods.zoomIn).toHaveBeenCalledOnce();
  await expect.element(indicator).toHaveTextContent('14.00');
  await button('Zoom out').click();
  expect(methods.zoomOut).toHaveBeenCalledOnce();
  await expect.element(indicator).toHaveTextContent('13.00');
  setZoom(15.256);
  await expect.element(indicator).toHaveTextContent('15.26');
});

test('[M1] [M8] the zoom buttons end at zoom 3 and 19', async () => {
  const { map, setZoom } = eventMap({ zoom: 19 });
  await render(<NavigationControls map={map} />);
  await expect.element(button('Zoom in')).toBeDisabled();
  await expect.element(button('Zoom out')).toBeEnabled();
  setZoom(3);
  await expect.element(button('Zoom in')).toBeEnabled();
  await expect.element(button('Zoom out')).toBeDisabled();
});

test('[M8] my location waits for the browser, then flies there at zoom 15', async () => {
  const { map, methods } = eventMap();
  let found: PositionCallback = () => {};
  stubGeolocation((callback) => {
    found = callback;
  });
  await render(<NavigationControls map={map} />);
  await locationButton.click();
  await expect.element(locationButton).toBeDisabled();
  await expect.element(locationButton).toHaveAttribute('aria-busy', 'true');
  found({ coords: { longitude: -80.9, latitude: 35.65 } } as GeolocationPosition);
  expect(methods.flyTo).toHaveBeenCalledExactlyOnceWith({ center: [-80.9, 35.65], zoom: 15 });
  await expect.element(locationButton).toBeEnabled();
});

test('[M8] a denied location is reported beside the button, until the map moves', async () => {
  const { map, methods, fire } = eventMap();
  fail(1);
  await render(<NavigationControls map={map} />);
  await locationButton.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.locationDenied);
  await expect.element(locationButton).toBeEnabled();
  fire('movestart');
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([]);
  expect(methods.flyTo).not.toHaveBeenCalled();
});

test.each([2, 3])(
  '[M8] a location that cannot be found (code %d) has another message than a denied one',
  async (code) => {
    const { map } = eventMap();
    fail(code);
    await render(<NavigationControls map={map} />);
    await locationButton.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(messages.locationUnknown);
  },
);

test('a location found after the map was removed is ignored', async () => {
  const { map, methods } = eventMap();
  let found: PositionCallback = () => {};
  stubGeolocation((callback) => {
    found = callback;
  });
  const { unmount } = await render(<NavigationControls map={map} />);
  await locationButton.click();
  await unmount();
  found({ coords: { longitude: 0, latitude: 0 } } as GeolocationPosition);
  expect(methods.flyTo).not.toHaveBeenCalled();
});
