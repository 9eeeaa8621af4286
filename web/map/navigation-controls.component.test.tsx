import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { messages } from '../../contract/messages.ts';
import { eventMap } from '../../test/component/event-map.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { NavigationControls } from './navigation-controls.tsx';

const button = (name: string) => page.getByRole('button', { name });
const indicator = page.getByLabelText('Zoom', { exact: true });
const locationButton = button('My location');

beforeEach(() => () => {
  vi.restoreAllMocks();
});

/** Answers of the browser's geolocation, and whether it is still asked. */
function stubGeolocation() {
  let found: PositionCallback = () => {};
  let failed: PositionErrorCallback = () => {};
  const watched = new Set<number>();
  vi.spyOn(navigator.geolocation, 'watchPosition').mockImplementation((onFound, onFailed) => {
    found = onFound;
    failed = onFailed!;
    watched.add(7);
    return 7;
  });
  vi.spyOn(navigator.geolocation, 'clearWatch').mockImplementation((id) => void watched.delete(id));
  return {
    find: (coords: Partial<GeolocationCoordinates>) =>
      found({
        coords: { longitude: -80.9, latitude: 35.65, accuracy: 30, ...coords },
      } as GeolocationPosition),
    fail: (code: number) => failed({ code } as GeolocationPositionError),
    isWatched: () => watched.size > 0,
  };
}

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
  const { map, flyTo } = fakeMap();
  const { find } = stubGeolocation();
  await render(<NavigationControls map={map} />);
  await locationButton.click();
  await expect.element(locationButton).toBeDisabled();
  await expect.element(locationButton).toHaveAttribute('aria-busy', 'true');
  find({});
  await expect.element(locationButton).toBeEnabled();
  expect(flyTo).toHaveBeenCalledExactlyOnceWith({ center: [-80.9, 35.65], zoom: 15 });
});

test('[M8] a denied location is reported beside the button, until the map moves', async () => {
  const { map, flyTo, fire } = fakeMap();
  const { fail, isWatched } = stubGeolocation();
  await render(<NavigationControls map={map} />);
  await locationButton.click();
  fail(1);
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.locationDenied);
  await expect.element(locationButton).toBeEnabled();
  expect(isWatched()).toBe(false);
  fire('movestart');
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([]);
  expect(flyTo).not.toHaveBeenCalled();
});

test.each([2, 3])(
  '[M8] a location that cannot be found (code %d) has another message than a denied one',
  async (code) => {
    const { map } = fakeMap();
    const { fail } = stubGeolocation();
    await render(<NavigationControls map={map} />);
    await locationButton.click();
    fail(code);
    await expect.element(page.getByRole('alert')).toHaveTextContent(messages.locationUnknown);
  },
);

test('my location is on the map, follows until the map is moved, and a press follows again', async () => {
  const { map, flyTo, easeTo, fire, camera, sourceData, layerIds } = fakeMap();
  const { find } = stubGeolocation();
  await render(<NavigationControls map={map} />);
  await locationButton.click();
  find({ heading: 90 });
  await expect.element(locationButton).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(() => sourceData('my-location'))
    .toMatchObject({
      features: [
        { geometry: { type: 'Polygon' } },
        { geometry: { type: 'Point', coordinates: [-80.9, 35.65] }, properties: { heading: 90 } },
      ],
    });
  expect(layerIds()).toEqual([
    'location-accuracy',
    'location-accuracy-edge',
    'location-heading',
    'location-dot',
  ]);

  camera.center = { lng: -80.9, lat: 35.65 };
  fire('moveend');
  find({ longitude: -60 });
  await expect.poll(() => easeTo.mock.lastCall).toEqual([{ center: [-60, 35.65] }]);

  fire('dragstart');
  await expect.element(locationButton).toHaveAttribute('aria-pressed', 'false');
  await expect.element(page.getByText('The map no longer follows your location.')).toBeInTheDocument();
  find({ longitude: -40 });
  await expect
    .poll(() => sourceData('my-location'))
    .toMatchObject({ features: [{}, { geometry: { coordinates: [-40, 35.65] } }] });
  expect(easeTo).toHaveBeenCalledOnce();

  await locationButton.click();
  await expect.element(locationButton).toHaveAttribute('aria-pressed', 'true');
  expect(flyTo.mock.lastCall).toEqual([{ center: [-40, 35.65], zoom: 15 }]);
});

test('a press while the map follows takes the location off the map and asks the device no more', async () => {
  const { map, leftoverCount, listenerCount } = fakeMap();
  const { find, isWatched } = stubGeolocation();
  await render(<NavigationControls map={map} />);
  const listenersBefore = listenerCount();
  await locationButton.click();
  find({});
  await expect.poll(leftoverCount).toBeGreaterThan(0);
  await locationButton.click();
  await expect.element(locationButton).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => [leftoverCount(), listenerCount()]).toEqual([0, listenersBefore]);
  expect(isWatched()).toBe(false);
});

test('a location found after the map was removed is ignored, and the device is asked no more', async () => {
  const { map, flyTo } = fakeMap();
  const { find, isWatched } = stubGeolocation();
  const { unmount } = await render(<NavigationControls map={map} />);
  await locationButton.click();
  await unmount();
  expect(isWatched()).toBe(false);
  find({});
  expect(flyTo).not.toHaveBeenCalled();
});

test('[M17] whose land needs the location to be followed, and its second press ends both', async () => {
  const { map } = fakeMap();
  const { find, isWatched } = stubGeolocation();
  await render(<NavigationControls map={map} />);
  const whoseLand = button('Whose land am I on?');
  await locationButton.click();
  find({});
  await whoseLand.click();
  await expect.element(whoseLand).toHaveAttribute('aria-pressed', 'true');
  await expect.element(locationButton).toHaveAttribute('aria-pressed', 'true');
  expect(useMapStore.getState().tool).toBe('whose-land');
  await whoseLand.click();
  await expect.element(whoseLand).toHaveAttribute('aria-pressed', 'false');
  await expect.element(locationButton).toHaveAttribute('aria-pressed', 'false');
  expect(useMapStore.getState().tool).toBe('none');
  expect(isWatched()).toBe(false);
});

test('[M17] asked first, it flies closer than my location does', async () => {
  const { map, flyTo } = fakeMap();
  const { find } = stubGeolocation();
  await render(<NavigationControls map={map} />);
  await button('Whose land am I on?').click();
  find({});
  await expect.poll(() => flyTo.mock.lastCall).toEqual([{ center: [-80.9, 35.65], zoom: 17 }]);
  useMapStore.setState(useMapStore.getInitialState());
});
