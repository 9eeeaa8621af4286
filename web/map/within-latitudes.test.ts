import { expect, test } from 'vitest';
import { MAP_CENTER, MAP_LAT_MAX, MAP_ZOOM, MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { latOfWorldY, worldY } from '../../geo/mercator.ts';
import { withinLatitudes } from './within-latitudes.ts';

function shown({ lat, zoom }: { lat: number; zoom: number }, heightPx: number) {
  const half = heightPx / 512 / 2 ** zoom / 2;
  return { north: latOfWorldY(worldY(lat) - half), south: latOfWorldY(worldY(lat) + half) };
}

test('a view away from the poles stays unchanged', () => {
  const view = { lat: MAP_CENTER.lat, zoom: MAP_ZOOM };
  expect(withinLatitudes(view, 900)).toEqual(view);
});

test.each([90, 85, 84, -84, -85, -90])(
  '[M16] looking at latitude %d shows nothing beyond 85 degrees',
  (lat) => {
    for (const zoom of [MAP_ZOOM_MIN, 5, MAP_ZOOM_MAX]) {
      for (const heightPx of [360, 900, 2000]) {
        const { north, south } = shown(withinLatitudes({ lat, zoom }, heightPx), heightPx);
        expect(north).toBeLessThanOrEqual(MAP_LAT_MAX + 1e-9);
        expect(south).toBeGreaterThanOrEqual(-MAP_LAT_MAX - 1e-9);
      }
    }
  },
);

test('[M16] a window taller than the world is zoomed in until it is filled', () => {
  const view = withinLatitudes({ lat: 20, zoom: MAP_ZOOM_MIN }, 6000);
  expect(view.zoom).toBeGreaterThan(MAP_ZOOM_MIN);
  expect(view.lat).toBeCloseTo(0, 9);
});

test('[M1] the zoom stays between 3 and 19', () => {
  expect(withinLatitudes({ lat: 0, zoom: 0 }, 600).zoom).toBe(MAP_ZOOM_MIN);
  expect(withinLatitudes({ lat: 0, zoom: 25 }, 600).zoom).toBe(MAP_ZOOM_MAX);
});
