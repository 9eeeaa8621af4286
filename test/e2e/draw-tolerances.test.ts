// Tolerances of clicks and taps: how far and how long the pointer may move and still click.
import { expect, type Page } from '@playwright/test';
import {
  askDraw,
  drawButton,
  drawings,
  drawMode,
  isSeenAt,
  openDrawTools,
  putDrawToolsAway,
  selectedIds,
  spots,
} from './draw-tools.ts';
import { clickAt, OPEN_SEA, withFinger } from './map-pointer.ts';
import { test } from './shared-map.ts';

test.use({ startView: OPEN_SEA });

const { a, b, c, d, empty } = spots;

/** Replaces the page's clock, which the library reads between press and release, by one that the test advances. */
async function holdClock(
  page: Page,
): Promise<{ pass: (ms: number) => Promise<void>; release: () => Promise<void> }> {
  await page.evaluate(() => {
    const real = Date;
    const held = Object.assign(window, { heldMs: real.now(), realDate: real });
    window.Date = class extends real {
      constructor(...given: unknown[]) {
        super(...((given.length ? given : [held.heldMs]) as []));
      }
    } as DateConstructor;
  });
  return {
    pass: (ms) =>
      page.evaluate((passed) => {
        (window as unknown as { heldMs: number }).heldMs += passed;
      }, ms),
    release: () =>
      page.evaluate(() => {
        window.Date = (window as unknown as { realDate: DateConstructor }).realDate;
      }),
  };
}

test('[D10] a click may move 4 px, or 12 px within 500 ms; click buffer 2 px, touch buffer 25 px, box select on', async ({
  map,
}) => {
  await openDrawTools(map);
  expect(
    await askDraw(map, ({ options: { clickBuffer, touchBuffer, boxSelect } }) => ({
      clickBuffer,
      touchBuffer,
      boxSelect,
    })),
  ).toEqual({ clickBuffer: 2, touchBuffer: 25, boxSelect: true });

  const clock = await holdClock(map);
  const slip = async (px: number, ms: number) => {
    await drawButton(map, 'Draw point').click();
    await map.mouse.move(...a);
    await map.mouse.down();
    await clock.pass(ms);
    await map.mouse.move(a[0] + px, a[1]);
    await map.mouse.up();
    const isClick = (await drawMode(map)) === 'simple_select';
    if (!isClick) await drawButton(map, 'Draw point').click();
    return isClick;
  };
  expect(await slip(3, 5000)).toBe(true);
  expect(await slip(5, 501)).toBe(false);
  expect(await slip(11, 499)).toBe(true);
  expect(await slip(12, 0)).toBe(false);
  await clock.release();
  await putDrawToolsAway(map);
});

test('[D10] a finger draws: a tap may move 25 px within 250 ms', async ({ map }) => {
  await openDrawTools(map);
  await drawButton(map, 'Draw line').click();
  const clock = await holdClock(map);
  await withFinger(map, async (finger) => {
    await finger.tap(a, b, c);
    await expect(drawButton(map, 'Finish')).toBeEnabled();
    await drawButton(map, 'Finish').click();
    const [line] = await drawings(map);
    expect(line?.geometry).toMatchObject({ type: 'LineString', coordinates: { length: 3 } });

    await clickAt(map, empty);
    await isSeenAt(map, b, 'feature');
    await finger.tap([b[0], b[1] - 20]);
    await expect.poll(() => selectedIds(map)).toEqual([line?.id]);

    // Last, because a slip that is no tap pans the map.
    const slip = async (px: number, ms: number) => {
      await drawButton(map, 'Draw point').click();
      await finger.press(d, [d[0] + px, d[1]], () => clock.pass(ms));
      const isTap = (await drawMode(map)) === 'simple_select';
      if (!isTap) await drawButton(map, 'Draw point').click();
      return isTap;
    };
    expect(await slip(24, 249)).toBe(true);
    expect(await slip(26, 0)).toBe(false);
    expect(await slip(0, 251)).toBe(false);
  });
  await clock.release();
  await putDrawToolsAway(map);
});
