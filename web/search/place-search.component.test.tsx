// The search box on an empty map, with the answers of the geocoder and of the parcel search stubbed.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { PLACE_ZOOM } from '../../contract/limits.ts';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { axeViolations } from '../../test/component/axe-violations.ts';
import { openEmptyMap } from '../../test/component/empty-map.ts';
import { type GeocodingStub, placeAt, stubGeocoding } from '../../test/component/geocoding-stub.ts';
import { allowMotion } from '../../test/component/motion.ts';
import { finger, mouse, type Spot } from '../../test/component/pointer.ts';
import { useMapStore } from '../map-store.ts';
import { sendLocation, useMyLocation } from '../my-location.ts';
import { PlaceSearch } from './place-search.tsx';

const maps = { provider: 'embedded', accessToken: 'pk.eyJ1IjoidGVzdCJ9.x', apiUrl: null } as const;

const field = page.getByRole('combobox', { name: 'Search places' });
const suggestions = page.getByRole('option');
const message = page.getByRole('alert');
const clearButton = page.getByRole('button', { name: 'Clear search' });
const locateButton = page.getByRole('button', { name: 'Locate me' });
const marker = page.getByLabelText('Map marker');

let stub: GeocodingStub;
const onParcel = vi.fn<(pin: string) => void>();
const onElsewhere = vi.fn<() => void>();

beforeEach(() => {
  stub = stubGeocoding();
  onParcel.mockReset();
  onElsewhere.mockReset();
  // Each failed search is logged.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(async () => {
  // Before the stubs go: on removal the library sends its last telemetry.
  await cleanup();
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openSearch(): Promise<MapLibreMap> {
  const map = await openEmptyMap();
  await render(
    <PlaceSearch counties={[]} map={map} maps={maps} onParcel={onParcel} onElsewhere={onElsewhere} />,
  );
  await page.getByLabelText('Search places').click();
  await expect.element(field).toHaveFocus();
  return map;
}

/** Replaces the text in one input event, as a paste does. */
const type = (text: string) => field.fill(text);

const parcel: ParcelMatch = {
  pin: '4625-84-8439',
  name: 'Petrov Rentals LLC',
  add1: null,
  city: null,
  site_address: '12 Oak Street',
  taxacres: 1,
  centroid: { lng: -80.9, lat: 35.5 },
  match: 'owner',
};

test('the arrow keys walk the suggestions, which screen readers follow as a combobox with a listbox', async () => {
  stub.places = { 'main st': ['A', 'B', 'C'].map((name) => placeAt(`${name} Main Street, Oakton`)) };
  await openSearch();
  await type('main st');
  await expect.element(field).toHaveAttribute('aria-expanded', 'true');
  const isActive = async (index: number) => {
    const active = suggestions.nth(index);
    await expect.element(active).toHaveAttribute('aria-selected', 'true');
    await expect.element(field).toHaveAttribute('aria-activedescendant', active.element().id);
    expect(page.getByRole('option', { selected: true }).elements()).toHaveLength(1);
  };
  await isActive(0);
  await userEvent.keyboard('{ArrowDown}');
  await isActive(1);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await isActive(2);

  /** Whether each Escape closes the list, so that nothing below it may close as well. */
  const wasTaken: boolean[] = [];
  const noteEscape = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape') wasTaken.push(defaultPrevented);
  };
  window.addEventListener('keydown', noteEscape);
  onTestFinished(() => window.removeEventListener('keydown', noteEscape));
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  expect(wasTaken).toEqual([true]);
  await userEvent.keyboard('{Escape}');
  expect(wasTaken).toEqual([true, false]);
  await expect.element(field).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('main st');
  await userEvent.keyboard('{ArrowDown}');
  await isActive(0);

  await userEvent.keyboard('{Tab}');
  await expect.element(suggestions.first()).not.toBeInTheDocument();
  await expect.element(clearButton).toHaveFocus();
  await expect.element(field).toHaveValue('main st');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
});

const presses = {
  'mouse button': { down: mouse.down, up: mouse.up },
  finger: { down: finger.down, up: finger.up },
};
for (const [name, { down, up }] of Object.entries(presses)) {
  test(`a row that arrives under a pressed ${name} is not picked; one that stays under it is`, async () => {
    const oakRidge = placeAt('Oak Ridge, Oakton');
    stub.places = { oak: [placeAt('Oak Lane, Oakton')], 'oak ridge': [oakRidge], 'oak ridge nc': [oakRidge] };
    await openSearch();
    await type('oak');
    await expect.element(suggestions).toHaveTextContent('Oak Lane');
    const { x, y, height } = suggestions.element().getBoundingClientRect();
    const spot: Spot = [x + 20, y + height / 2];

    await down(spot);
    await type('oak ridge');
    await expect.element(suggestions).toHaveTextContent('Oak Ridge');
    await up(spot);
    await expect.element(field).toHaveValue('oak ridge');
    expect(marker.elements()).toEqual([]);

    await down(spot);
    await type('oak ridge nc');
    await vi.waitFor(() => expect(stub.requests).toHaveLength(3));
    await up(spot);
    await expect.element(marker).toBeInTheDocument();
  });
}

test('typed key by key, however slowly, the list in the end answers the whole text', async () => {
  stub.places = { me: [placeAt('Mebane')], menius: [placeAt('Menius Road')] };
  await openSearch();
  await userEvent.keyboard('me');
  await expect.element(suggestions).toHaveTextContent('Mebane');
  await userEvent.keyboard('nius');
  await expect.element(suggestions).toHaveTextContent('Menius Road');
});

test('text that comes without a key is searched for too, all of it', async () => {
  stub.places = { sad: [placeAt('Sadler')], 'saddle run': [placeAt('Saddle Run Drive')] };
  await openSearch();
  await userEvent.keyboard('sad');
  await expect.element(suggestions).toHaveTextContent('Sadler');
  const input = field.element() as HTMLInputElement;
  input.value = 'saddle run';
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
  await expect.element(suggestions).toHaveTextContent('Saddle Run Drive');
});

test('[G3] the locate button is the one of the map: it begins to locate, shows that it follows, and ends that', async () => {
  await openSearch();
  await expect.element(locateButton).toHaveAttribute('aria-pressed', 'false');
  await locateButton.click();
  expect(useMyLocation.getState()).toEqual({ status: 'locating' });
  await expect.element(locateButton).toBeDisabled();
  await expect.element(locateButton).toHaveAttribute('aria-busy', 'true');
  const fix = { lng: -80.86, lat: 35.62, accuracyMeters: 20, headingDegrees: undefined };
  sendLocation({ type: 'found', fix });
  await expect.element(locateButton).toHaveAttribute('aria-pressed', 'true');
  await locateButton.click();
  expect(useMyLocation.getState()).toEqual({ status: 'off' });
  await expect.element(locateButton).toHaveAttribute('aria-pressed', 'false');
  await expect.element(marker).not.toBeInTheDocument();
});

test('[G4] no results and a failed search are reported; parcels found by this server are listed all the same', async () => {
  stub.places = { elsewhere: 'server error', petrov: 'server error', nowhere: 'network error' };
  await openSearch();
  await type('xqzzvz');
  await expect.element(message).toHaveTextContent('No results found');
  await type('elsewhere');
  await expect.element(message).toHaveTextContent('There was an error reaching the server');

  stub.parcels = [parcel];
  await type('petrov');
  await expect
    .element(suggestions)
    .toHaveTextContent('Petrov Rentals LLC12 Oak Street · 1.00 acres · Parcel 4625-84-8439');
  await expect.element(message).not.toBeInTheDocument();

  stub.parcels = [];
  await type('nowhere');
  await expect.element(message).toHaveTextContent('There was an error reaching the server');
  stub.parcels = 'server error';
  stub.places = { sloop: [placeAt('Sloop School Road')] };
  await type('sloop');
  await expect.element(suggestions).toHaveTextContent('Sloop School Road');
});

test('[G4] after a failure Enter retries', async () => {
  stub.places = { nowhere: 'network error' };
  await openSearch();
  await type('nowhere');
  await expect.element(message).toHaveTextContent('There was an error reaching the server');
  stub.places = {};
  await userEvent.keyboard('{Enter}');
  await expect.element(message).toHaveTextContent('No results found');
});

test('a stale answer never replaces a newer one, nor an empty list', async () => {
  stub.places = {
    oak: [placeAt('Oak Lane')],
    elm: [placeAt('Elm Lane')],
    ash: [placeAt('Ash Lane')],
    penhallow: [placeAt('Penhallow')],
  };
  await openSearch();
  const ask = async (text: string) => {
    const release = stub.hold(text);
    const before = stub.requests.length;
    await type(text);
    await vi.waitFor(() => expect(stub.requests.length).toBe(before + 1));
    return release;
  };
  const answerOak = await ask('oak');
  await type('penhallow');
  await expect.element(suggestions).toHaveTextContent('Penhallow');
  await answerOak();
  await expect.element(suggestions).toHaveTextContent('Penhallow');

  const answerElm = await ask('elm');
  await clearButton.click();
  await answerElm();
  expect(suggestions.elements()).toEqual([]);
  expect(message.elements()).toEqual([]);

  const answerAsh = await ask('ash');
  await type('a');
  await answerAsh();
  expect(suggestions.elements()).toEqual([]);
});

test('markup in names is shown as text', async () => {
  const name = '<img src="/x" onerror="alert(1)"><b>Oak</b> & Elm';
  stub.places = { oak: [placeAt(`${name}, <i>Nowhere</i>`)] };
  stub.parcels = [{ ...parcel, pin: '<u>1</u>', name, site_address: '<s>12</s> Oak' }];
  await openSearch();
  await type('oak');
  await expect.element(suggestions.nth(1)).toBeInTheDocument();
  expect(suggestions.elements().map(({ textContent }) => textContent)).toEqual([
    `${name}<i>Nowhere</i>`,
    `${name}<s>12</s> Oak · 1.00 acres · Parcel <u>1</u>`,
  ]);
  for (const option of suggestions.elements()) expect(option.querySelector('img, b, i, u, s')).toBeNull();
});

test('[G2] a place with bounds is fitted, however much padding a panel has left on the map', async () => {
  stub.places = {
    tarrow: [placeAt('Tarrow Mills', [-80.9, 35.53], { bbox: [-80.95, 35.5, -80.85, 35.56] })],
  };
  const map = await openSearch();
  map.setPadding({ top: 100, right: 100, bottom: 380, left: 100 });
  await type('tarrow');
  await suggestions.click();
  await vi.waitFor(() => expect(map.getCenter().lat).toBeCloseTo(35.53, 2), 5000);
  await vi.waitFor(() => expect(map.isMoving()).toBe(false), 5000);
  const { x, y } = marker.element().getBoundingClientRect();
  expect(x).toBeGreaterThan(0);
  expect(x).toBeLessThan(innerWidth);
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(innerHeight);
});

/** The bounds that a test names are all in sight, and fill the larger part of what is free on one axis. */
function expectFitted(map: MapLibreMap, [west, south, east, north]: [number, number, number, number]) {
  const from = map.project([west, north]);
  const to = map.project([east, south]);
  const { clientWidth, clientHeight } = map.getContainer();
  expect(from.x).toBeGreaterThanOrEqual(0);
  // Below the search box.
  expect(from.y).toBeGreaterThanOrEqual(60);
  expect(to.x).toBeLessThanOrEqual(clientWidth);
  expect(to.y).toBeLessThanOrEqual(clientHeight);
  const share = Math.max((to.x - from.x) / clientWidth, (to.y - from.y) / clientHeight);
  expect(share).toBeGreaterThan(0.5);
}

test('[G2] all of a place with bounds is in sight below the search box, beside the results', async () => {
  const box: [number, number, number, number] = [-80.95, 35.5, -80.85, 35.56];
  stub.places = { '28178': [placeAt('28178', [-80.9, 35.53], { bbox: box, place_type: ['postcode'] })] };
  const map = await openSearch();
  await type('28178');
  await suggestions.click();
  await vi.waitFor(() => expectFitted(map, box), 5000);
});

test('[G2] a short street is not shown closer than a house', async () => {
  const box = [-80.9, 35.53, -80.8998, 35.5301];
  stub.places = { elm: [placeAt('Elm Court', [-80.9, 35.53], { bbox: box, place_type: ['address'] })] };
  const map = await openSearch();
  await type('elm');
  await suggestions.click();
  await vi.waitFor(() => expect(map.getZoom()).toBe(PLACE_ZOOM), 5000);
});

test('[G2] a pin stands at a place, a ring on a lot, which stays in sight in it', async () => {
  stub.parcels = [parcel];
  stub.places = { tarrow: [placeAt('Tarrow Mills')] };
  await openSearch();
  await type(parcel.pin);
  await expect.element(suggestions).toHaveTextContent(parcel.pin);
  await suggestions.click();
  await expect.element(marker).toHaveClass('place-ring');
  const { width, height } = marker.element().getBoundingClientRect();
  expect(Math.max(width, height)).toBeLessThanOrEqual(24);
  stub.parcels = [];
  await type('tarrow');
  await suggestions.click();
  await expect.element(marker).not.toHaveClass('place-ring');
});

test('[G2] a picked parcel is reported when the map arrives, and not if the search is cleared on the way', async () => {
  await allowMotion();
  stub.parcels = [parcel];
  const map = await openSearch();
  const pick = async () => {
    await type(parcel.pin);
    await expect.element(suggestions).toHaveTextContent(parcel.pin);
    await suggestions.click();
  };
  map.once('move', () => (clearButton.element() as HTMLElement).click());
  await pick();
  await vi.waitFor(() => expect(map.isMoving()).toBe(false), 5000);
  await expect.element(field).toHaveValue('');
  expect(onParcel).not.toHaveBeenCalled();
  expect(onElsewhere).not.toHaveBeenCalled();

  map.jumpTo({ center: [-80.89, 35.5], zoom: 14 });
  await pick();
  expect(onParcel).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onParcel).toHaveBeenCalledWith(parcel.pin), 5000);
  expect(map.getZoom()).toBe(PLACE_ZOOM);
});

const house = { place_type: ['address'], address: '12', properties: { accuracy: 'parcel' } };

/** Types the text and picks the first suggestion. */
async function pickFirst(text: string): Promise<void> {
  await type(text);
  await expect.element(suggestions.first()).toBeInTheDocument();
  await suggestions.first().click();
}

test('the last suggestion opens all parcels that were found, and the map stays where it is', async () => {
  stub.parcels = Array.from({ length: 8 }, (_, at) => ({ ...parcel, pin: `46-${at}` }));
  stub.parcelCount = 1214;
  stub.places = { oak: [placeAt('Oak, Oakton', [-80.9, 35.6], { place_type: ['place'] })] };
  const map = await openSearch();
  await pickFirst('oak');
  await expect.element(marker).toBeInTheDocument();
  await vi.waitFor(() => expect(map.isMoving()).toBe(false), 5000);
  onElsewhere.mockClear();
  const center = map.getCenter();
  await type("o'malley");
  await expect.element(suggestions.last()).toHaveTextContent('All 1,214 parcels');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(useMapStore.getState().set).toEqual({
    filter: "MATCHES('o''malley')",
    title: "Found by “o'malley”",
  });
  await expect.element(field).toHaveValue("o'malley");
  // The place that was picked before has nothing to do with them.
  await expect.element(marker).not.toBeInTheDocument();
  await expect.element(suggestions.first()).not.toBeInTheDocument();
  expect(map.getCenter()).toEqual(center);
  expect(onParcel).not.toHaveBeenCalled();
});

test('an address on a parcel opens that parcel, like its PIN does', async () => {
  stub.places = { '12 oak': [placeAt('12 Oak Street, Oakton', [-80.861, 35.621], house)] };
  stub.parcelAt = parcel.pin;
  await openSearch();
  await pickFirst('12 oak');
  await vi.waitFor(() => expect(onParcel.mock.calls).toEqual([[parcel.pin]]), 5000);
  expect(stub.pointsAsked).toEqual(['-80.861,35.621']);
  expect(onElsewhere).not.toHaveBeenCalled();
});

test.each([
  ['a town', { place_type: ['place'] }],
  ['a street', { place_type: ['address'], properties: { accuracy: 'street' } }],
  ['a house whose position is only guessed', { ...house, properties: { accuracy: 'interpolated' } }],
])('%s opens no parcel, and says so at once', async (_, more) => {
  stub.places = { oak: [placeAt('Oak, Oakton', [-80.9, 35.6], more)] };
  stub.parcelAt = parcel.pin;
  await openSearch();
  await pickFirst('oak');
  expect(onElsewhere).toHaveBeenCalledOnce();
  await expect.element(marker).toBeInTheDocument();
  expect(stub.pointsAsked).toEqual([]);
  expect(onParcel).not.toHaveBeenCalled();
});

test.each(['none', 'server error'] as const)(
  'an address with no parcel (%s) is elsewhere',
  async (answer) => {
    stub.places = { '12 oak': [placeAt('12 Oak Street, Oakton', [-80.861, 35.621], house)] };
    stub.parcelAt = answer;
    await openSearch();
    await pickFirst('12 oak');
    await vi.waitFor(() => expect(onElsewhere).toHaveBeenCalledOnce(), 5000);
    expect(onParcel).not.toHaveBeenCalled();
  },
);

test('clearing the search removes its marker and reports nothing', async () => {
  stub.places = { '12 oak': [placeAt('12 Oak Street, Oakton', [-80.861, 35.621], house)] };
  stub.parcelAt = parcel.pin;
  await openSearch();
  await pickFirst('12 oak');
  await vi.waitFor(() => expect(onParcel).toHaveBeenCalledOnce(), 5000);
  await clearButton.click();
  await expect.element(marker).not.toBeInTheDocument();
  expect(onElsewhere).not.toHaveBeenCalled();
  expect(onParcel).toHaveBeenCalledOnce();
});

test('[G6] coordinates are the first suggestion, their address the next; picked, they are marked and open their parcel', async () => {
  const address = placeAt('124 Saddle Run Drive, Alderbrook', [-80.8721, 35.6336], house);
  stub.places = { '-80.872,35.6335': [address] };
  stub.parcelAt = parcel.pin;
  const map = await openSearch();
  for (const text of ['-80.872, 35.6335', "35°38.01'N 80°52.32'W", '35.6335, -80.872']) {
    await type(text);
    await expect.element(suggestions.first()).toHaveTextContent('35.6335, -80.8720Latitude, longitude');
    await expect.element(suggestions.nth(1)).toHaveTextContent('124 Saddle Run Drive');
  }
  await suggestions.first().click();
  await expect.element(field).toHaveValue('35.6335, -80.8720');
  await expect.element(marker).toBeInTheDocument();
  await vi.waitFor(() => expect(onParcel).toHaveBeenCalledWith(parcel.pin), 5000);
  expect(stub.pointsAsked).toEqual(['-80.872,35.6335']);
  expect(map.getZoom()).toBe(PLACE_ZOOM);
  expect(map.getCenter().lng).toBeCloseTo(-80.872, 6);
});

test('[G4] coordinates are found without the places provider', async () => {
  stub.places = { '-80.872,35.6335': 'network error' };
  await openSearch();
  await type('35.6335, -80.872');
  await expect.element(suggestions).toHaveTextContent('35.6335, -80.8720');
});

test('axe finds nothing wrong with the list, nor with the message where it is empty', async () => {
  stub.places = { oak: [placeAt('Oak Lane, Oakton'), placeAt('12 Oak Street, Oakton', undefined, house)] };
  stub.parcels = [parcel];
  await openSearch();
  await type('oak');
  await expect.element(suggestions.nth(2)).toBeInTheDocument();
  expect(await axeViolations('search')).toEqual([]);
  stub.parcels = [];
  await type('xqzzvz');
  await expect.element(message).toHaveTextContent('No results found');
  expect(await axeViolations('search')).toEqual([]);
});

test('[G1] the box says what the loaded counties have, and goes on saying so after an import', async () => {
  const county = (searchable: ('owner' | 'address')[]) => ({
    name: 'alder',
    title: 'Alder County',
    hasBarePins: true,
    searchable,
    center: { lng: -80.86, lat: 35.62 },
    bounds: { west: -81, south: 35.5, east: -80.7, north: 35.8 },
  });
  const map = await openEmptyMap();
  const box = (...counties: ReturnType<typeof county>[]) => (
    <PlaceSearch counties={counties} map={map} maps={maps} onParcel={onParcel} onElsewhere={onElsewhere} />
  );
  const hint = () => page.getByLabelText('Search places').element().getAttribute('placeholder');
  const { rerender } = await render(box(county(['address'])));
  expect(hint()).toBe('Search addresses, places, PINs');
  await page.getByLabelText('Search places').click();
  await expect.element(field).toHaveFocus();
  expect(hint()).toBe('Search addresses, places, PINs');
  await rerender(box(county([])));
  expect(hint()).toBe('Search places, PINs');
  // Another county has owners.
  await rerender(box(county([]), county(['owner', 'address'])));
  expect(hint()).toBe('Search places, owners, PINs');
  await rerender(box());
  expect(hint()).toBe('Search places');
});
