import { expect, test } from 'vitest';
import { planSheet } from './plan-sheet.ts';

/** 1,000 by 500 feet. */
const lot = { west: -80.86168, south: 35.619315, east: -80.85832, north: 35.620685 };
const wanted = { paper: 'letter', isAcross: false, scale: 'fit' } as const;

test('[F12] fits the land into the frame, and says how much the sheet shows', () => {
  const plan = planSheet({ bounds: lot, count: 1 }, wanted);
  expect(plan).toMatchObject({ feetPerInch: 200, isCut: false });
  expect(plan.words).toBe(
    'At 1 in = 200 ft the sheet shows 1,500 ft by 1,342 ft. All of the parcel will be on it.',
  );
});

test('[F12] says what will be cut off at a scale that is too large', () => {
  const plan = planSheet({ bounds: lot, count: 1 }, { ...wanted, scale: 100 });
  expect(plan).toMatchObject({ feetPerInch: 100, isCut: true });
  expect(plan.words).toMatch(/^At 1 in = 100 ft .* The parcel is 9\d\d ft wide and will be cut off\.$/);
  const both = planSheet({ bounds: lot, count: 2 }, { ...wanted, scale: 50 });
  expect(both.words).toMatch(/ The parcels are 9\d\d ft wide and 49\d ft high and will be cut off\.$/);
});

test('the land in the frame is as wide as the scale says', () => {
  const { land } = planSheet({ bounds: lot, count: 1 }, wanted);
  const degrees = (land.east - land.west) / (lot.east - lot.west);
  expect(degrees * 1000).toBeGreaterThan(1490);
  expect(degrees * 1000).toBeLessThan(1515);
});
