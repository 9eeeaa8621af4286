import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOVER_REATTACH_MS } from '../../contract/limits.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { PARCEL_SOURCE } from '../map/layers-on-map.ts';
import { useMapStore } from '../map-store.ts';
import { followPointer, reattachAfterStyles } from './follow-pointer.ts';

/** A map of two parcels and a road, side by side: x from 0, from 100 and from 200. */
function mapOfTwoParcels() {
  const fake = fakeMap({ style: { layers: [{ id: 'parcel-areas', type: 'fill' }] } });
  fake.canvas.getBoundingClientRect = () => ({ left: 10, top: 20 });
  fake.queryRenderedFeatures.mockImplementation(([x]) =>
    x >= 200 ? [] : [{ properties: { PIN: x < 100 ? 'west' : 'east', Name: 'ADA' } }],
  );
  const movePointer = (type: string, x: number, more: object = {}) =>
    fake.canvasContainer.dispatchEvent(
      Object.assign(new Event(type), {
        pointerType: 'mouse',
        buttons: 0,
        clientX: x + 10,
        clientY: 25,
        ...more,
      }),
    );
  return { ...fake, movePointer };
}

const click = (x: number) => ({ point: [x, 5] });
/** The map then draws a frame, and rests. */
const tilesArrive = () => {
  fake.fire('sourcedata', { sourceId: PARCEL_SOURCE, tile: {} });
  fake.fire('idle');
};
const state = () => useMapStore.getState();
const hovered = () => state().hovered?.pin;

let frames: (() => void)[];
const nextFrame = () => {
  for (const draw of frames.splice(0)) draw();
};

let fake: ReturnType<typeof mapOfTwoParcels>;
let stop: () => void;
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => {});
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  useMapStore.setState(useMapStore.getInitialState());
  fake = mapOfTwoParcels();
  stop = followPointer(fake.map);
});
afterEach(() => {
  stop();
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a pointer over the map', () => {
  test('[S4] hovers the parcel under it, with a pointer cursor, and none on the road', () => {
    fake.movePointer('pointermove', 50);
    expect([hovered(), fake.canvas.style.cursor]).toEqual(['west', 'pointer']);
    nextFrame();
    fake.movePointer('pointermove', 250);
    expect([hovered(), fake.canvas.style.cursor]).toEqual([undefined, '']);
  });

  test('[S4] hovers nothing after it has left the map', () => {
    fake.movePointer('pointermove', 50);
    fake.movePointer('pointerleave', 50);
    expect([hovered(), fake.canvas.style.cursor]).toEqual([undefined, '']);
  });

  test('throttle: the first move is handled at once, later ones once per frame, and the last one always', () => {
    fake.movePointer('pointermove', 50);
    fake.movePointer('pointermove', 120);
    fake.movePointer('pointermove', 250);
    fake.movePointer('pointermove', 150);
    expect(fake.queryRenderedFeatures).toHaveBeenCalledOnce();
    nextFrame();
    expect(fake.queryRenderedFeatures).toHaveBeenCalledTimes(2);
    expect(hovered()).toBe('east');
  });

  test('hovers the parcel under it once its tiles have arrived', () => {
    fake.queryRenderedFeatures.mockReturnValueOnce([]);
    fake.movePointer('pointermove', 50);
    expect(hovered()).toBeUndefined();
    tilesArrive();
    expect(hovered()).toBe('west');
  });

  test('asks the map once for each place: the frame that shows the highlight brings nothing new', () => {
    fake.movePointer('pointermove', 50);
    fake.fire('sourcedata', { sourceId: 'basemap', tile: {} });
    fake.fire('idle');
    expect(fake.queryRenderedFeatures).toHaveBeenCalledOnce();
  });

  test('[S4] hovers nothing while a parcel is selected, but keeps the pointer cursor', () => {
    fake.movePointer('pointermove', 50);
    fake.fire('click', click(50));
    expect(state().selection).toEqual({ status: 'loading', pin: 'west' });
    expect(hovered()).toBeUndefined();
    nextFrame();
    fake.movePointer('pointermove', 150);
    expect([hovered(), fake.canvas.style.cursor]).toEqual([undefined, 'pointer']);
  });

  test('[S4] hovers again as soon as nothing is selected', () => {
    useMapStore.setState({ selection: { status: 'error', pin: 'east', message: 'No.' } });
    fake.movePointer('pointermove', 50);
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

  const shiftClick = (x: number, type = 'mouseup') => ({
    originalEvent: { type, clientX: x + 10, clientY: 25, shiftKey: true },
  });

  test('[S18] a click with Shift begins to pick parcels, further clicks add them and take them away', () => {
    fake.fire('boxzoomcancel', shiftClick(50));
    expect(state()).toMatchObject({ tool: 'pick', picked: ['west'], selection: { status: 'none' } });
    fake.fire('click', click(150));
    expect(state().picked).toEqual(['west', 'east']);
    fake.fire('click', click(50));
    expect(state().picked).toEqual(['east']);
    fake.fire('boxzoomcancel', shiftClick(150));
    expect(state()).toMatchObject({ tool: 'pick', picked: [], selection: { status: 'none' } });
  });

  test('[S18] a click with Shift beside the parcels, and a box that Escape ends, pick nothing', () => {
    fake.fire('boxzoomcancel', shiftClick(250));
    fake.fire('boxzoomcancel', shiftClick(50, 'keydown'));
    expect(state()).toMatchObject({ tool: 'none', picked: [] });
    useMapStore.setState({ tool: 'pick' });
    fake.fire('click', click(250));
    expect(state()).toMatchObject({ tool: 'pick', picked: [] });
  });

  test("[S18] a click with Shift is the tool's while one is open", () => {
    useMapStore.setState({ tool: 'measure' });
    fake.fire('boxzoomcancel', shiftClick(50));
    expect(state()).toMatchObject({ tool: 'measure', picked: [] });
  });

  test('[S18] parcels are hovered while they are picked', () => {
    useMapStore.setState({ tool: 'pick' });
    fake.movePointer('pointermove', 50);
    expect([hovered(), fake.canvas.style.cursor]).toEqual(['west', 'pointer']);
  });

  test('touch hovers nothing, so that nothing stays hovered when the finger is lifted', () => {
    fake.movePointer('pointermove', 50, { pointerType: 'touch' });
    expect(hovered()).toBeUndefined();
    fake.fire('click', click(50));
    expect(state().selection).toEqual({ status: 'loading', pin: 'west' });
  });

  test('nothing is hovered while the map is dragged', () => {
    fake.movePointer('pointermove', 50);
    nextFrame();
    fake.movePointer('pointermove', 60, { buttons: 1 });
    expect([hovered(), fake.canvas.style.cursor]).toEqual([undefined, '']);
  });

  test('hovers the new parcel under it after the map has moved', () => {
    fake.movePointer('pointermove', 50);
    fake.queryRenderedFeatures.mockReturnValue([]);
    fake.fire('moveend');
    expect(hovered()).toBeUndefined();
  });

  test.each(['measure', 'draw'] as const)(
    'hovers and selects nothing while the tool to %s is open',
    (tool) => {
      fake.movePointer('pointermove', 50);
      useMapStore.setState({ tool });
      expect([hovered(), fake.canvas.style.cursor]).toEqual([undefined, '']);
      nextFrame();
      fake.movePointer('pointermove', 150);
      fake.fire('click', click(150));
      expect([hovered(), fake.canvas.style.cursor, state().selection.status]).toEqual([
        undefined,
        '',
        'none',
      ]);
    },
  );

  test('a tool keeps the cursor it has set', () => {
    fake.movePointer('pointermove', 50);
    useMapStore.setState({ tool: 'measure' });
    fake.canvas.style.cursor = 'crosshair';
    nextFrame();
    fake.movePointer('pointermove', 150);
    expect(fake.canvas.style.cursor).toBe('crosshair');
    fake.canvas.style.cursor = '';
    useMapStore.setState({ tool: 'none' });
    expect(fake.canvas.style.cursor).toBe('pointer');
  });

  test('detaching removes every listener and the hover, also after attaching again', () => {
    fake.movePointer('pointermove', 50);
    stop();
    expect([hovered(), fake.canvas.style.cursor, fake.listenerCount()]).toEqual([undefined, '', 0]);
    const again = followPointer(fake.map);
    again();
    expect(fake.listenerCount()).toBe(0);
    fake.movePointer('pointermove', 150);
    expect(hovered()).toBeUndefined();
  });
});

describe('the crosshair of the keyboard', () => {
  /** The middle of the map, 800 pixels wide, is on the parcel in the east. */
  const lookEast = () =>
    fake.queryRenderedFeatures.mockImplementation(([x, y]) =>
      x === 400 && y === 300 ? [{ properties: { PIN: 'east', Name: 'ADA' } }] : [],
    );

  test('hovers the parcel under it as soon as it is shown, and nothing when it goes', () => {
    lookEast();
    useMapStore.setState({ showsCrosshair: true });
    expect(hovered()).toBe('east');
    useMapStore.setState({ showsCrosshair: false });
    expect(hovered()).toBeUndefined();
  });

  test('hovers the new parcel under it when the map rests, and when its tiles have arrived', () => {
    useMapStore.setState({ showsCrosshair: true });
    fake.queryRenderedFeatures.mockReturnValue([]);
    fake.fire('moveend');
    expect(hovered()).toBeUndefined();
    lookEast();
    tilesArrive();
    expect(hovered()).toBe('east');
  });
});

describe('the listeners on a change of style', () => {
  let attached = 0;
  const attach = () => {
    attached++;
    return () => {
      attached--;
    };
  };

  beforeEach(() => {
    attached = 0;
  });

  test('[S4] listeners attach again 50 ms after a style has loaded', () => {
    vi.useFakeTimers();
    const { map, loadStyle } = fakeMap();
    reattachAfterStyles(map, attach);
    expect(attached).toBe(1);
    loadStyle();
    expect(attached).toBe(0);
    vi.advanceTimersByTime(HOVER_REATTACH_MS - 1);
    expect(attached).toBe(0);
    vi.advanceTimersByTime(1);
    expect(attached).toBe(1);
    expect(HOVER_REATTACH_MS).toBe(50);
  });

  test('[S4] two styles in quick succession leave one set of listeners', () => {
    vi.useFakeTimers();
    const { map, loadStyle } = fakeMap();
    reattachAfterStyles(map, attach);
    loadStyle();
    vi.advanceTimersByTime(HOVER_REATTACH_MS / 2);
    loadStyle();
    vi.runAllTimers();
    expect(attached).toBe(1);
  });

  test('detaching for good leaves no listener, also during the pause', () => {
    vi.useFakeTimers();
    const { map, loadStyle, listenerCount } = fakeMap();
    for (const isPausing of [false, true]) {
      const stop = reattachAfterStyles(map, attach);
      if (isPausing) loadStyle();
      stop();
      vi.runAllTimers();
      expect(attached).toBe(0);
    }
    expect(listenerCount()).toBe(0);
  });
});
