// The map's own extent, and the parcels on it.
import { expect } from '@playwright/test';
import { MAP_CENTER, MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { currentView, lookAt, openServerUrl, shownFeatures } from './map-page.ts';
import { SHARED_VIEWPORT, test } from './shared-map.ts';

test('[M1] the map zooms from 3 to 19', async ({ map }) => {
  const { zoomMin, zoomMax } = await currentView(map);
  expect([zoomMin, zoomMax]).toEqual([MAP_ZOOM_MIN, MAP_ZOOM_MAX]);
  await lookAt(map, { zoom: 25 });
  expect((await currentView(map)).zoom).toBe(MAP_ZOOM_MAX);
  await expect(map.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await lookAt(map, { zoom: 0 });
  expect((await currentView(map)).zoom).toBe(MAP_ZOOM_MIN);
  await expect(map.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
});

test('[M1] the map fills the window, also after the window has changed', async ({ map }) => {
  const canvas = map.locator('canvas');
  await map.setViewportSize({ width: 500, height: 700 });
  await expect.poll(() => canvas.boundingBox()).toEqual({ x: 0, y: 0, width: 500, height: 700 });
  await map.setViewportSize(SHARED_VIEWPORT);
  await expect.poll(() => canvas.boundingBox()).toEqual({ x: 0, y: 0, ...SHARED_VIEWPORT });
});

test('[M13] parcel outlines are drawn from zoom 13, owner names from zoom 14', async ({ map }) => {
  expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(100);
  expect(await shownFeatures(map, 'parcel-labels')).toEqual([]);

  await lookAt(map, { zoom: 14 });
  expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(100);
  const labels = await shownFeatures(map, 'parcel-labels');
  expect(labels.length).toBeGreaterThan(10);
  for (const { PIN, Name } of labels) expect([PIN, Name]).toEqual([expect.any(String), expect.any(String)]);

  await lookAt(map, { zoom: 12.9 });
  expect(await shownFeatures(map, 'parcel-outlines')).toEqual([]);
});

test('[M13] parcels stay on the map beyond the last zoom that has tiles', async ({ map }) => {
  await lookAt(map, { zoom: MAP_ZOOM_MAX });
  expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(0);
});

test('[M13] the parcel at the start carries the name that the server knows it by', async ({ map }) => {
  const answer = await map.request.get(`${openServerUrl()}/api/parcels/at`, { params: MAP_CENTER });
  const { pin, name } = await answer.json();
  await lookAt(map, { zoom: 17 });
  expect(await shownFeatures(map, 'parcel-labels')).toContainEqual(
    expect.objectContaining({ PIN: pin, Name: name }),
  );
});
