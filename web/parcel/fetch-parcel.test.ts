import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { noExtras } from '../../contract/parcel.ts';
import { emptyParcelFields } from '../../contract/parcel-columns.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { fetchOverlays, fetchParcel, fetchParcelGeometry } from './fetch-parcel.ts';

const whole = exampleParcel();
const { pin } = whole;
const { signal } = new AbortController();

const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('localStorage', memoryStorage());
});
afterEach(() => {
  fetching.mockReset();
  vi.unstubAllGlobals();
});

const answer = (body: unknown) => fetching.mockImplementation(async () => Response.json(body));
const askedPath = () => fetching.mock.lastCall![0];
const failure = () => fetchParcel(pin, signal).catch((error: Error) => error.message);

describe('the details of a parcel', () => {
  test('[S11] are requested by the URL-encoded PIN', async () => {
    answer(exampleParcel({ pin: 'a/b ?#%' }));
    await fetchParcel('a/b ?#%', signal);
    expect(askedPath()).toBe('/api/parcels/a%2Fb%20%3F%23%25');
  });

  test('[S11] are valid with the requested PIN', async () => {
    answer(whole);
    expect(await fetchParcel(pin, signal)).toEqual(whole);
  });

  test('[S11] of a bare PIN may be those of another county, under its own name', async () => {
    answer({ ...whole, pin: `${pin}~iredell` });
    expect(await fetchParcel(pin, signal)).toEqual({ ...whole, pin: `${pin}~iredell` });
  });

  test('[S11] of a PIN in one county are not those of another county', async () => {
    answer(whole);
    await expect(fetchParcel(`${pin}~iredell`, signal)).rejects.toThrow(messages.parcelInvalid);
    answer({ ...whole, pin: `${pin}~rowan` });
    await expect(fetchParcel(`${pin}~iredell`, signal)).rejects.toThrow(messages.parcelInvalid);
  });

  test.each([
    { ...whole, pin: '4631-12-0002' },
    { ...whole, pin: 46311 },
    { ...whole, pin: null },
    [whole],
    'text',
    null,
  ])('[S11] are invalid without it: %j', async (body) => {
    answer(body);
    expect(await failure()).toBe('Received invalid parcel data from the server');
  });

  test('[S11] need no other field', async () => {
    answer({ pin });
    expect(await fetchParcel(pin, signal)).toEqual({
      ...emptyParcelFields,
      pin,
      owner: '',
      centroid: null,
      ...noExtras,
    });
  });

  test('a field of the wrong type counts as missing', async () => {
    answer({ ...whole, taxacres: 'many', sales_price: '$5', township: 7, owner: null, centroid: [1, 2] });
    expect(await fetchParcel(pin, signal)).toEqual({
      ...whole,
      taxacres: null,
      sales_price: null,
      township: null,
      owner: '',
      centroid: null,
    });
  });

  test('[S15] a refusal keeps the message of the call', async () => {
    fetching.mockImplementation(async () => Response.json({}, { status: 503 }));
    expect(await failure()).toBe('API error 503');
  });
});

describe('the geometry of a parcel', () => {
  const outer = [
    [0, 0],
    [1, 0],
    [0, 1],
    [0, 0],
  ];
  const geometry = { type: 'MultiPolygon', coordinates: [[outer]] };

  test('is requested by the URL-encoded PIN and returned whole', async () => {
    answer({ type: 'Feature', id: 'a/b', properties: {}, geometry });
    expect(await fetchParcelGeometry('a/b', signal)).toEqual(geometry);
    expect(askedPath()).toBe('/api/parcels/feature/a%2Fb');
  });

  test.each([
    { type: 'Point', coordinates: [0, 0] },
    { type: 'Polygon', coordinates: [] },
    { type: 'MultiPolygon', coordinates: [[[]]] },
  ])('is refused if it is not a valid area: %j', async (shape) => {
    answer({ type: 'Feature', geometry: shape });
    await expect(fetchParcelGeometry('a', signal)).rejects.toThrow(messages.parcelInvalid);
  });
});

describe('[LAY-5] what lies on a parcel', () => {
  const found = {
    overlays: [
      {
        name: 'flood',
        title: 'Flood zone',
        parts: [
          { value: 'AE', acres: 2.1, share: 0.34 },
          { value: 'Levee', feet: 120 },
          { value: 'Gauge', count: 1 },
        ],
      },
      { name: 'soils', title: 'Soils', parts: [], nearest: { value: '', feet: 3 } },
    ],
    ground: { lowest_feet: 1, highest_feet: 3, mean_feet: 2, slope_percent: 4 },
  };

  test('is requested by the URL-encoded PIN', async () => {
    answer(found);
    expect(await fetchOverlays('a/b ?#%', signal)).toEqual(found);
    expect(askedPath()).toBe('/api/parcels/a%2Fb%20%3F%23%25/overlays');
  });

  test('is nothing for a parcel that has gone', async () => {
    fetching.mockImplementation(async () => Response.json({ message: 'No.' }, { status: 404 }));
    expect(await fetchOverlays(pin, signal)).toEqual({ overlays: [] });
  });

  test.each([{}, { overlays: [{ name: 'flood' }] }, null])('is refused in another form: %j', async (body) => {
    answer(body);
    await expect(fetchOverlays(pin, signal)).rejects.toThrow(messages.parcelInvalid);
  });

  test('fails with a server that does', async () => {
    fetching.mockImplementation(async () => Response.json({ message: 'Busy.' }, { status: 503 }));
    await expect(fetchOverlays(pin, signal)).rejects.toThrow('Busy.');
  });
});
