// Mouse and touch input on the map in whole-page tests, and conversion between page pixels and coordinates.
import type { CDPSession, Page } from '@playwright/test';
import type { Position } from '../../geo/geometry.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { mapIsIdle } from './map-page.ts';

/** Pixels from the top left of the page, which the map fills. */
export type Spot = readonly [x: number, y: number];

/** A view without parcels: it renders many times faster than the county. */
export const OPEN_SEA: { zoom: number; center: [number, number] } = { zoom: 13, center: [-60, 32] };

export const mapElement = (page: Page) => page.locator('[data-map-state]');

/**
 * Waits until all earlier changes are rendered: the map hit-tests clicks against rendered features. A shape that is
 * selected or pressed moves from one source to another, and for a moment neither renders it.
 */
async function waitUntilRendered(page: Page): Promise<void> {
  await mapElement(page).evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await mapIsIdle(page);
}

export async function clickAt(page: Page, ...spots: Spot[]): Promise<void> {
  for (const [x, y] of spots) {
    await waitUntilRendered(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await waitUntilRendered(page);
    await page.mouse.up();
  }
}

export async function dragBetween(page: Page, from: Spot, to: Spot): Promise<void> {
  await waitUntilRendered(page);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

/** Runs `act` with touch emulation, so that it works on a machine without a touch screen. */
export async function withFinger(page: Page, act: (finger: Finger) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await act(new Finger(page, session));
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await session.detach();
}

class Finger {
  readonly #page: Page;
  readonly #session: CDPSession;

  constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  async tap(...spots: Spot[]): Promise<void> {
    for (const [x, y] of spots) {
      await waitUntilRendered(this.#page);
      await this.#send('touchStart', [{ x, y }]);
      await this.#send('touchEnd', []);
    }
  }

  /** Touches `from`, waits for `meanwhile`, then drags to `to` and lifts the finger. */
  async press(from: Spot, to: Spot, meanwhile: () => Promise<void>): Promise<void> {
    await this.#send('touchStart', [{ x: from[0], y: from[1] }]);
    await meanwhile();
    await this.#send('touchMove', [{ x: to[0], y: to[1] }]);
    await this.#send('touchEnd', []);
  }

  #send(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) {
    return this.#session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

/** The coordinates under a spot of the page. */
export async function placeAt(page: Page, spot: Spot): Promise<Position> {
  return mapElement(page).evaluate((element: MapElement, [x, y]) => {
    const { lng, lat } = element.map!.unproject([x, y]);
    return [lng, lat] as const;
  }, spot);
}

export async function spotOf(page: Page, place: Position): Promise<Spot> {
  return mapElement(page).evaluate((element: MapElement, [lng, lat]) => {
    const { x, y } = element.map!.project([lng, lat]);
    return [x, y] as const;
  }, place);
}
