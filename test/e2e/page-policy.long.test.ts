// The security headers in a real browser: nothing that the application does meets its own policies.
import { type BrowserContext, expect } from '@playwright/test';
import { drawButton, drawnKinds, openDrawTools } from './draw-tools.ts';
import { closedServerUrl, IN_TOWN, lookAt, mapIsOpen, shownFeatures } from './map-page.ts';
import { clickAt } from './map-pointer.ts';
import { test } from './map-test.ts';
import { placeMarker, putSearchAway, suggestions, typeWords } from './search-box.ts';
import { SIGNED_OUT, signIn } from './sign-in.ts';

/** Requests that a policy has stopped, of all pages of the context and their workers. What else breaks one is written to the console. */
function collectStopped(context: BrowserContext): string[] {
  const stopped: string[] = [];
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (/csp|BLOCKED/i.test(reason)) stopped.push(`${request.url()}: ${reason}`);
  });
  return stopped;
}

test.use({ storageState: SIGNED_OUT });

test('signing in, the map, search, drawing, contours and print break no policy', async ({
  context,
  page,
  allowMessages,
}) => {
  const stopped = collectStopped(context);
  const landed = page.waitForResponse((response) => new URL(response.url()).pathname === '/authenticate');
  await signIn(page, { url: closedServerUrl() });
  const landing = (await landed).headers();
  expect(landing['referrer-policy']).toBe('no-referrer');
  expect(landing['content-security-policy']).toContain("script-src 'self'");

  await mapIsOpen(page);
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
  await typeWords(page, '123 sloop school');
  await suggestions(page).first().click();
  await expect(placeMarker(page)).toBeVisible();
  await putSearchAway(page);

  await lookAt(page, IN_TOWN);
  await page.getByRole('button', { name: 'Contour lines' }).click();
  await expect.poll(async () => (await shownFeatures(page, 'contour-lines')).length).toBeGreaterThan(0);

  await openDrawTools(page);
  await drawButton(page, 'Draw point').click();
  await clickAt(page, [160, 370]);
  await expect.poll(() => drawnKinds(page)).toEqual(['Point']);

  // The picture of the map, as high as the screen.
  expect((await page.pdf({ format: 'Letter' })).toString('latin1')).toMatch(/\/Height 480\b/);
  expect(stopped).toEqual([]);

  const allowed = await page.evaluate(() => {
    type Asking = { featurePolicy: { allowsFeature(name: string): boolean } };
    const { featurePolicy } = document as unknown as Asking;
    const sensors = ['accelerometer', 'gyroscope', 'magnetometer'];
    const names = ['geolocation', 'clipboard-write', 'camera', 'microphone', 'payment', 'usb', ...sensors];
    return names.filter((name) => featurePolicy.allowsFeature(name));
  });
  expect(allowed).toEqual(['geolocation', 'clipboard-write', 'accelerometer', 'gyroscope', 'magnetometer']);
  // The policy forbids scripts in the page itself, and says so in the console.
  const complaint = page.waitForEvent('console');
  allowMessages(/^error: Executing inline script violates the following Content Security Policy/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.isHacked = true;';
    document.body.append(script);
  });
  expect(await page.evaluate(() => 'isHacked' in window)).toBe(false);
  expect((await complaint).type()).toBe('error');
});
