// The overlays of the demo county, made from its land: what they cover, and that they never overlap.
import { expect, test } from 'vitest';
import { areaSquareMeters } from '../../geo/area.ts';
import { openShapes, type Shape } from '../../import/open-shapes.ts';
import { DEMO_SEED, makeCounty } from '../county/make-county.ts';
import { floodZones } from './flood-zones.ts';
import { type OverlayArea, overlayLayer } from './overlay-layer.ts';
import { zoningMap } from './zoning-districts.ts';

const county = makeCounty({ seed: DEMO_SEED });

async function shapesOf(areas: readonly OverlayArea[]): Promise<Shape[]> {
  const layers = [overlayLayer('Areas', areas)];
  const opened = await openShapes({ source: { layers, close: async () => {} } });
  const shapes: Shape[] = [];
  for await (const batch of opened.read()) shapes.push(...batch);
  expect([...opened.refused]).toEqual([]);
  return shapes;
}

const acresOf = (shapes: readonly Shape[]) =>
  shapes.reduce((sum, { geometry }) => sum + areaSquareMeters(geometry as never) / 4047, 0);

test('[LAY-5] flood zones follow streams and lakes, and leave most of the county dry', async () => {
  const shapes = await shapesOf(floodZones(county));
  const zones = (wanted: string) => shapes.filter(({ properties }) => properties.FLD_ZONE === wanted);
  const all = 98_000;
  for (const zone of ['AE', 'A', 'X']) expect(acresOf(zones(zone))).toBeGreaterThan(all / 200);
  expect(acresOf(shapes)).toBeLessThan(all / 3);
});

test('[LAY-5] each zoned lot lies in its district', async () => {
  const shapes = await shapesOf(zoningMap(county.parcels));
  const zoned = county.parcels.filter(({ zoning }) => zoning !== null);
  const acres = zoned.reduce((sum, { geometry }) => sum + areaSquareMeters(geometry) / 4047, 0);
  expect(acresOf(shapes) / acres).toBeCloseTo(1, 2);
  expect(shapes.length).toBeLessThan(zoned.length / 4);
});
