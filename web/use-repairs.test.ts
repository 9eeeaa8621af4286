import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleParcel } from '../test/example-parcel.ts';
import { memoryStorage } from '../test/memory-storage.ts';
import { useMapStore } from './map-store.ts';
import { clickParcel, dispatchSelection } from './parcel/select-parcel.ts';
import { createRepairs } from './repairs.ts';
import { repairDetails } from './use-repairs.ts';

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
