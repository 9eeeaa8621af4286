import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, expect, test, vi } from 'vitest';
import { eventMap } from '../../test/component/event-map.ts';
import { keepPicture } from './keep-picture.ts';

const container = document.body.appendChild(document.createElement('div'));
afterEach(() => {
  vi.useRealTimers();
  container.replaceChildren();
});

/** A map of one color, which only a redraw shows, as with WebGL. */
function coloredMap() {
  const canvas = container.appendChild(document.createElement('canvas'));
  const context = canvas.getContext('2d')!;
  const { map, fire } = eventMap();
  const redraw = () => {
    context.fillStyle = 'rgb(0, 128, 0)';
    context.fillRect(0, 0, canvas.width, canvas.height);
  };
  return { map: Object.assign(map, { getCanvas: () => canvas, redraw }) as unknown as MapLibreMap, fire };
}

const picture = () => container.querySelector<HTMLCanvasElement>('.map-before');

test('[M2] the basemap before is in sight until the next one is drawn', () => {
  const { map, fire } = coloredMap();
  keepPicture(map);
  expect([...picture()!.getContext('2d')!.getImageData(5, 5, 1, 1).data]).toEqual([0, 128, 0, 255]);
  fire('idle');
  expect(picture()).toBeNull();
});

test.each(['movestart', 'resize', 'remove'])(
  '[M2] it is gone at a %s, with which it would be out of place',
  (event) => {
    const { map, fire } = coloredMap();
    keepPicture(map);
    fire(event);
    expect(picture()).toBeNull();
  },
);

test('[M2] a basemap that never comes does not freeze the map', () => {
  vi.useFakeTimers();
  const { map } = coloredMap();
  keepPicture(map);
  vi.advanceTimersByTime(10_000);
  expect(picture()).toBeNull();
});
