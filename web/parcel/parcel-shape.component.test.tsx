import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { useKeptSwitches } from '../kept-switches.ts';
import { useMapStore } from '../map-store.ts';
import './parcel-extras.css';
import { ParcelShape, SidesAndCorners, useFigures } from './parcel-shape.tsx';

/** About 297 by 364 feet: 2.48 acres. */
const lot: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-80.86, 35.62],
      [-80.86, 35.621],
      [-80.859, 35.621],
      [-80.859, 35.62],
      [-80.86, 35.62],
    ],
  ],
};

const table = page.getByRole('table');
const lengths = page.getByRole('checkbox', { name: /^Side lengths/ });
const copyIn = (format: string) => page.getByRole('button', { name: `Copy corners in ${format}` });
let copied: string[] = [];

async function show(changes: Parameters<typeof exampleParcel>[0] = {}, geometry: AreaGeometry | null = lot) {
  const parcel = exampleParcel({ taxacres: 2.5, ...changes });
  useMapStore.setState({ selection: { status: 'loaded', pin: parcel.pin, parcel, geometry } });
  await render(<Shape parcel={parcel} />);
}

function Shape({ parcel }: { parcel: ReturnType<typeof exampleParcel> }) {
  const figures = useFigures();
  return (
    figures && (
      <>
        <ParcelShape parcel={parcel} figures={figures} />
        <SidesAndCorners parcel={parcel} figures={figures} />
      </>
    )
  );
}

/** What is open stays open for the next parcel. */
async function openSides() {
  const part = page.getByText('Sides and corners');
  if (!part.element().closest('details')!.open) await part.click();
}

beforeEach(() => {
  copied = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  useMapStore.setState(useMapStore.getInitialState());
  useKeptSwitches.setState(useKeptSwitches.getInitialState(), true);
});

test('[S16] perimeter and area are shown once the shape has arrived', async () => {
  await show({}, null);
  await expect.element(page.getByText('Perimeter')).not.toBeInTheDocument();
  const { selection } = useMapStore.getState();
  useMapStore.setState({ selection: { ...selection, geometry: lot } as typeof selection });
  await expect.element(page.getByText('1,322.5 ft')).toBeVisible();
  await expect.element(page.getByText('2.48 acres')).toBeVisible();
  await expect.element(page.getByText(/than the tax acres/)).not.toBeInTheDocument();
});

test('[S16] an area that differs from the tax acres by more than 5% says so', async () => {
  await show({ taxacres: 2 });
  await expect.element(page.getByText('24% more than the tax acres')).toBeVisible();
});

test('[S16] the shape of a unit is that of its lot, and is not compared with the unit’s acres', async () => {
  await show({ taxacres: 0.1, lot: '46-1~iredell' });
  await expect.element(page.getByRole('heading', { name: 'Shape of the lot' })).toBeVisible();
  await expect.element(page.getByText(/than the tax acres/)).not.toBeInTheDocument();
});

test('[S16] side lengths are on at first, and stay off where somebody has switched them off', async () => {
  await show();
  await expect.element(lengths).toBeChecked();
  const texts = () => useMapStore.getState().sideLabels.map(({ text }) => text);
  expect(texts()).toEqual(['364.0 ft', '297.2 ft', '364.0 ft', '297.2 ft']);
  await lengths.click();
  await expect.element(lengths).not.toBeChecked();
  expect(texts()).toEqual([]);
  expect(JSON.parse(localStorage.getItem('switches')!)).toEqual({ 'side-lengths': false });
});

test('[S17] sides are a table with number, length and bearing, on demand', async () => {
  await show();
  expect(table.query()).toBeNull();
  await openSides();
  await expect.element(table.getByRole('columnheader', { name: 'Bearing' })).toBeVisible();
  const cells = table.getByRole('row').nth(2).element().querySelectorAll('th, td');
  expect([...cells].map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '2',
    '297.2 ft',
    'N 89°59′59″ E',
  ]);
});

test('[S17] corners are copied in degrees, UTM and State Plane, and the button says that they were', async () => {
  await show();
  await openSides();
  await copyIn('degrees').click();
  await expect.element(copyIn('degrees')).toHaveTextContent('Copied');
  await expect.element(page.getByText('Corners copied')).toBeInTheDocument();
  await copyIn('UTM').click();
  await copyIn('State Plane').click();
  expect(copied.map((text) => text.split('\n')[0])).toEqual([
    '35.6200000, -80.8600000',
    '3941811.256, 512678.126',
    '685757.60, 1447253.56',
  ]);
  expect(copied.every((text) => text.split('\n').length === 4)).toBe(true);
  await expect.element(page.getByText(/^Datum: NAD83/)).toBeVisible();
});

test('[S17] where several State Plane zones are possible, one can be chosen', async () => {
  // Kansas City, on the line between two states.
  const shifted: AreaGeometry = {
    type: 'Polygon',
    coordinates: lot.coordinates.map((ring) =>
      (ring as [number, number][]).map(([lng, lat]): [number, number] => [lng - 13.75, lat + 3.48]),
    ),
  };
  await show(
    { origin: { name: 'wyandotte', title: 'Wyandotte County, Kansas', date: '2026-01-01' } },
    shifted,
  );
  await openSides();
  const zones = page.getByRole('combobox', { name: 'State Plane zone' });
  await expect.element(zones).toHaveDisplayValue('Kansas North');
  await copyIn('State Plane').click();
  await userEvent.selectOptions(zones, 'Missouri West');
  await expect.element(copyIn('State Plane')).toBeEnabled();
  await copyIn('State Plane').click();
  await vi.waitFor(() => expect(copied).toHaveLength(2));
  expect(copied[0]).not.toBe(copied[1]);
});

test('[S17] a copy that fails says so', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await show();
  await openSides();
  await copyIn('degrees').click();
  await expect.element(copyIn('degrees')).toHaveTextContent('Not copied');
});
