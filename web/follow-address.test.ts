import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MapLayer } from '../contract/client-config.ts';
import { exampleLayers, layersWithout } from '../test/example-layers.ts';
import { exampleParcel } from '../test/example-parcel.ts';
import { memoryStorage } from '../test/memory-storage.ts';
import { storedJwt } from '../test/stored-jwt.ts';
import { followAddress, readAddress } from './follow-address.ts';
import { useMapStore } from './map-store.ts';
import { closeSet, openSet } from './open-set.ts';
import { changeOpacity, moveOverlay, switchOverlay } from './overlay-choices.ts';
import { dispatchSelection, importReaders, openParcel } from './parcel/select-parcel.ts';
import { selectedPin } from './parcel/selection.ts';
import { finishPicking, followPicking, startPicking } from './pick-parcels.ts';
import { chooseShading } from './shading.ts';
import { useOpenDialogs } from './ui/open-dialogs.ts';

const parcel = exampleParcel();
const { pin } = parcel;
const ring = [
  [-80.9, 35.6],
  [-80.8, 35.6],
  [-80.8, 35.7],
  [-80.9, 35.6],
];
const shape = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] } };
const routerState = { idx: 0, key: 'default' };

const replaceState = vi.fn<History['replaceState']>();
const listeners = new Map<string, () => void>();
/** The answer to every request for a parcel. */
let answer: (address: string) => Promise<Response>;
let stop = () => {};

/** A map at the center and zoom that it was last sent to. */
function movingMap() {
  let camera = { center: { lng: -80.86, lat: 35.62 }, zoom: 13 };
  const moves = new Map<() => void, string>();
  const tell = (type: string) => {
    for (const [told, asked] of moves) if (asked === type) told();
  };
  const jumpTo = vi.fn((next: Partial<typeof camera>) => {
    tell('movestart');
    camera = { ...camera, ...next };
    tell('moveend');
  });
  const cameraForBounds = vi.fn(() => ({ center: { lng: -80.85, lat: 35.65 }, zoom: 15.5 }));
  const map = {
    getContainer: () => ({ clientWidth: 800, clientHeight: 600 }),
    unproject: () => ({ wrap: () => camera.center }),
    getZoom: () => camera.zoom,
    on: (type: string, told: () => void) => {
      moves.set(told, type);
      return { unsubscribe: () => moves.delete(told) };
    },
    jumpTo,
    easeTo: jumpTo,
    cameraForBounds,
  } as unknown as MapLibreMap;
  return { map, jumpTo, cameraForBounds, listenerCount: () => moves.size };
}

const state = () => useMapStore.getState();
const written = () => replaceState.mock.lastCall?.[2];

function address(path: string): void {
  const { search, hash } = new URL(path, 'https://atlas.example.org');
  vi.stubGlobal('location', { search, hash, origin: 'https://atlas.example.org' });
}

function open(path: string, layers = exampleLayers) {
  address(path);
  const opened = readAddress(layers);
  const moving = movingMap();
  const changeStyle = vi.fn((styleId) => useMapStore.setState({ styleId }));
  useMapStore.setState({ styleId: opened.styleId, layers });
  stop = followAddress({ map: moving.map, changeStyle, opened });
  return { ...moving, changeStyle };
}

/** Whether the results have room beside the map and the details. */
const stubWidth = (width: 'wide' | 'narrow') =>
  vi.stubGlobal('matchMedia', () => ({ matches: width === 'wide' }));

const loads = async (address: string) => Response.json(address.includes('/feature/') ? shape : parcel);
const refuses = (status: number) => async () => Response.json({ message: 'No.' }, { status });

/** Otherwise the first parcel waits for its code, in real time. */
beforeAll(importReaders);
beforeEach(() => {
  vi.useFakeTimers();
  answer = loads;
  vi.stubGlobal('fetch', (path: string) => answer(path));
  vi.stubGlobal('localStorage', memoryStorage({ session_jwt: storedJwt('ada') }));
  stubWidth('wide');
  vi.stubGlobal('history', { state: routerState, replaceState });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  vi.stubGlobal('removeEventListener', (type: string) => listeners.delete(type));
  useMapStore.setState({ ...useMapStore.getInitialState(), parcelVersion: '1' });
});
afterEach(() => {
  stop();
  replaceState.mockReset();
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the bare address stays until something changes; view and basemap add no entry, a parcel is one', async () => {
  const { jumpTo } = open('/');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(replaceState).not.toHaveBeenCalled();
  jumpTo({ zoom: 15.25 });
  expect(replaceState.mock.calls).toEqual([[routerState, '', '/#15.25/35.62/-80.86']]);
  const { entries } = realHistory();
  useMapStore.setState({ styleId: 'outdoors-v12' });
  await vi.advanceTimersByTimeAsync(1000);
  const withoutParcel = '/?style=outdoors-v12#15.25/35.62/-80.86';
  expect(entries.map(({ url }) => url)).toEqual([withoutParcel]);
  dispatchSelection({ type: 'parcel-clicked', pin });
  await vi.advanceTimersByTimeAsync(1000);
  const withParcel = `/?style=outdoors-v12&pin=${pin}#15.25/35.62/-80.86`;
  expect(entries.map(({ url }) => url)).toEqual([withoutParcel, withParcel]);
  dispatchSelection({ type: 'panel-closed' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(entries.map(({ url }) => url)).toEqual([withoutParcel]);
});

test('a map that moves all the time writes at most 75 addresses in 30 seconds, and the last one is right', async () => {
  const { jumpTo } = open('/');
  for (let step = 0; step < 600; step++) {
    jumpTo({ zoom: 5 + step / 100 });
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(replaceState.mock.calls.length).toBeLessThanOrEqual(76);
  await vi.advanceTimersByTimeAsync(1000);
  expect(written()).toBe('/#10.99/35.62/-80.86');
});

test('a browser that refuses the change of its address is asked again with the next one', async () => {
  const { jumpTo } = open('/');
  replaceState.mockImplementationOnce(() => {
    throw new DOMException('Too many calls', 'SecurityError');
  });
  jumpTo({ zoom: 14 });
  await vi.advanceTimersByTimeAsync(1000);
  jumpTo({ zoom: 14 });
  expect(replaceState).toHaveBeenCalledTimes(2);
});

test('a link with a view and a parcel opens both, and the panel moves the map only where it hides the parcel', async () => {
  const { cameraForBounds, jumpTo } = open(`/?pin=${pin}#15/35.62/-80.86`);
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().selection).toMatchObject({ status: 'loaded', pin });
  expect(state().viewIsLinked).toBe('unless hidden');
  expect([cameraForBounds, jumpTo].some((move) => move.mock.calls.length > 0)).toBe(false);
  dispatchSelection({ type: 'panel-closed' });
  expect(state().viewIsLinked).toBe(false);
});

test('a link with a parcel alone brings the whole of it into view', async () => {
  const { cameraForBounds } = open(`/?pin=${pin}`);
  await vi.advanceTimersByTimeAsync(1000);
  expect(cameraForBounds).toHaveBeenCalledWith(
    [-80.9, 35.6, -80.8, 35.7],
    expect.objectContaining({ maxZoom: 17 }),
  );
  // If the panel panned the map to its parcel first, the map would count as moved by hand, and stay where it is.
  expect(state().viewIsLinked).toBe(true);
  expect(written()).toBe(`/?pin=${pin}#15.5/35.65/-80.85`);
});

test('of a parcel that fits only where parcels are not drawn, the middle is shown', async () => {
  const { cameraForBounds } = open(`/?pin=${pin}`);
  cameraForBounds.mockReturnValue({ center: { lng: -80.85, lat: 35.65 }, zoom: 12.3 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(written()).toBe(`/?pin=${pin}#14/35.62/-80.86`);
});

test('a parcel that takes its time does not pull back a map that was moved meanwhile', async () => {
  const { cameraForBounds, jumpTo } = open(`/?pin=${pin}`);
  jumpTo({ zoom: 10 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().selection).toMatchObject({ status: 'loaded', pin });
  expect(cameraForBounds).not.toHaveBeenCalled();
});

test.each([404, 400, 414])(
  'a parcel that the server does not know (%i) is named in a notice, and leaves the address',
  async (status) => {
    answer = refuses(status);
    const statuses = new Set<string>();
    const stopWatching = useMapStore.subscribe(({ selection }) => statuses.add(selection.status));
    open('/?pin=9999#15/35.62/-80.86');
    await vi.advanceTimersByTimeAsync(1000);
    stopWatching();
    // Never an error, which the panel would show.
    expect([...statuses].sort()).toEqual(['loading', 'none']);
    expect(state().selection.status).toBe('none');
    expect(state().mapNotice).toBe('This link names a parcel that is not in these records: 9999.');
    expect(written()).toBe('/#13/35.62/-80.86');
  },
);

test.each([401, 503])('a parcel that cannot be loaded now (%i) stays in the address', async (status) => {
  answer = refuses(status);
  open(`/?pin=${pin}#13/35.62/-80.86`);
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().selection).toMatchObject({ status: 'error', pin });
  expect(state().mapNotice).toBeUndefined();
  expect(replaceState).not.toHaveBeenCalled();
});

test('a parcel that was closed while it loaded is not spoken of', async () => {
  answer = refuses(404);
  open(`/?pin=${pin}`);
  dispatchSelection({ type: 'panel-closed' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().mapNotice).toBeUndefined();
});

test.each([
  ['/#15/north/west', 'The place in this link could not be read, so the map shows its usual view.'],
  ['/?style=moon-v1', 'There is no basemap “moon-v1”.'],
  [`/?style=${'x'.repeat(500)}`, `There is no basemap “${'x'.repeat(39)}…”.`],
])('%s is said kindly, and the address is put right', (path, notice) => {
  open(path);
  expect(state().mapNotice).toBe(notice);
  expect(written()).toBe('/#13/35.62/-80.86');
});

test('a basemap that this land does not have is said, too', () => {
  open('/?style=satellite-streets-v12', layersWithout('imagery'));
  expect(state()).toMatchObject({
    styleId: 'streets-v12',
    mapNotice: 'Satellite Streets is not available for this land.',
  });
});

test('an address typed into the open page, and going back, are followed', async () => {
  const { jumpTo, changeStyle } = open(`/?pin=${pin}#13/35.62/-80.86`);
  await vi.advanceTimersByTimeAsync(1000);
  address('/?style=outdoors-v12#16/35.5/-80.5');
  listeners.get('popstate')!();
  expect(jumpTo).toHaveBeenCalledWith(
    expect.objectContaining({ center: { lng: -80.5, lat: 35.5 }, zoom: 16 }),
  );
  expect(changeStyle).toHaveBeenCalledWith('outdoors-v12');
  expect(state().selection.status).toBe('none');
  address(`/?style=outdoors-v12&pin=${pin}#nonsense`);
  listeners.get('popstate')!();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().selection).toMatchObject({ status: 'loaded', pin });
  expect(changeStyle).toHaveBeenCalledTimes(1);
  expect(state().mapNotice).toContain('could not be read');
  expect(written()).toContain(`pin=${pin}#`);
});

test('while a tool is in use a parcel stays closed', () => {
  open('/');
  useMapStore.setState({ tool: 'measure' });
  address(`/?pin=${pin}#13/35.62/-80.86`);
  listeners.get('popstate')!();
  expect(state().selection.status).toBe('none');
});

const extent = { center: { lng: 0, lat: 0 }, bounds: { west: 0, south: 0, east: 1, north: 1 } };
const alpha = { name: 'alpha', title: 'Alpha County', hasBarePins: true, ...extent };
const beta = { name: 'beta', title: 'Beta County', hasBarePins: false, ...extent };
const of = (county: { name: string; title: string }) =>
  exampleParcel({ origin: { name: county.name, title: county.title, date: '2026-06-03' } });

test('[IMP-3] the address names the county, and opens the parcel of that county', async () => {
  useMapStore.setState({ counties: [alpha, beta] });
  const asked: string[] = [];
  answer = async (path) => {
    asked.push(path);
    return path.includes('/feature/') ? loads(path) : Response.json(of(alpha));
  };
  open(`/?pin=${pin}~alpha#13/35.62/-80.86`);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toContain(`/api/parcels/${pin}`);
  expect(state().selection).toMatchObject({ status: 'loaded', pin });
  expect(replaceState).not.toHaveBeenCalled();
  useMapStore.setState({ styleId: 'outdoors-v12' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(written()).toBe(`/?style=outdoors-v12&pin=${pin}~alpha#13/35.62/-80.86`);
});

test.each([
  ['the page knows', [beta], refuses(404)],
  // Loaded when the page asked. Now another county answers for its bare PINs.
  [
    'the page does not know yet',
    [alpha, beta],
    async () => Response.json({ ...of(beta), pin: `${pin}~beta` }),
  ],
])('[IMP-3] a link to a county that is gone says so, which %s', async (_, counties, answers) => {
  useMapStore.setState({ counties });
  answer = answers;
  open(`/?pin=${pin}~alpha#13/35.62/-80.86`);
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().selection.status).toBe('none');
  expect(state().mapNotice).toBe(`This link names a parcel of a county that is no longer loaded: ${pin}.`);
});

test('[IMP-3] a link without a county asks which one, where two have the PIN', async () => {
  vi.useRealTimers();
  const found = (pins: string[]) => {
    const parcels = pins.map((name) => ({ ...parcel, pin: name, match: 'pin' }));
    answer = async (path) => (path.includes('/search') ? Response.json({ parcels }) : loads(path));
  };
  useMapStore.setState({ counties: [alpha, beta] });
  found([pin, `${pin}~beta`, `${pin}9`]);
  open(`/?pin=${pin}`);
  await vi.waitFor(() => expect(state().panel).toBe('which-county'));
  expect(state().sharedPin.map((match) => match.pin)).toEqual([pin, `${pin}~beta`]);
  expect(state().selection.status).toBe('none');
  stop();

  useMapStore.setState({ panel: 'none' });
  found([pin]);
  open(`/?pin=${pin}`);
  await vi.waitFor(() => expect(state().selection).toMatchObject({ status: 'loaded', pin }));
  expect(state().panel).toBe('none');
  stop();

  // A click while the counties are searched counts more than the link.
  dispatchSelection({ type: 'panel-closed' });
  const response = Response.json({ parcels: [] });
  const read = vi.spyOn(response, 'text');
  answer = async () => response;
  open(`/?pin=${pin}`);
  dispatchSelection({ type: 'parcel-clicked', pin: '77' });
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  await read.mock.results[0]!.value;
  await new Promise(setImmediate);
  expect(state().selection).toEqual({ status: 'loading', pin: '77' });
});

const withOverlays: MapLayer[] = [
  ...exampleLayers,
  ...['zoning', 'flood', 'soils'].map((id) => ({
    id,
    kind: 'overlay',
    title: id,
    source: exampleLayers.at(-1)!.source!,
  })),
];

/** A visit to the page, with what the last ones have left. */
function visit(path: string, layers = withOverlays) {
  stop();
  useMapStore.setState({ ...useMapStore.getInitialState(), parcelVersion: '1' });
  return open(path, layers);
}

/** Lets the address follow, and takes it apart. */
async function linkedNow() {
  await vi.advanceTimersByTimeAsync(1000);
  return new URL(written()!, 'https://atlas.example.org').searchParams.get('overlays');
}

test('[LAY-5] the address names the overlays that are on, the top first, with an opacity that is not the usual', async () => {
  visit('/');
  switchOverlay('layer:flood', true);
  expect(await linkedNow()).toBe('flood');
  switchOverlay('layer:zoning', true);
  expect(await linkedNow()).toBe('zoning,flood');
  changeOpacity('layer:flood', 40);
  expect(await linkedNow()).toBe('zoning,flood:40');
  moveOverlay('layer:flood', 0);
  expect(await linkedNow()).toBe('flood:40,zoning');
  switchOverlay('layer:flood', false);
  expect(await linkedNow()).toBe('zoning');
  switchOverlay('layer:zoning', false);
  expect(await linkedNow()).toBeNull();
});

test('[LAY-5] overlays are kept between visits; a link wins over them, and leaves what was kept', async () => {
  visit('/');
  switchOverlay('layer:zoning', true);
  switchOverlay('layer:soils', true);
  changeOpacity('layer:soils', 15);
  moveOverlay('layer:soils', 0);
  const moved = visit('/');
  moved.jumpTo({ zoom: 12 });
  expect(await linkedNow()).toBe('soils:15,zoning');
  visit('/?overlays=flood:80').jumpTo({ zoom: 12 });
  expect(await linkedNow()).toBe('flood:80');
  // What the link does not name is as it was, and where it was, when it is switched on.
  switchOverlay('layer:soils', true);
  expect(await linkedNow()).toBe('soils:15,flood:80');
  visit('/?overlays=').jumpTo({ zoom: 12 });
  expect(await linkedNow()).toBeNull();
  visit('/').jumpTo({ zoom: 12 });
  expect(await linkedNow()).toBe('soils:15,flood:80');
});

test('[LAY-5] an overlay that the server has not got stays kept, and comes back with it', async () => {
  visit('/');
  switchOverlay('layer:flood', true);
  visit('/', layersWithout());
  expect(state().mapNotice).toBeUndefined();
  const withoutFlood = withOverlays.filter(({ id }) => id !== 'flood');
  visit('/', withoutFlood);
  switchOverlay('layer:zoning', true);
  expect(await linkedNow()).toBe('zoning');
  visit('/').jumpTo({ zoom: 12 });
  expect(await linkedNow()).toBe('zoning,flood');
});

test('[LAY-5] an overlay that is not here is named, the others are shown, and the address says what is true', async () => {
  visit('/?overlays=moon,flood:20,contours');
  expect(state().mapNotice).toBe('There is no overlay “moon”. There is no overlay “contours”.');
  expect(await linkedNow()).toBe('flood:20');
});

test('[LAY-5] going back to an address shows its overlays; one without overlays leaves them', async () => {
  visit('/?overlays=flood:20');
  address('/?overlays=zoning#14/35.62/-80.86');
  listeners.get('popstate')!();
  expect(await linkedNow()).toBe('zoning');
  address('/#15/35.62/-80.86');
  listeners.get('popstate')!();
  expect(await linkedNow()).toBe('zoning');
});

test.each([
  'no JSON',
  'null',
  '{}',
  '[null, {"id": 5}, {"id": "layer:flood", "isOn": true, "opacity": "50"}]',
])('[LAY-5] kept overlays that cannot be read are ignored: %s', (text) => {
  localStorage.setItem('overlays:ada', text);
  visit('/');
  expect(state()).toMatchObject({ shownLayers: {}, overlayOrder: [], mapNotice: undefined });
});

test('[N7] the shading is in the address and kept between visits; a link wins over it', async () => {
  const shadeNow = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    return new URL(written()!, 'https://atlas.example.org').searchParams.get('shade');
  };
  visit('/');
  expect(state().shading).toBeUndefined();
  chooseShading('acres');
  expect(await shadeNow()).toBe('acres');
  visit('/');
  expect(state().shading).toBe('acres');
  visit('/?shade=sale');
  expect(state().shading).toBe('sale');
  address('/?shade=price-per-acre#14/35.62/-80.86');
  listeners.get('popstate')!();
  expect(state().shading).toBe('price-per-acre');
  visit('/');
  expect(state().shading).toBe('acres');
  chooseShading(undefined);
  expect(await shadeNow()).toBeNull();
  visit('/?shade=moon');
  expect(state()).toMatchObject({ shading: undefined, mapNotice: 'Parcels cannot be shaded by “moon”.' });
  localStorage.setItem('shading:ada', '"moon"');
  visit('/');
  expect(state()).toMatchObject({ shading: undefined, mapNotice: undefined });
});

test('once stopped, nothing is written and nothing listens', async () => {
  const { jumpTo, listenerCount } = open('/');
  jumpTo({ zoom: 14 });
  jumpTo({ zoom: 15 });
  stop();
  await vi.advanceTimersByTimeAsync(1000);
  useMapStore.setState({ styleId: 'outdoors-v12' });
  expect(replaceState).toHaveBeenCalledTimes(1);
  expect([listenerCount(), listeners.size, vi.getTimerCount()]).toEqual([0, 0, 0]);
});

/** A history with entries, as the browser's; going back is told later. */
function realHistory() {
  const entries = [{ state: routerState as object, url: '/' }];
  const at = () => entries.at(-1)!;
  const shown = {
    get state() {
      return at().state;
    },
    replaceState: (next: object, _: string, url = at().url) => {
      Object.assign(at(), { state: next, url });
    },
    pushState: (next: object, _: string, url: string) => void entries.push({ state: next, url }),
    go: vi.fn<(steps: number) => void>((steps) => {
      entries.splice(steps);
      address(at().url);
      listeners.get('popstate')!();
    }),
  };
  vi.stubGlobal('history', shown);
  return {
    entries,
    go: shown.go,
    back: () => shown.go(-1),
    url: () => decodeURIComponent(at().url).replace(/#.*/, ''),
  };
}

test('[F7] a link with a filter opens its set, with the view that the link has', () => {
  open(`/?filter=${encodeURIComponent('acres > 10')}#15/35.6/-80.8`);
  expect(state().set).toMatchObject({ filter: 'acres > 10', keepsView: true });
});

test('[F3] a set and a parcel of it are steps in the history: Back closes what was opened last', async () => {
  const { jumpTo } = open('/');
  const { back, url, entries } = realHistory();
  openSet({ filter: 'acres > 10', title: 'Large ones' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(url()).toBe('/?filter=acres > 10');
  dispatchSelection({ type: 'parcel-clicked', pin });
  // With reduced motion the map is at the parcel at once.
  jumpTo({ zoom: 16 });
  jumpTo.mockClear();
  await vi.advanceTimersByTimeAsync(1000);
  expect(url()).toBe(`/?pin=${pin}&filter=acres > 10`);
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().selection.status).toBe('none');
  expect(state().set).toMatchObject({ filter: 'acres > 10', title: 'Large ones' });
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().set).toBeUndefined();
  expect(entries).toHaveLength(1);
  // Closing moves nothing.
  expect(jumpTo).not.toHaveBeenCalled();
});

test('[F13] other bounds of the same sales are no step, and Back from another set leads to them', async () => {
  open('/');
  const { back, url, entries } = realHistory();
  const sales = { miles: 1, months: 24, acres: 50 };
  openSet({ filter: 'sale_date > 1', title: 'Sales', subject: pin, sales });
  await vi.advanceTimersByTimeAsync(1000);
  expect(entries).toHaveLength(2);
  openSet({ ...state().set!, filter: 'sale_date > 2', sales: { ...sales, miles: 2 } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(entries).toHaveLength(2);
  expect(url()).toBe('/?filter=sale_date > 2');
  openSet({ filter: 'acres > 10', title: 'Large ones' });
  await vi.advanceTimersByTimeAsync(1000);
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().set).toMatchObject({
    filter: 'sale_date > 2',
    title: 'Sales',
    subject: pin,
    sales: { ...sales, miles: 2 },
  });
});

test('[F3] Back from the details of a sale leads to those of before, with the sales open, however many were looked at', async () => {
  open('/');
  const { back, entries } = realHistory();
  const look = async (opened: string) => {
    void openParcel(opened);
    await vi.advanceTimersByTimeAsync(1000);
  };
  await look(pin);
  openSet({
    filter: 'sale_date > 1',
    title: 'Sales',
    subject: pin,
    sales: { miles: 1, months: 24, acres: 50 },
  });
  await vi.advanceTimersByTimeAsync(1000);
  await look('77');
  await look('78');
  expect(entries).toHaveLength(4);
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state()).toMatchObject({ selection: { pin }, set: { title: 'Sales' } });
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state()).toMatchObject({ selection: { pin }, set: undefined });
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().selection.status).toBe('none');
  expect(entries).toHaveLength(1);
});

test('[F3] on a narrow screen a set takes the place of the details, and Back brings them again', async () => {
  stubWidth('narrow');
  const { cameraForBounds, jumpTo } = open('/');
  const { back } = realHistory();
  dispatchSelection({ type: 'parcel-clicked', pin });
  await vi.advanceTimersByTimeAsync(1000);
  openSet({ filter: 'acres > 10', title: 'Large ones' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(state()).toMatchObject({ selection: { status: 'none' }, set: { title: 'Large ones' } });
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state()).toMatchObject({ selection: { status: 'loaded', pin }, set: undefined, viewIsLinked: true });
  expect([cameraForBounds, jumpTo].some((move) => move.mock.calls.length > 0)).toBe(false);
});

test('[F3] Back closes a dialog alone, then the set under it; a dialog closed by hand leaves no step', async () => {
  open('/');
  const { back, entries } = realHistory();
  openSet({ filter: 'acres > 10', title: 'Large ones' });
  await vi.advanceTimersByTimeAsync(1000);
  const dialog = { close: vi.fn(() => useOpenDialogs.setState([], true)) };
  useOpenDialogs.setState([dialog], true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(entries).toHaveLength(3);
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(dialog.close).toHaveBeenCalledTimes(1);
  expect(state().set).toMatchObject({ title: 'Large ones' });
  useOpenDialogs.setState([dialog], true);
  await vi.advanceTimersByTimeAsync(1000);
  dialog.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(entries).toHaveLength(2);
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state().set).toBeUndefined();
});

test('Back leaves a tool; from the set of picked parcels it leads to picking them', async () => {
  open('/');
  const stopPicking = followPicking();
  const { back, entries } = realHistory();
  startPicking('77');
  await vi.advanceTimersByTimeAsync(1000);
  finishPicking();
  await vi.advanceTimersByTimeAsync(1000);
  expect(entries).toHaveLength(3);
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state()).toMatchObject({ tool: 'pick', picked: ['77'], set: undefined });
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state()).toMatchObject({ tool: 'none', picked: [], set: undefined });
  stopPicking();
});

test('what is opened while a step is being taken back waits for it', async () => {
  open('/');
  const { entries, go, url } = realHistory();
  go.mockImplementationOnce((steps) => setTimeout(() => go(steps), 50));
  useMapStore.setState({ tool: 'measure' });
  await vi.advanceTimersByTimeAsync(1000);
  useMapStore.setState({ tool: 'none' });
  await vi.advanceTimersByTimeAsync(10);
  openSet({ filter: 'acres > 10', title: 'Large ones' });
  await vi.advanceTimersByTimeAsync(10);
  expect(entries).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(entries).toHaveLength(2);
  expect(url()).toBe('/?filter=acres > 10');
});

test('after a reload, what is closed by hand leads to where nothing was open, and Back to what the address says', async () => {
  const { back, entries } = realHistory();
  open('/');
  openSet({ filter: 'acres > 10', title: 'Large ones' });
  await vi.advanceTimersByTimeAsync(1000);
  const reload = () => {
    const { url } = entries.at(-1)!;
    stop();
    useMapStore.setState({ ...useMapStore.getInitialState(), parcelVersion: '1' });
    open(url);
  };
  dispatchSelection({ type: 'parcel-clicked', pin });
  await vi.advanceTimersByTimeAsync(1000);
  reload();
  await vi.advanceTimersByTimeAsync(1000);
  back();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state()).toMatchObject({ selection: { status: 'none' }, set: { title: 'Large ones' } });
  reload();
  closeSet();
  await vi.advanceTimersByTimeAsync(1000);
  expect(entries).toHaveLength(1);
});

test('after a reload Back leaves out what cannot be opened again: a dialog over a parcel, and a tool', async () => {
  const { back, entries } = realHistory();
  open('/');
  const wait = () => vi.advanceTimersByTimeAsync(1000);
  dispatchSelection({ type: 'parcel-clicked', pin });
  await wait();
  useMapStore.setState({ tool: 'measure' });
  await wait();
  useOpenDialogs.setState([{ close: () => {} }], true);
  await wait();
  expect(entries).toHaveLength(4);
  const { url } = entries.at(-1)!;
  stop();
  useOpenDialogs.setState([], true);
  useMapStore.setState({ ...useMapStore.getInitialState(), parcelVersion: '1' });
  open(url);
  await wait();
  expect(selectedPin(state().selection)).toBe(pin);
  back();
  await wait();
  expect(state().selection).toEqual({ status: 'none' });
  expect(entries).toHaveLength(1);
});

test('[IMP-3] the parcel of a link is no step, also where the counties were searched for it first', async () => {
  vi.useRealTimers();
  useMapStore.setState({ counties: [alpha, beta] });
  const { entries } = realHistory();
  answer = async (path) => (path.includes('/search') ? Response.json({ parcels: [] }) : loads(path));
  open(`/?pin=${pin}`);
  await vi.waitFor(() => expect(state().selection).toMatchObject({ status: 'loaded', pin }));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(entries).toHaveLength(1);
});
