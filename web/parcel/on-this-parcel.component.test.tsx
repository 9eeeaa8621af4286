import './parcel-panel.css';
import './parcel-extras.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { MapLayer } from '../../contract/client-config.ts';
import type { OverlaysOnParcel } from '../../contract/overlays.ts';
import { axeViolations } from '../../test/component/axe-violations.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { exampleLayers } from '../../test/example-layers.ts';
import { useMapStore } from '../map-store.ts';
import { newQueryClient } from '../query-client.ts';
import { OnThisParcel } from './on-this-parcel.tsx';

const flood: MapLayer = {
  id: 'flood',
  kind: 'overlay',
  title: 'Flood zone',
  source: exampleLayers.at(-1)!.source!,
};
const floodPart = { value: 'AE', acres: 2.1, share: 0.34 };
const flooded: OverlaysOnParcel = {
  overlays: [{ name: 'flood', title: 'Flood zone', parts: [floodPart] }],
};

const answer = vi.fn<(path: string) => Response | Promise<Response>>();
const asked = () => answer.mock.calls.map(([path]) => path);
const group = page.getByRole('heading', { name: 'On this parcel' });
/** As a reader sees them. */
const lines = () => (document.querySelector('.on-parcel > dl') as HTMLElement).innerText.split('\n');

beforeEach(() => {
  stubFetch(async (path: string) => answer(path));
  useMapStore.setState({ layers: [flood], parcelVersion: '1' });
  return () => {
    answer.mockReset();
    vi.unstubAllGlobals();
    useMapStore.setState(useMapStore.getInitialState());
  };
});

async function show(pin: string) {
  const queries = newQueryClient();
  const content = (shown: string) => (
    <QueryClientProvider client={queries}>
      <OnThisParcel pin={shown} />
    </QueryClientProvider>
  );
  const { rerender, container } = await render(content(pin));
  return { container, showOther: (other: string) => rerender(content(other)) };
}

test('[LAY-5] one part stands in a line with the title, several below it, and what is nearest where there is none', async () => {
  answer.mockImplementation(() =>
    Response.json({
      overlays: [
        ...flooded.overlays,
        {
          name: 'utilities',
          title: 'Utilities',
          parts: [
            { value: 'Main', acres: 0.5, share: 0.08 },
            { value: '', acres: 0.01, share: 0.001 },
            { value: 'Main', feet: 120 },
            { value: 'Main', count: 2 },
          ],
        },
        { name: 'hydrants', title: 'Hydrants', parts: [{ value: '', count: 2 }] },
        { name: 'wetlands', title: 'Wetlands', parts: [], nearest: { value: 'Pond', feet: 340 } },
        { name: 'soils', title: 'Soils', parts: [] },
      ],
      ground: { lowest_feet: 612, highest_feet: 684, mean_feet: 640, slope_percent: 6 },
    } satisfies OverlaysOnParcel),
  );
  await show('a/1');
  await expect.element(group).toBeVisible();
  expect(asked()).toEqual(['/api/parcels/a%2F1/overlays']);
  expect(lines().filter(Boolean)).toEqual([
    'Flood zone AE: 34% (2.1 acres)',
    'Utilities',
    'Main: 8% (0.5 acres)',
    'No value: <1% (0.01 acres)',
    'Main: 120 ft',
    'Main: 2',
    'Hydrants: 2',
    'Wetlands',
    'Nearest: Pond, 340 ft away',
    'Ground: 612 to 684 ft, mean 640 ft; slope 6%',
  ]);
  expect(await axeViolations('.on-parcel')).toEqual([]);
});

test('[LAY-5] nothing is asked for without an overlay or hills of this server, and nothing is shown for an empty answer', async () => {
  // Another provider's hills have no source.
  useMapStore.setState({ layers: exampleLayers });
  const { container } = await show('1');
  expect(container.textContent).toBe('');
  expect(asked()).toEqual([]);
  answer.mockImplementation(() => Response.json({ overlays: [{ name: 'a', title: 'A', parts: [] }] }));
  useMapStore.setState({ layers: [{ ...flood, kind: 'terrain' }] });
  await expect.poll(() => asked().length).toBe(1);
  await expect.poll(() => container.textContent).toBe('');
});

test('[LAY-5] a line of the skeleton while it loads, and a quiet line with Try again where it fails', async () => {
  const settle: ((response: Response) => void)[] = [];
  answer.mockImplementation(() => new Promise((resolve) => settle.push(resolve)));
  const { container } = await show('1');
  await expect.poll(() => container.querySelectorAll('.skeleton').length).toBe(1);
  settle[0]!(Response.json({ message: 'Busy.' }, { status: 503 }));
  const failure = page.getByRole('status');
  await expect.element(failure).toHaveTextContent('What lies on this parcel could not be loaded. Try again');
  expect(container.querySelector('.skeleton')).toBeNull();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => container.querySelectorAll('.skeleton').length).toBe(1);
  settle[1]!(Response.json(flooded));
  await expect.poll(lines).toEqual(['Flood zone AE: 34% (2.1 acres)']);
});

test('[LAY-5] a stale response is not shown for another parcel; each is asked for once until parcels or overlays change', async () => {
  const settle = new Map<string, () => void>();
  answer.mockImplementation((path) => {
    const [, pin] = /parcels\/(.*)\/overlays/.exec(path)!;
    const overlays = [{ name: 'flood', title: 'Of', parts: [{ value: pin!, count: 1 }] }];
    return new Promise((resolve) => settle.set(pin!, () => resolve(Response.json({ overlays }))));
  });
  const { showOther, container } = await show('1');
  await expect.poll(() => settle.has('1')).toBe(true);
  await showOther('2');
  await expect.poll(() => settle.has('2')).toBe(true);
  settle.get('1')!();
  settle.get('2')!();
  await expect.poll(lines).toEqual(['Of 2: 1']);
  await showOther('1');
  // Aborted before, so it is asked for again.
  await expect.poll(() => asked().length).toBe(3);
  settle.get('1')!();
  await expect.poll(lines).toEqual(['Of 1: 1']);
  await showOther('2');
  await expect.poll(lines).toEqual(['Of 2: 1']);
  expect(asked()).toHaveLength(3);
  useMapStore.setState({ parcelVersion: '2' });
  await expect.poll(() => asked().length).toBe(4);
  useMapStore.setState({ layers: [{ ...flood, title: 'Floods' }] });
  await expect.poll(() => asked().length).toBe(5);
  settle.get('2')!();
  await expect.poll(() => container.textContent).toContain('Of 2: 1');
});

test('[LAY-bad] titles and values are text, never markup', async () => {
  const value = `<img src=x onerror="document.title='broken in'">`;
  answer.mockImplementation(() =>
    Response.json({ overlays: [{ name: 'a', title: '<b>A</b>', parts: [{ value, count: 1 }] }] }),
  );
  const { container } = await show('1');
  await expect.poll(lines).toEqual([`<b>A</b> ${value}: 1`]);
  expect(container.querySelector('img, b')).toBeNull();
});
