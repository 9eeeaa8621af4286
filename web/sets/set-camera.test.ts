import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showAll } from './set-camera.ts';

/** A phone whose map stands at zoom 12, where one degree is this many pixels. */
function phone(degreePx: number) {
  const fitBounds = vi.fn();
  const flyTo = vi.fn();
  const map = {
    fitBounds,
    flyTo,
    getContainer: () => ({ clientWidth: 360, clientHeight: 640 }),
    getZoom: () => 12,
    project: ([lng, lat]: [number, number]) => ({ x: lng * degreePx, y: -lat * degreePx }),
  } as unknown as MapLibreMap;
  return { map, fitBounds, flyTo };
}

const bounds = { west: -81, south: 35, east: -80, north: 36 };

/** Without an open panel. */
beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('[F1] a set that nearly fits where its marks are drawn is shown there', () => {
  const { map, fitBounds, flyTo } = phone(1500);
  showAll(map, bounds, null);
  expect(flyTo).toHaveBeenCalledWith({ center: { lng: -80.5, lat: 35.5 }, zoom: 10, offset: [-18, 18] });
  expect(fitBounds).not.toHaveBeenCalled();
});

test.each([
  ['fits closer', 500],
  ['is far too large', 5000],
])('[F1] a set that %s is shown in full', (_, degreePx) => {
  const { map, fitBounds, flyTo } = phone(degreePx);
  showAll(map, bounds, null);
  expect(fitBounds).toHaveBeenCalledOnce();
  expect(flyTo).not.toHaveBeenCalled();
});
