import { afterEach, expect, test, vi } from 'vitest';
import type { LngLat, PolygonGeometry } from '../../geo/geometry.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { useMapStore } from '../map-store.ts';
import { followLand } from './follow-land.ts';
import type { Land } from './land-in-words.ts';

afterEach(() => useMapStore.setState(useMapStore.getInitialState()));

const LAT = 35.62;
/** A lot of a thousandth of a degree, and a street beyond a hundredth. */
const at = (thousandths: number): LngLat => ({ lng: -80.86 + thousandths / 1000, lat: LAT });
const pinAt = ({ lng }: LngLat) => {
  const lot = Math.floor((lng + 80.86) * 1000 + 1e-9);
  return lot < 10 ? `LOT-${lot}` : undefined;
};
function shapeOf(pin: string): PolygonGeometry {
  const west = at(Number(pin.replace('LOT-', ''))).lng;
  const [east, south, north] = [west + 0.001, LAT - 0.001, LAT + 0.001];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  return { type: 'Polygon', coordinates: [ring] };
}

const select = (pin: string | undefined) =>
  useMapStore.setState({ selection: pin === undefined ? { status: 'none' } : { status: 'loading', pin } });
/** As an answer of the server does, a moment later. */
function load(pin: string): void {
  const parcel = { ...exampleParcel(), pin };
  useMapStore.setState({ selection: { status: 'loaded', pin, parcel, geometry: shapeOf(pin) } });
}

function walking() {
  const asked: LngLat[] = [];
  const told: Land[] = [];
  const parcelAt = vi.fn(async (point: LngLat) => {
    asked.push(point);
    return pinAt(point);
  });
  const onLeft = vi.fn();
  const openParcel = vi.fn((pin: string) => select(pin));
  const closeParcel = vi.fn(() => select(undefined));
  const onLand = (land: Land) => void told.push(land);
  const { moveTo, stop } = followLand({ parcelAt, openParcel, closeParcel, onLand, onLeft });
  const settle = () => vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
  const selected = () => {
    const { selection } = useMapStore.getState();
    return selection.status === 'none' ? undefined : selection.pin;
  };
  return { moveTo, stop, asked, told, parcelAt, onLeft, openParcel, closeParcel, settle, selected };
}

test('[M17] the lot there is selected, and its nearest line is measured once its shape is there', async () => {
  const { moveTo, told, settle, selected } = walking();
  moveTo(at(0.1));
  await settle();
  expect(selected()).toBe('LOT-0');
  expect(told.at(-1)).toEqual({ status: 'lot', metersToLine: undefined });
  load('LOT-0');
  expect(told.at(-1)).toEqual({ status: 'lot', metersToLine: expect.closeTo(9.05, 1) });
});

test('[M17] [S2] within the lot nothing is asked; across its line the next one is selected', async () => {
  const { moveTo, asked, told, settle, selected, openParcel } = walking();
  moveTo(at(0.1));
  await settle();
  load('LOT-0');
  moveTo(at(0.4));
  expect(told.at(-1)).toEqual({ status: 'lot', metersToLine: expect.closeTo(36.2, 1) });
  expect(asked).toHaveLength(1);
  moveTo(at(1.2));
  await vi.waitFor(() => expect(selected()).toBe('LOT-1'));
  expect(openParcel.mock.calls).toEqual([['LOT-0'], ['LOT-1']]);
});

test('[M17] on a street nothing is selected, and the same spot is not asked about again', async () => {
  const { moveTo, asked, told, settle, selected, onLeft } = walking();
  moveTo(at(9.9));
  await settle();
  load('LOT-9');
  moveTo(at(10.1));
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ status: 'no-lot' }));
  expect(selected()).toBeUndefined();
  moveTo(at(10.101));
  expect(asked).toHaveLength(2);
  moveTo(at(10.2));
  expect(asked).toHaveLength(3);
  expect(onLeft).not.toHaveBeenCalled();
});

test('[M17] one question at a time: the answer for a spot that was left is followed by the next', async () => {
  const { moveTo, asked, selected } = walking();
  for (const spot of [0.1, 1.1, 2.1]) moveTo(at(spot));
  expect(asked).toEqual([at(0.1)]);
  await vi.waitFor(() => expect(selected()).toBe('LOT-2'));
  expect(asked).toEqual([at(0.1), at(2.1)]);
});

test('[M17] a failure is told, and asked again with the next step', async () => {
  const { moveTo, parcelAt, told, settle, selected } = walking();
  parcelAt.mockRejectedValueOnce(new Error('away'));
  moveTo(at(0.1));
  await settle();
  expect(told).toEqual([{ status: 'failed' }]);
  moveTo(at(0.1001));
  await vi.waitFor(() => expect(selected()).toBe('LOT-0'));
});

test('[M17] who closes the parcel or selects another has left; nothing is selected after the end', async () => {
  const { moveTo, stop, settle, onLeft, openParcel } = walking();
  moveTo(at(0.1));
  await settle();
  load('LOT-0');
  expect(onLeft).not.toHaveBeenCalled();
  select('LOT-7');
  expect(onLeft).toHaveBeenCalledOnce();
  moveTo(at(3.1));
  stop();
  await Promise.resolve();
  await Promise.resolve();
  expect(openParcel).toHaveBeenCalledOnce();
  select(undefined);
  expect(onLeft).toHaveBeenCalledOnce();
});
