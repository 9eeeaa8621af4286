import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { noSaving } from '../../test/component/no-saving.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { ParcelPanel } from './parcel-panel.tsx';
import { clickParcel, openParcel } from './select-parcel.ts';

const parcel = exampleParcel();

/** At the foot of the map, where the panel is. */
const geometry = () => ({
  type: 'Polygon',
  coordinates: [
    [
      [0, 40 - innerHeight],
      [9, 40 - innerHeight],
      [9, 90 - innerHeight],
      [0, 40 - innerHeight],
    ],
  ],
});

let answerGeometry: () => void;

beforeEach(() => {
  stubFetch(async (path: string) => {
    if (!path.includes('/feature/')) return Response.json(parcel);
    await new Promise<void>((resolve) => {
      answerGeometry = resolve;
    });
    return Response.json({ type: 'Feature', properties: {}, geometry: geometry() });
  });
});
afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
});

async function selectParcel() {
  const fake = fakeMap({ widthPx: innerWidth, heightPx: innerHeight });
  await render(
    <main className="relative h-dvh overflow-hidden">
      <ParcelPanel map={fake.map} saving={noSaving} />
    </main>,
  );
  const isDone = clickParcel(parcel.pin);
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
  return { ...fake, isDone };
}

/** React has rendered by then, and run its effects. */
const rendered = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

test('a parcel under the panel is revealed, but not after the map was moved', async () => {
  const { panBy, fire, isDone } = await selectParcel();
  answerGeometry();
  await isDone;
  await expect.poll(() => panBy.mock.calls.length).toBe(1);

  const isOpenAgain = openParcel(parcel.pin);
  fire('movestart');
  answerGeometry();
  await isOpenAgain;
  await rendered();
  expect(panBy).toHaveBeenCalledOnce();
});

test('a parcel that is opened again after a flight to it is revealed again', async () => {
  const { panBy, fire, isDone } = await selectParcel();
  answerGeometry();
  await isDone;
  await expect.poll(() => panBy.mock.calls.length).toBe(1);

  fire('movestart');
  const isOpenAgain = openParcel(parcel.pin);
  answerGeometry();
  await isOpenAgain;
  await expect.poll(() => panBy.mock.calls.length).toBe(2);
});
