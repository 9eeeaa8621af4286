// Mouse and touch input for component tests: trusted events at exact pixels of the page, by the DevTools protocol.
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';

/** Pixels from the top left of the page. */
export type Spot = readonly [x: number, y: number];

type MouseEventType = 'mouseMoved' | 'mousePressed' | 'mouseReleased';
type MouseOptions = { clickCount?: number; buttons?: number };

const send = (type: MouseEventType, [x, y]: Spot, { clickCount = 1, buttons = 0 }: MouseOptions = {}) =>
  cdp().send('Input.dispatchMouseEvent', {
    type,
    x,
    y,
    buttons,
    modifiers,
    ...(type === 'mouseMoved' ? {} : { button: 'left', clickCount }),
  });

const ALT = 1;
const SHIFT = 8;
let modifiers = 0;

export const withShift = (act: () => Promise<void>) => holding(SHIFT, act);
export const withAlt = (act: () => Promise<void>) => holding(ALT, act);

async function holding(key: number, act: () => Promise<void>): Promise<void> {
  modifiers = key;
  await act();
  modifiers = 0;
}

export const mouse = {
  move: (spot: Spot) => send('mouseMoved', spot),
  drag: (spot: Spot) => send('mouseMoved', spot, { buttons: 1 }),
  down: (spot: Spot, clickCount = 1) => send('mousePressed', spot, { clickCount, buttons: 1 }),
  up: (spot: Spot, clickCount = 1) => send('mouseReleased', spot, { clickCount }),
  async click(...spots: Spot[]): Promise<void> {
    for (const spot of spots) {
      await mouse.move(spot);
      await mouse.down(spot);
      await mouse.up(spot);
    }
  },
  async doubleClick(spot: Spot): Promise<void> {
    await mouse.click(spot);
    await mouse.down(spot, 2);
    await mouse.up(spot, 2);
  },
};

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: Spot[]) =>
  cdp().send('Input.dispatchTouchEvent', { type, touchPoints: spots.map(([x, y]) => ({ x, y })) });

export const finger = {
  down: (spot: Spot) => touch('touchStart', [spot]),
  move: (spot: Spot) => touch('touchMove', [spot]),
  up: () => touch('touchEnd', []),
  async tap(...spots: Spot[]): Promise<void> {
    for (const spot of spots) {
      await finger.down(spot);
      await finger.up();
    }
  },
};
