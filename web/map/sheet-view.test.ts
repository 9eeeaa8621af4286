import { Geodesic } from 'geographiclib-geodesic';
import { expect, test } from 'vitest';
import { landInFrame, layoutOf } from '../../contract/map-sheet.ts';
import { sheetView } from './sheet-view.ts';

const METERS_PER_FOOT = 0.3048;

/** As MapLibre does, for a flat map: from a place on the ground to CSS pixels from the middle. */
function project({ zoom, center }: ReturnType<typeof sheetView>, lng: number, lat: number): [number, number] {
  const world = 512 * 2 ** zoom;
  const y = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI);
  return [((lng - center.lng) / 360) * world, (y(center.lat) - y(lat)) * world];
}

const sheets = [
  [35.62, 50, 'letter', false],
  [64.8, 100, 'a3', true],
  [21.3, 2000, 'tabloid', false],
  [42.37, 300, 'legal', true],
] as const;

test.each(sheets)(
  'at latitude %d, 1 inch = %d feet on %s, the picture is to scale',
  (lat, feetPerInch, paper, isAcross) => {
    const { map: frame } = layoutOf({ paper, isAcross });
    const center = { lng: -80.86, lat };
    const land = landInFrame({ center, feetPerInch, frame });
    const view = sheetView(land, frame);
    // Two inches of ground to the east, measured by geodesics.
    const { lon2 } = Geodesic.WGS84.Direct(lat, center.lng, 90, 2 * feetPerInch * METERS_PER_FOOT);
    const [x] = project(view, lon2!, lat);
    expect(x / 96 / 2).toBeCloseTo(1, 3);
    // And to the north: the sheet stretches the picture's height to that of the frame.
    const { lat2 } = Geodesic.WGS84.Direct(lat, center.lng, 0, 2 * feetPerInch * METERS_PER_FOOT);
    const [, foot] = project(view, center.lng, lat);
    const [, head] = project(view, center.lng, lat2!);
    const [[, top], [, bottom]] = [project(view, 0, land.north), project(view, 0, land.south)];
    const share = (foot - head) / (bottom - top);
    expect((share * frame.height) / 2).toBeCloseTo(1, 3);
  },
);

test.each(sheets)(
  'at latitude %d, 1 inch = %d feet on %s, the land fills the picture',
  (lat, feetPerInch, paper, isAcross) => {
    const { map: frame } = layoutOf({ paper, isAcross });
    const land = landInFrame({ center: { lng: -80.86, lat }, feetPerInch, frame });
    const view = sheetView(land, frame);
    const [left, top] = project(view, land.west, land.north);
    const [right, bottom] = project(view, land.east, land.south);
    for (const [used, size] of [
      [right - left, view.width],
      [bottom - top, view.height],
    ] as const) {
      expect(used).toBeLessThanOrEqual(size + 1e-3);
      expect(used).toBeGreaterThan(size - 2);
    }
    expect(-left).toBeCloseTo(right, 6);
    expect(-top).toBeCloseTo(bottom, 6);
  },
);
