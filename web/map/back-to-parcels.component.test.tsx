import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { listenerCount, openEmptyMap } from '../../test/component/empty-map.ts';
import { BackToParcels } from './back-to-parcels.tsx';

const view = {
  center: { lng: -80.89, lat: 35.78 },
  zoom: 13,
  bounds: { west: -81.2, south: 35.5, east: -80.7, north: 36.1 },
};

test('far from the parcels a button leads back to them, and is gone there', async () => {
  const map = await openEmptyMap({ center: view.center, zoom: 13 });
  const before = listenerCount(map);
  const { unmount } = await render(
    <div className="map-messages">
      <BackToParcels map={map} view={view} />
    </div>,
  );
  const back = page.getByRole('button', { name: 'Back to the parcels' });
  expect(back.elements()).toEqual([]);
  map.jumpTo({ center: [-81, 36], zoom: 12 });
  expect(back.elements()).toEqual([]);
  map.jumpTo({ center: [-70, 40], zoom: 14 });
  await back.click();
  await expect.poll(() => back.elements()).toEqual([]);
  await expect.poll(() => map.isMoving()).toBe(false);
  expect(map.getZoom()).toBeCloseTo(13, 6);
  expect(map.getCenter().lng).toBeCloseTo(view.center.lng, 6);
  await unmount();
  expect(listenerCount(map)).toBe(before);
});
