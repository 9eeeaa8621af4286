import type { Map as MapLibreMap } from 'maplibre-gl';
import { beforeEach, expect, test, vi } from 'vitest';
import { createRepairs } from '../repairs.ts';
import { healMap } from './heal-map.ts';

type Listener = (event: object) => void;

function healedMap() {
  const listeners = new Map<string, Listener>();
  const sources: Record<string, object> = {
    parcels: { type: 'vector' },
    aerial: { type: 'raster' },
    streets: { type: 'vector', url: 'mapbox://streets', setUrl: vi.fn() },
  };
  const map = {
    on: (type: string, listener: Listener) => void listeners.set(type, listener),
    getSource: (id: string) => sources[id],
    getStyle: () => ({ sprite: '/maps/sprites/paper' }),
    setSprite: vi.fn(),
    getFontFaces: () => ({ 'Noto Sans Regular': '/maps/fonts/noto-sans.woff2' }),
    setFontFaces: vi.fn(),
    refreshTiles: vi.fn(),
  };
  const repairs = createRepairs();
  healMap(map as unknown as MapLibreMap, repairs);
  const fail = (status: number | undefined, event: object) => {
    const error = Object.assign(
      new Error(),
      status === undefined ? {} : { status, url: 'https://x.example' },
    );
    listeners.get('error')!({ error, ...event });
  };
  const tile = (z: number, x: number, y: number) => ({ tileID: { canonical: { z, x, y } } });
  return { ...map, sources, repairs, fail, tile, loadStyle: () => listeners.get('style.load')!({}) };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('[M15] the tiles that failed are asked for again, and no others', () => {
  const { refreshTiles, fail, tile } = healedMap();
  fail(0, { sourceId: 'parcels', tile: tile(14, 1, 2) });
  fail(503, { sourceId: 'parcels', tile: tile(14, 1, 3) });
  fail(undefined, { sourceId: 'aerial', tile: tile(14, 1, 3) });
  expect(refreshTiles).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600_000);
  expect(refreshTiles.mock.calls).toEqual([
    [
      'parcels',
      [
        { z: 14, x: 1, y: 2 },
        { z: 14, x: 1, y: 3 },
      ],
    ],
    ['aerial'],
  ]);
});

test.each([401, 403, 404, 410])('a tile that is refused with %i is not asked for again', (status) => {
  const { refreshTiles, fail, tile } = healedMap();
  fail(status, { sourceId: 'parcels', tile: tile(14, 1, 2) });
  vi.advanceTimersByTime(600_000);
  expect(refreshTiles).not.toHaveBeenCalled();
});

test('back online, the map does not wait', () => {
  const { refreshTiles, fail, tile, repairs } = healedMap();
  fail(0, { sourceId: 'parcels', tile: tile(14, 1, 2) });
  repairs.runNow();
  expect(refreshTiles).toHaveBeenCalledTimes(1);
});

test('a sprite and the description of a source are loaded again', () => {
  const { setSprite, sources, fail } = healedMap();
  fail(500, {});
  fail(0, { sourceId: 'streets' });
  vi.advanceTimersByTime(2000);
  expect(setSprite).toHaveBeenCalledWith('/maps/sprites/paper');
  expect((sources.streets as { setUrl: unknown }).setUrl).toHaveBeenCalledWith('mapbox://streets');
});

test.each([
  { fonts: ['maplibre-gl-font-face-3'], times: 0 },
  { fonts: ['Noto Sans'], times: 2 },
])('fonts of which none came are loaded again each time the server is back: $fonts', ({ fonts, times }) => {
  vi.stubGlobal('document', { fonts: fonts.map((family) => ({ family })) });
  const { setFontFaces, loadStyle, repairs } = healedMap();
  loadStyle();
  vi.advanceTimersByTime(600_000);
  repairs.runNow();
  repairs.runNow();
  expect(setFontFaces).toHaveBeenCalledTimes(times);
  vi.unstubAllGlobals();
});

test('another style asks for its tiles itself, and a source that is gone is left alone', () => {
  const { refreshTiles, fail, tile, loadStyle } = healedMap();
  fail(0, { sourceId: 'gone', tile: tile(14, 1, 2) });
  fail(0, { sourceId: 'parcels', tile: tile(14, 1, 2) });
  loadStyle();
  vi.advanceTimersByTime(2000);
  expect(refreshTiles.mock.calls).toEqual([]);
});
