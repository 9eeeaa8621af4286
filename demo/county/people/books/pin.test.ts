// PINs encode a position, and no two lots share one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignPins, PIN_FORM } from './pin.ts';
import { statePlaneFeet } from './state-plane.ts';

test('the digits of easting and northing are interleaved', () => {
  const point = { lng: -80.86, lat: 35.62 };
  const { eastingFeet, northingFeet } = statePlaneFeet(point);
  const [pin] = assignPins([point]);
  const digits = pin!.replaceAll('-', '');
  const every = (start: number) => [...digits].filter((_, place) => place % 2 === start).join('');
  expect(every(0)).toBe(String(Math.floor(eastingFeet)).slice(1, 6));
  expect(every(1)).toBe(String(Math.floor(northingFeet)).slice(0, 5));
});

test('any number of crowded lots get distinct PINs of the right form', () => {
  const crowded = fc.record({
    lng: fc.double({ min: -80.8601, max: -80.86, noNaN: true }),
    lat: fc.double({ min: 35.62, max: 35.6201, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(crowded, { maxLength: 300 }), (points) => {
      const pins = assignPins(points);
      expect(new Set(pins).size).toBe(points.length);
      for (const pin of pins) expect(pin).toMatch(PIN_FORM);
    }),
  );
});

test('a lot that would collide gets the next number of its block', () => {
  const point = { lng: -80.86, lat: 35.62 };
  const [first, second] = assignPins([point, point]);
  expect(second!.slice(0, 7)).toBe(first!.slice(0, 7));
  expect(Number(second!.slice(8))).toBe((Number(first!.slice(8)) + 1) % 10_000);
});
