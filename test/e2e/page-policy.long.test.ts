// The security headers in a real browser: nothing that the application does meets its own policies.
import { type BrowserContext, expect } from '@playwright/test';
import { drawButton, drawnKinds, openDrawTools } from './draw-tools.ts';
import { closedServerUrl, IN_TOWN, lookAt, mapIsOpen, shownFeatures } from './map-page.ts';
import { clickAt } from './map-pointer.ts';
import { test } from './map-test.ts';
import { placeMarker, putSearchAway, suggestions, typeWords } from './search-box.ts';
import { SIGNED_OUT, signIn } from './sign-in.ts';

/** What browsers say of a policy that is broken, or that they cannot read. */
const COMPLAINT =
  /content security policy|permissions[ -]policy|feature policy|cross-origin-(opener|resource|embedder)|refused to|unrecognized feature|not allowed in this document/i;

/** All pages of the context and their workers. */
function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (COMPLAINT.test(message.text())) complaints.push(message.text());
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (/csp|BLOCKED/i.test(reason)) complaints.push(`${request.url()}: ${reason}`);
  });
  return complaints;
}

test.use({ storageState: SIGNED_OUT });

test('signing in, the map, search, drawing, contours and print break no policy', async ({
  context,
  page,
}) => {
  const complaints = collectComplaints(context);
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
  expect(complaints).toEqual([]);

  const allowed = await page.evaluate(() => {
    type Asking = { featurePolicy: { allowsFeature(name: string): boolean } };
    const { featurePolicy } = document as unknown as Asking;
    const names = ['geolocation', 'clipboard-write', 'camera', 'microphone', 'payment', 'usb'];
    return names.filter((name) => featurePolicy.allowsFeature(name));
  });
  expect(allowed).toEqual(['geolocation', 'clipboard-write']);
  // The collector works: the policy forbids scripts in the page itself.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.isHacked = true;';
    document.body.append(script);
  });
  expect(await page.evaluate(() => 'isHacked' in window)).toBe(false);
  await expect.poll(() => complaints.length).toBe(1);
});
