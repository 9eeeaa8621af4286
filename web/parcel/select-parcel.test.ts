import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PARCEL_CACHE_TTL_MS } from '../../contract/limits.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { useMapStore } from '../map-store.ts';
import {
  clickParcel,
  closeUnlessTool,
  dispatchSelection,
  importReaders,
  openParcel,
  openUnlessTool,
  reloadSelected,
} from './select-parcel.ts';

const parcel = exampleParcel();
const { pin } = parcel;
/** Its centroid is [-80.5, 35.5]. */
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-81, 35],
      [-80, 35],
      [-80, 36],
      [-81, 36],
      [-81, 35],
    ],
  ],
};

const fetching = vi.fn<typeof fetch>();
const shapeAddress = `/api/parcels/feature/${pin}`;
const detailsAddress = `/api/parcels/${pin}`;

/** Each request waits until the test answers it. */
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
const abortedCalls = () => fetching.mock.calls.map(([, request]) => request!.signal!.aborted);

/** As a page that somebody has touched has done. */
beforeAll(importReaders);
beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('localStorage', memoryStorage());
  useMapStore.setState({ ...useMapStore.getInitialState(), parcelVersion: '1' });
});
afterEach(() => {
  fetching.mockReset();
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a click on a parcel', () => {
  test('[S1] requests details and geometry in parallel, and shows the details without waiting for the geometry', async () => {
    const answer = heldAnswers();
    const done = clickParcel(pin);
    expect(selection()).toEqual({ status: 'loading', pin });
    expect(askedFor()).toEqual([detailsAddress, shapeAddress]);
    answer(detailsAddress, parcel);
    await vi.waitUntil(() => status() === 'loaded');
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry: null });
    answer(shapeAddress, { geometry });
    await done;
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry });
  });

  test('a stale response never reaches a parcel that was closed and clicked again', async () => {
    const answers: ((answer: Response) => void)[] = [];
    fetching.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const first = clickParcel(pin);
    dispatchSelection({ type: 'panel-closed' });
    const second = clickParcel(pin);
    const [staleDetails, staleShape, details, shape] = answers;
    staleDetails!(new Response('{}', { status: 500 }));
    staleShape!(new Response('{}', { status: 500 }));
    await first;
    expect(selection()).toEqual({ status: 'loading', pin });
    details!(new Response(JSON.stringify(parcel)));
    shape!(new Response(JSON.stringify({ geometry })));
    await second;
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry });
  });

  test('[S1] a geometry that fails does not affect the details', async () => {
    const answer = heldAnswers();
    const done = clickParcel(pin);
    answer(shapeAddress, { message: 'No.' }, 500);
    answer(detailsAddress, parcel);
    await done;
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry: null });
  });

  test('[S1] [S15] details that fail show the message of the error', async () => {
    const answer = heldAnswers();
    const done = clickParcel(pin);
    answer(detailsAddress, { message: 'There is no parcel with this PIN.' }, 404);
    answer(shapeAddress, { geometry });
    await done;
    expect(selection()).toEqual({
      status: 'error',
      pin,
      message: 'There is no parcel with this PIN.',
      httpStatus: 404,
    });
  });

  test('[S3] another click while the details are loading sends no request', async () => {
    const answer = heldAnswers();
    const done = clickParcel(pin);
    await clickParcel('another');
    dispatchSelection({ type: 'background-clicked' });
    expect(selection()).toEqual({ status: 'loading', pin });
    expect(askedFor()).toHaveLength(2);
    answer(detailsAddress, parcel);
    answer(shapeAddress, { geometry });
    await done;
    expect(status()).toBe('loaded');
  });

  test('[S3] closing the panel aborts both requests, and late answers are ignored', async () => {
    const answer = heldAnswers();
    const done = clickParcel(pin);
    expect(abortedCalls()).toEqual([false, false]);
    dispatchSelection({ type: 'panel-closed' });
    expect(abortedCalls()).toEqual([true, true]);
    answer(detailsAddress, parcel);
    answer(shapeAddress, { geometry });
    await done;
    expect(selection()).toEqual({ status: 'none' });
  });

  test('[S3] closing the panel after the details have arrived aborts the request for the geometry', async () => {
    const answer = heldAnswers();
    void clickParcel(pin);
    answer(detailsAddress, parcel);
    await vi.waitUntil(() => status() === 'loaded');
    dispatchSelection({ type: 'panel-closed' });
    expect(abortedCalls().at(-1)).toBe(true);
  });

  test('[S2] [S3] a parcel picked in the search box aborts the fetch and replaces the selected one', () => {
    heldAnswers();
    void clickParcel(pin);
    void openParcel('picked');
    expect(abortedCalls()).toEqual([true, true, false, false]);
    expect(selection()).toEqual({ status: 'loading', pin: 'picked' });
  });

  test('a bare PIN of another county: its details and its geometry are shown under the name they came with', async () => {
    const elsewhere = { ...parcel, pin: `${pin}~iredell` };
    const answer = heldAnswers();
    const done = clickParcel(pin);
    answer(detailsAddress, elsewhere);
    await vi.waitUntil(() => status() === 'loaded');
    expect(abortedCalls()).toEqual([false, false]);
    answer(shapeAddress, { geometry });
    await done;
    expect(selection()).toEqual({ status: 'loaded', pin: elsewhere.pin, parcel: elsewhere, geometry });
  });

  test('a unit opened from its lot replaces it, and the lot is known at once', () => {
    heldAnswers();
    void clickParcel('the lot');
    void openParcel(pin, { lot: 'the lot' });
    expect(selection()).toEqual({ status: 'loading', pin, lot: 'the lot' });
    expect(askedFor().slice(2)).toEqual([detailsAddress, shapeAddress]);
  });

  test('leaving the page resets the selection, which aborts the fetch', () => {
    heldAnswers();
    void clickParcel(pin);
    useMapStore.setState(useMapStore.getInitialState());
    expect(abortedCalls()).toEqual([true, true]);
  });

  test('[S2] a click while a parcel is selected deselects it and sends no request', async () => {
    const answer = heldAnswers();
    const done = clickParcel(pin);
    answer(detailsAddress, parcel);
    answer(shapeAddress, { geometry });
    await done;
    await clickParcel('another');
    expect(selection()).toEqual({ status: 'none' });
    expect(askedFor()).toHaveLength(2);
  });

  test('[S13] a parcel cached in the last 10 minutes is shown at once, without a request for its details', async () => {
    vi.useFakeTimers();
    fetching.mockImplementation(async (address) =>
      Response.json(address === detailsAddress ? parcel : { geometry }),
    );
    const detailCalls = () => askedFor().filter((address) => address === detailsAddress).length;
    await clickParcel(pin);
    dispatchSelection({ type: 'background-clicked' });
    vi.advanceTimersByTime(PARCEL_CACHE_TTL_MS - 1);
    const again = clickParcel(pin);
    expect(status()).toBe('loaded');
    await again;
    expect(detailCalls()).toBe(1);

    // Reading an entry does not extend its TTL.
    dispatchSelection({ type: 'background-clicked' });
    vi.advanceTimersByTime(1);
    await clickParcel(pin);
    expect(detailCalls()).toBe(2);
  });

  test('[V2] the point in the answer is the centroid, whatever the geometry', async () => {
    fetching.mockImplementation(async (address) =>
      Response.json(address === detailsAddress ? parcel : { geometry }),
    );
    await clickParcel(pin);
    expect(selection()).toMatchObject({ parcel: { centroid: parcel.centroid } });
  });

  test('[V2] an answer without a point gets the centroid of the geometry, also in the cache', async () => {
    const { centroid: _, ...pointless } = parcel;
    const answer = heldAnswers();
    const done = clickParcel(pin);
    answer(detailsAddress, pointless);
    answer(shapeAddress, { geometry });
    await done;
    const centroid = { lng: -80.5, lat: 35.5 };
    expect(selection()).toMatchObject({ status: 'loaded', parcel: { ...pointless, centroid } });
    dispatchSelection({ type: 'panel-closed' });
    void clickParcel(pin);
    expect(selection()).toMatchObject({ status: 'loaded', parcel: { centroid } });
  });

  test('[V2] with neither a point nor a geometry the centroid is unknown, and nothing is cached', async () => {
    const { centroid: _, ...pointless } = parcel;
    fetching.mockImplementation(async (address) =>
      address === detailsAddress ? Response.json(pointless) : Response.json({}, { status: 500 }),
    );
    await clickParcel(pin);
    expect(selection()).toMatchObject({ status: 'loaded', parcel: { ...pointless, centroid: null } });
    expect(localStorage.getItem('parcelCache')).toBeNull();
  });

  test('a failure is not cached', async () => {
    fetching.mockImplementation(async () => Response.json({}, { status: 500 }));
    await clickParcel(pin);
    expect(localStorage.getItem('parcelCache')).toBeNull();
  });
});

describe('other parcels are imported', () => {
  const sold = { ...parcel, name: 'THE NEW OWNER' };
  const serve = (details: object, status = 200) =>
    fetching.mockImplementation(async (address) =>
      address === detailsAddress ? Response.json(details, { status }) : Response.json({ geometry }),
    );
  const shownAs = async (details: object) => {
    serve(details);
    await clickParcel(pin);
  };

  test('a parcel that was seen before is asked for anew', async () => {
    await shownAs(parcel);
    dispatchSelection({ type: 'panel-closed' });
    useMapStore.setState({ parcelVersion: '2' });
    await shownAs(sold);
    expect(selection()).toMatchObject({ status: 'loaded', parcel: sold });
  });

  test('details that were asked for before and come after are not kept', async () => {
    const answer = heldAnswers();
    const done = clickParcel(pin);
    useMapStore.setState({ parcelVersion: '2' });
    answer(detailsAddress, parcel);
    answer(shapeAddress, { geometry });
    await done;
    dispatchSelection({ type: 'panel-closed' });
    await shownAs(sold);
    expect(selection()).toMatchObject({ status: 'loaded', parcel: sold });
  });

  test('the parcel that is shown stays until its new details are there', async () => {
    await shownAs(parcel);
    const answer = heldAnswers();
    const done = reloadSelected();
    expect(selection()).toMatchObject({ status: 'loaded', parcel });
    answer(detailsAddress, sold);
    answer(shapeAddress, { geometry });
    await done;
    expect(selection()).toEqual({ status: 'loaded', pin, parcel: sold, geometry });
  });

  test('a parcel that is gone says so', async () => {
    await shownAs(parcel);
    serve({ message: 'There is no parcel with this PIN.' }, 404);
    await reloadSelected();
    expect(selection()).toEqual({
      status: 'error',
      pin,
      message: 'There is no parcel with this PIN.',
      httpStatus: 404,
    });
  });

  test('a parcel whose county is gone is not replaced by that of another county with the same PIN', async () => {
    await shownAs(parcel);
    serve({ ...parcel, pin: `${pin}~iredell` });
    await reloadSelected();
    expect(selection()).toEqual({
      status: 'error',
      pin,
      message: 'There is no parcel with this PIN.',
      httpStatus: 404,
    });
  });

  test('a parcel that was not found before and is there now is shown', async () => {
    serve({ message: 'There is no parcel with this PIN.' }, 404);
    await clickParcel(pin);
    serve(parcel);
    await reloadSelected();
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry });
  });

  test('a server that does not answer leaves the details as they are', async () => {
    await shownAs(parcel);
    serve({}, 500);
    await reloadSelected();
    expect(selection()).toEqual({ status: 'loaded', pin, parcel, geometry });
  });

  test('a panel that is closed meanwhile stays closed, and without one nothing is asked for', async () => {
    await shownAs(parcel);
    const answer = heldAnswers();
    const done = reloadSelected();
    dispatchSelection({ type: 'panel-closed' });
    answer(detailsAddress, sold);
    answer(shapeAddress, { geometry });
    await done;
    expect(status()).toBe('none');
    fetching.mockClear();
    await reloadSelected();
    expect(fetching).not.toHaveBeenCalled();
  });
});

test('a choice from a list opens a parcel or closes the open one; while a tool is in use it does neither', () => {
  heldAnswers();
  openUnlessTool(pin);
  expect(selection()).toEqual({ status: 'loading', pin });
  useMapStore.setState({ tool: 'measure' });
  openUnlessTool('another');
  closeUnlessTool();
  expect(selection()).toEqual({ status: 'loading', pin });
  useMapStore.setState({ tool: 'none' });
  closeUnlessTool();
  expect(status()).toBe('none');
});

describe('the first click, before the code that reads parcels is there', () => {
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.doUnmock('./fetch-parcel.ts'));

  test('waits for it, and then shows the parcel', async () => {
    const fresh = await import('./select-parcel.ts');
    const { useMapStore: store } = await import('../map-store.ts');
    const answer = heldAnswers();
    const done = fresh.clickParcel(pin);
    expect(store.getState().selection).toEqual({ status: 'loading', pin });
    await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(2));
    answer(detailsAddress, parcel);
    answer(shapeAddress, { geometry });
    await done;
    expect(store.getState().selection).toMatchObject({ status: 'loaded', pin });
  });

  test('says that the details could not be loaded where it does not come', async () => {
    vi.doMock('./fetch-parcel.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const fresh = await import('./select-parcel.ts');
    const { useMapStore: store } = await import('../map-store.ts');
    await fresh.clickParcel(pin);
    expect(store.getState().selection).toMatchObject({
      status: 'error',
      pin,
      message: 'Failed to load parcel details',
    });
  });
});
