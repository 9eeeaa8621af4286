import { expect, test } from 'vitest';
import { locationShapes } from './location-shapes.ts';

const fix = { lng: -80.86, lat: 35.62, accuracyMeters: 20, headingDegrees: undefined };

test('my location is its accuracy below a point, with a heading where the device tells one', () => {
  const heading = (shown: { headingDegrees: number | undefined; isLost: boolean }) => {
    const [accuracy, dot] = locationShapes({ fix, ...shown }).features;
    expect([accuracy!.geometry.type, dot!.geometry.type]).toEqual(['Polygon', 'Point']);
    expect([accuracy!.properties!.isLost, dot!.properties!.isLost]).toEqual([shown.isLost, shown.isLost]);
    return dot!.properties!.heading;
  };
  expect(heading({ headingDegrees: 0, isLost: false })).toBe(0);
  expect(heading({ headingDegrees: undefined, isLost: false })).toBeUndefined();
  // Where it was last, it heads nowhere.
  expect(heading({ headingDegrees: 90, isLost: true })).toBeUndefined();
});
