// Waits until a place of the map is in sight above the open details.
import { expect, type Page } from '@playwright/test';
import type { Position } from '../../geo/geometry.ts';
import { atRest } from './at-rest.ts';
import { mapIsIdle } from './map-page.ts';
import { spotOf } from './map-pointer.ts';

export async function isAbovePanel(page: Page, place: Position): Promise<void> {
  const details = page.getByRole('region', { name: 'Parcel details' });
  await atRest(details);
  const panelTop = (await details.boundingBox())!.y;
  const placeTop = async () => (await spotOf(page, place))[1];
  await expect.poll(placeTop).toBeLessThan(panelTop);
  await mapIsIdle(page);
  expect(await placeTop()).toBeGreaterThan(0);
  expect(await placeTop()).toBeLessThan(panelTop);
}
