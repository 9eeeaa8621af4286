import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import { useMapStore } from '../map-store.ts';
import { followPointer } from './follow-pointer.ts';

/** A map of two parcels side by side, and a road to their right: x below 100, below 200, and beyond. */
function fakeMap() {
  const ground = new EventTarget();
  const style = { cursor: '' };
  const canvas = { style, getBoundingClientRect: () => ({ left: 10, top: 20 }) };
  const listeners = new Map<string, Set<(event: object) => void>>();
  const listenersOf = (type: string) => listeners.get(type) ?? listeners.set(type, new Set()).get(type)!;
  const queryRenderedFeatures = vi.fn(([x]: [number, number]) => {
    if (x >= 200) return [];
    return [{ properties: { PIN: x < 100 ? 'west' : 'east', Name: 'ADA' } }];
  });
  const map = {
    style: {},
    getCanvas: () => canvas,
    getCanvasContainer: () => ground,
    getLayer: () => ({}),
    queryRenderedFeatures,
    on: (type: string, listener: () => void) => listenersOf(type).add(listener),
    off: (type: string, listener: () => void) => listenersOf(type).delete(listener),
  };
  const point = (type: string, x: number, more: object = {}) =>
    ground.dispatchEvent(
      Object.assign(new Event(type), {
        pointerType: 'mouse',
        buttons: 0,
        clientX: x + 10,
        clientY: 25,
        ...more,
      }),
    );
  return {
    map: map as unknown as MapLibreMap,
    style,
    queryRenderedFeatures,
    point,
    fire: (type: string, event: object = {}) => {
      for (const listener of listenersOf(type)) listener(event);
    },
    listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

const click = (x: number) => ({ point: [x, 5], lngLat: { lng: -80.86, lat: 35.62 } });
const state = () => useMapStore.getState();
const hovered = () => state().hovered?.pin;

let frames: (() => void)[];
const nextFrame = () => {
  for (const draw of frames.splice(0)) draw();
};

let fake: ReturnType<typeof fakeMap>;
let stop: () => void;
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => {});
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  useMapStore.setState(useMapStore.getInitialState());
  fake = fakeMap();
  stop = followPointer(fake.map);
});
afterEach(() => {
  stop();
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
});

describe('a pointer over the map', () => {
  test('[S4] hovers the parcel under it, with the cursor that says click, and none on the road', () => {
    fake.point('pointermove', 50);
    expect([hovered(), fake.style.cursor]).toEqual(['west', 'pointer']);
    nextFrame();
    fake.point('pointermove', 250);
    expect([hovered(), fake.style.cursor]).toEqual([undefined, '']);
  });

  test('[S4] hovers nothing any more when it leaves', () => {
    fake.point('pointermove', 50);
    fake.point('pointerleave', 50);
    expect([hovered(), fake.style.cursor]).toEqual([undefined, '']);
  });

  test('looks at once, then no more than once a frame, and never misses where it came to rest', () => {
    fake.point('pointermove', 50);
    fake.point('pointermove', 120);
    fake.point('pointermove', 250);
    fake.point('pointermove', 150);
    expect(fake.queryRenderedFeatures).toHaveBeenCalledOnce();
    nextFrame();
    expect(fake.queryRenderedFeatures).toHaveBeenCalledTimes(2);
    expect(hovered()).toBe('east');
  });

  test('[S4] hovers nothing while a parcel is selected, but still says click', () => {
    fake.point('pointermove', 50);
    fake.fire('click', click(50));
    expect(state().selection).toEqual({ status: 'loading', pin: 'west' });
    expect(hovered()).toBeUndefined();
    nextFrame();
    fake.point('pointermove', 150);
    expect([hovered(), fake.style.cursor]).toEqual([undefined, 'pointer']);
  });

  test('[S4] hovers again as soon as nothing is selected', () => {
    useMapStore.setState({ selection: { status: 'error', pin: 'east', message: 'No.' } });
    fake.point('pointermove', 50);
    expect(hovered()).toBeUndefined();
    fake.fire('click', click(50));
    expect(state().selection).toEqual({ status: 'none' });
    expect(hovered()).toBe('west');
  });

  test('[S1] [S2] a click on the road selects nothing, and deselects', () => {
    fake.fire('click', click(250));
    expect(state().selection).toEqual({ status: 'none' });
    useMapStore.setState({ selection: { status: 'error', pin: 'east', message: 'No.' } });
    fake.fire('click', click(250));
    expect(state().selection).toEqual({ status: 'none' });
  });

  test('a finger hovers nothing, so that nothing stays hovered when it is lifted', () => {
    fake.point('pointermove', 50, { pointerType: 'touch' });
    expect(hovered()).toBeUndefined();
    fake.fire('click', click(50));
    expect(state().selection).toEqual({ status: 'loading', pin: 'west' });
  });

  test('nothing is hovered while the map is dragged', () => {
    fake.point('pointermove', 50);
    nextFrame();
    fake.point('pointermove', 60, { buttons: 1 });
    expect([hovered(), fake.style.cursor]).toEqual([undefined, '']);
  });

  test('when the ground has moved under it, it hovers what is there now', () => {
    fake.point('pointermove', 50);
    fake.queryRenderedFeatures.mockReturnValue([]);
    fake.fire('moveend');
    expect(hovered()).toBeUndefined();
  });

  test.each(['measure', 'draw'] as const)(
    'hovers and selects nothing while the tool to %s is open',
    (tool) => {
      fake.point('pointermove', 50);
      useMapStore.setState({ tool });
      expect([hovered(), fake.style.cursor]).toEqual([undefined, '']);
      nextFrame();
      fake.point('pointermove', 150);
      fake.fire('click', click(150));
      expect([hovered(), fake.style.cursor, state().selection.status]).toEqual([undefined, '', 'none']);
    },
  );

  test('a tool keeps the cursor it has set', () => {
    fake.point('pointermove', 50);
    useMapStore.setState({ tool: 'measure' });
    fake.style.cursor = 'crosshair';
    nextFrame();
    fake.point('pointermove', 150);
    expect(fake.style.cursor).toBe('crosshair');
    fake.style.cursor = '';
    useMapStore.setState({ tool: 'none' });
    expect(fake.style.cursor).toBe('pointer');
  });

  test('taking the listeners off twice leaves none, and nothing hovered', () => {
    fake.point('pointermove', 50);
    stop();
    expect([hovered(), fake.style.cursor, fake.listening()]).toEqual([undefined, '', 0]);
    const again = followPointer(fake.map);
    again();
    expect(fake.listening()).toBe(0);
    fake.point('pointermove', 150);
    expect(hovered()).toBeUndefined();
  });
});
