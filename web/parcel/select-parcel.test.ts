import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PARCEL_CACHE_TTL_MS } from '../../contract/limits.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { useMapStore } from '../map-store.ts';
import { clickParcel, tellSelection } from './select-parcel.ts';

const parcel = exampleParcel();
const { pin } = parcel;
const question = { pin, clickedAt: parcel.centroid };
const geometry = { type: 'Polygon', coordinates: [] };

const fetching = vi.fn<typeof fetch>();
const shapeAddress = `/api/parcels/feature/${pin}`;
const detailsAddress = `/api/parcels/${pin}`;

/** Each answer waits until the test gives it. */
function heldAnswers() {
  const give = new Map<string, (body: unknown, status?: number) => void>();
  fetching.mockImplementation(
    (address) =>
      new Promise((resolve) => {
        give.set(String(address), (body, status = 200) =>
          resolve(new Response(JSON.stringify(body), { status })),
        );
      }),
  );
  return (address: string, body: unknown, status?: number) => give.get(address)!(body, status);
}

const selection = () => useMapStore.getState().selection;
const status = () => selection().status;
const askedFor = () => fetching.mock.calls.map(([address]) => address);

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('localStorage', memoryStorage());
  useMapStore.setState(useMapStore.getInitialState());
});
afterEach(() => {
  fetching.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a click on a parcel', () => {
  test('[S1] asks for details and shape at once, and shows the details without waiting for the shape', async () => {
    const answer = heldAnswers();
    const done = clickParcel(question);
    expect(selection()).toEqual({ status: 'loading', pin });
    expect(askedFor()).toEqual([detailsAddress, shapeAddress]);
    answer(detailsAddress, parcel);
    await vi.waitUntil(() => status() === 'loaded');
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry: null });
    answer(shapeAddress, { geometry });
    await done;
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry });
  });

  test('a parcel closed and clicked again shows what was asked for last, whatever becomes of the first call', async () => {
    const answers: ((answer: Response) => void)[] = [];
    fetching.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const first = clickParcel(question);
    tellSelection({ type: 'panel-closed' });
    const second = clickParcel(question);
    const [failsLate, noShape, details, shape] = answers;
    failsLate!(new Response('{}', { status: 500 }));
    noShape!(new Response('{}', { status: 500 }));
    await first;
    expect(selection()).toEqual({ status: 'loading', pin });
    details!(new Response(JSON.stringify(parcel)));
    shape!(new Response(JSON.stringify({ geometry })));
    await second;
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry });
  });

  test('[S1] a shape that fails takes nothing from the details', async () => {
    const answer = heldAnswers();
    const done = clickParcel(question);
    answer(shapeAddress, { message: 'No.' }, 500);
    answer(detailsAddress, parcel);
    await done;
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry: null });
  });

  test('[S1] [S15] details that fail are an error with its words', async () => {
    const answer = heldAnswers();
    const done = clickParcel(question);
    answer(detailsAddress, { message: 'There is no parcel with this PIN.' }, 404);
    answer(shapeAddress, { geometry });
    await done;
    expect(selection()).toEqual({ status: 'error', pin, message: 'There is no parcel with this PIN.' });
  });

  test('[S3] another click while the details are on their way asks for nothing', async () => {
    const answer = heldAnswers();
    const done = clickParcel(question);
    await clickParcel({ ...question, pin: 'another' });
    tellSelection({ type: 'background-clicked' });
    expect(selection()).toEqual({ status: 'loading', pin });
    expect(askedFor()).toHaveLength(2);
    answer(detailsAddress, parcel);
    answer(shapeAddress, { geometry });
    await done;
    expect(status()).toBe('loaded');
  });

  test('[S2] a click while one is selected deselects it and asks for nothing', async () => {
    const answer = heldAnswers();
    const done = clickParcel(question);
    answer(detailsAddress, parcel);
    answer(shapeAddress, { geometry });
    await done;
    await clickParcel({ ...question, pin: 'another' });
    expect(selection()).toEqual({ status: 'none' });
    expect(askedFor()).toHaveLength(2);
  });

  test('[S13] a parcel seen in the last 10 minutes is there at once, without a call for its details', async () => {
    vi.useFakeTimers();
    fetching.mockImplementation(async (address) =>
      Response.json(address === detailsAddress ? parcel : { geometry }),
    );
    const detailCalls = () => askedFor().filter((address) => address === detailsAddress).length;
    await clickParcel(question);
    tellSelection({ type: 'background-clicked' });
    vi.advanceTimersByTime(PARCEL_CACHE_TTL_MS - 1);
    const again = clickParcel(question);
    expect(status()).toBe('loaded');
    await again;
    expect(detailCalls()).toBe(1);

    // Looking at it did not make it younger.
    tellSelection({ type: 'background-clicked' });
    vi.advanceTimersByTime(1);
    await clickParcel(question);
    expect(detailCalls()).toBe(2);
  });

  test('a failure is not remembered', async () => {
    fetching.mockImplementation(async () => Response.json({}, { status: 500 }));
    await clickParcel(question);
    expect(localStorage.getItem('parcelCache')).toBeNull();
  });
});
