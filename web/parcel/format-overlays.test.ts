import { describe, expect, test } from 'vitest';
import { SIZES } from '../sizes.ts';
import { formatGround, formatNearest, formatPart } from './format-overlays.ts';

describe('[LAY-5] what lies on a parcel, in words', () => {
  test.each([
    [{ value: 'AE', acres: 2.1, share: 0.341 }, 'AE: 34% (2.1 acres)'],
    [{ value: '', acres: 2.1, share: 0.5 }, 'No value: 50% (2.1 acres)'],
    [{ value: 'X', acres: 0.998, share: 0.2 }, 'X: 20% (1 acre)'],
    [{ value: 'X', acres: 0.048, share: 0.2 }, 'X: 20% (0.05 acres)'],
    [{ value: 'X', acres: 0.004, share: 0.0099 }, 'X: <1% (174 sq ft)'],
    [{ value: 'X', acres: 1234.5, share: 0.01 }, 'X: 1% (1,234.5 acres)'],
    // All but a strip.
    [{ value: 'X', acres: 9.99, share: 0.9994 }, 'X: 99% (10 acres)'],
    [{ value: 'X', acres: 10, share: 0.9995 }, 'X: 100% (10 acres)'],
    [{ value: 'Sewer main', feet: 120.4 }, 'Sewer main: 120 ft'],
    [{ value: 'Sewer main', feet: 0.2 }, 'Sewer main: <1 ft'],
    [{ value: 'Trail', feet: 10_560 }, 'Trail: 2.00 mi'],
    [{ value: 'Hydrant', count: 2 }, 'Hydrant: 2'],
    [{ value: 'Tree', count: 12_000 }, 'Tree: 12,000'],
  ])('%j', (part, text) => {
    expect(formatPart(part, SIZES.us)).toBe(text);
  });

  test('the nearest, with and without a value', () => {
    expect(formatNearest({ value: 'AE', feet: 340 }, SIZES.us)).toBe('Nearest: AE, 340 ft away');
    expect(formatNearest({ value: '', feet: 340 }, SIZES.us)).toBe('Nearest: 340 ft away');
  });

  test('the ground', () => {
    const ground = { lowest_feet: 612.2, highest_feet: 683.9, mean_feet: 640, slope_percent: 6.4 };
    expect(formatGround(ground, SIZES.us)).toBe('612 to 684 ft, mean 640 ft; slope 6%');
    const flat = { lowest_feet: 1640.1, highest_feet: 1640.4, mean_feet: 1640.2, slope_percent: 0.1 };
    expect(formatGround(flat, SIZES.us)).toBe('1,640 ft; slope 0%');
  });

  test('[N2] in meters and hectares', () => {
    const inWords = (part: Parameters<typeof formatPart>[0]) => formatPart(part, SIZES.metric);
    expect(inWords({ value: 'AE', acres: 2.1, share: 0.341 })).toBe('AE: 34% (0.85 hectares)');
    expect(inWords({ value: 'Sewer main', feet: 120.4 })).toBe('Sewer main: 37 m');
    expect(inWords({ value: 'Sewer main', feet: 1.2 })).toBe('Sewer main: <1 m');
    expect(formatNearest({ value: '', feet: 10_560 }, SIZES.metric)).toBe('Nearest: 3.22 km away');
    const ground = { lowest_feet: 612.2, highest_feet: 683.9, mean_feet: 640, slope_percent: 6.4 };
    expect(formatGround(ground, SIZES.metric)).toBe('187 to 208 m, mean 195 m; slope 6%');
  });
});
