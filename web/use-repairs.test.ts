import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PARCEL_CHECK_MS } from '../contract/limits.ts';
import { exampleParcel } from '../test/example-parcel.ts';
import { memoryStorage } from '../test/memory-storage.ts';
import { useMapStore } from './map-store.ts';
import { clickParcel, dispatchSelection } from './parcel/select-parcel.ts';
import { createRepairs } from './repairs.ts';
import { followServer, repairDetails } from './use-repairs.ts';

const parcel = exampleParcel();
const { pin } = parcel;
const ring = [
  [-81, 35],
  [-80, 35],
  [-80, 36],
  [-81, 35],
];
const shape = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] } };

const fetching = vi.fn<(address: string) => Promise<Response>>();
const selection = () => useMapStore.getState().selection;
let repairs = createRepairs();
let stop = () => {};

const answers = async (address: string) => Response.json(address.includes('/feature/') ? shape : parcel);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('localStorage', memoryStorage());
  useMapStore.setState({ ...useMapStore.getInitialState(), parcelVersion: '1' });
  repairs = createRepairs();
  stop = repairDetails(repairs);
});
afterEach(() => {
  stop();
  fetching.mockReset();
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[S6] details that failed to load come by themselves, after as many attempts as it takes', async () => {
  fetching.mockRejectedValue(new TypeError('Failed to fetch'));
  await clickParcel(pin);
  expect(selection().status).toBe('error');
  await vi.advanceTimersByTimeAsync(7000);
  expect(selection().status).toBe('error');
  fetching.mockImplementation(answers);
  repairs.runNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(selection()).toMatchObject({ status: 'loaded', pin, geometry: shape.geometry });
  const calls = fetching.mock.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetching).toHaveBeenCalledTimes(calls);
});

test.each([404, 401])('[S6] details that were refused with %i are not asked for again', async (status) => {
  fetching.mockImplementation(async () => Response.json({ message: 'No.' }, { status }));
  await clickParcel(pin);
  const calls = fetching.mock.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  repairs.runNow();
  expect(fetching).toHaveBeenCalledTimes(calls);
});

test('nothing is asked for once the panel is closed', async () => {
  fetching.mockRejectedValue(new TypeError('Failed to fetch'));
  await clickParcel(pin);
  dispatchSelection({ type: 'panel-closed' });
  const calls = fetching.mock.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetching).toHaveBeenCalledTimes(calls);
});

test('a shape that failed to load is asked for when the server is back', async () => {
  fetching.mockImplementation(async (address) =>
    address.includes('/feature/') ? Response.json({}, { status: 503 }) : Response.json(parcel),
  );
  await clickParcel(pin);
  expect(selection()).toMatchObject({ status: 'loaded', geometry: null });
  fetching.mockImplementation(answers);
  repairs.runNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(selection()).toMatchObject({ status: 'loaded', geometry: shape.geometry });
});

describe('the connection', () => {
  const page = new EventTarget();
  const refresh = vi.fn<() => Promise<boolean>>();
  const connection = () => useMapStore.getState().connection;
  let leave = () => {};
  beforeEach(() => {
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    refresh.mockResolvedValue(true);
    leave = followServer(refresh, repairs);
  });
  afterEach(() => leave());
  const checks = (times: number) => vi.advanceTimersByTimeAsync(times * PARCEL_CHECK_MS);

  test('[M18] one silence, as in a restart, is not worth a word; two are', async () => {
    refresh.mockResolvedValue(false);
    await checks(1);
    expect(connection()).toBe('fine');
    await checks(1);
    expect(connection()).toBe('server-away');
    const repair = vi.fn();
    repairs.needsOnceBack('tiles', repair);
    refresh.mockResolvedValue(true);
    await checks(1);
    expect(connection()).toBe('fine');
    expect(repair).toHaveBeenCalledOnce();
  });

  test('[M18] without a network the page says so at once, and no longer than needed', async () => {
    refresh.mockResolvedValue(false);
    vi.stubGlobal('navigator', { onLine: false });
    page.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection()).toBe('offline');
    refresh.mockResolvedValue(true);
    vi.stubGlobal('navigator', { onLine: true });
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection()).toBe('fine');
  });

  test('[M18] a page that is opened without a network says so at once', async () => {
    leave();
    refresh.mockResolvedValue(false);
    vi.stubGlobal('navigator', { onLine: false });
    leave = followServer(refresh, repairs);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection()).toBe('offline');
  });

  test('[M18] a server on this machine answers without a network: nothing is said', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    page.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection()).toBe('fine');
  });
});
