import { expect, test } from 'vitest';
import { panToReveal } from './reveal-parcel.ts';

const ROOM_PX = 300;

test('a parcel above the panel stays where it is', () => {
  expect(panToReveal({ topPx: 100, bottomPx: 200 }, ROOM_PX)).toBe(0);
  expect(panToReveal({ topPx: 100, bottomPx: 276 }, ROOM_PX)).toBe(0);
});

test('a parcel behind the panel moves up until it ends above it', () => {
  expect(panToReveal({ topPx: 350, bottomPx: 400 }, ROOM_PX)).toBe(124);
});

test('a parcel higher than the room moves no further than its top allows', () => {
  expect(panToReveal({ topPx: 100, bottomPx: 900 }, ROOM_PX)).toBe(28);
});

test('a parcel that begins above the screen stays where it is', () => {
  expect(panToReveal({ topPx: -500, bottomPx: 900 }, ROOM_PX)).toBe(0);
});
