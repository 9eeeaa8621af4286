import { expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { SIZES } from '../sizes.ts';
import { type Land, landInWords } from './land-in-words.ts';

const words = (land: Land, accuracyFeet: number, { units = 'us' as const, isLost = false } = {}) =>
  landInWords({ land, accuracyMeters: accuracyFeet * 0.3048, isLost, sizes: SIZES[units] });
const lot = (feet: number): Land => ({ status: 'lot', metersToLine: feet * 0.3048 });

test('[M17] the distance to the nearest lot line is told, with how exact the location is', () => {
  expect(words(lot(42), 15)).toEqual({
    headline: '42 ft from the nearest lot line',
    detail: 'Your location is accurate to 15 ft.',
  });
});

test('[M17] a location that is less exact than the distance is said to leave it open whose land it is', () => {
  expect(words(lot(42), 60)).toEqual({
    headline: 'About 42 ft from the nearest lot line',
    detail: 'Your location is only accurate to 60 ft: you may be on the land next to this.',
  });
});

test('[M17] a street, a shape that has not come, a location that was lost and a failure have words of their own', () => {
  expect(words({ status: 'no-lot' }, 15).headline).toBe('You are on no lot: a street, maybe, or water.');
  expect(words({ status: 'lot', metersToLine: undefined }, 15).headline).toBe(
    'Measuring to the nearest lot line…',
  );
  expect(words(lot(42), 60, { isLost: true }).detail).toBe(
    'Your location was lost: this is where you were last.',
  );
  expect(words({ status: 'failed' }, 15).headline).toBe(messages.whoseLandUnknown);
});

test('[M17] in meters for people who read them', () => {
  const metric = landInWords({
    land: { status: 'lot', metersToLine: 12.8 },
    accuracyMeters: 5,
    isLost: false,
    sizes: SIZES.metric,
  });
  expect(metric.headline).toBe('13 m from the nearest lot line');
});
