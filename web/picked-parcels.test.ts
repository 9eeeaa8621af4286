import { describe, expect, test } from 'vitest';
import { nextPicked, PICKED_MAX, type PickEvent, type Picked, pickedInWords } from './picked-parcels.ts';

const pickedBy = (...events: PickEvent[]) => events.reduce<Picked>(nextPicked, []);
const toggled = (pin: string): PickEvent => ({ type: 'toggled', pin });

describe('[S18] of picked parcels', () => {
  test('a click adds one, and a second click takes it away', () => {
    expect(pickedBy(toggled('a'), toggled('b'))).toEqual(['a', 'b']);
    expect(pickedBy(toggled('a'), toggled('b'), toggled('a'))).toEqual(['b']);
  });

  test('the first ones come along, each once, and never take one away', () => {
    expect(pickedBy({ type: 'started', pins: ['a', 'b', 'a'] })).toEqual(['a', 'b']);
    expect(pickedBy(toggled('b'), { type: 'started', pins: ['b'] })).toEqual(['b']);
    expect(pickedBy({ type: 'started', pins: [] })).toEqual([]);
  });

  test('all are taken away at once', () => {
    expect(pickedBy(toggled('a'), toggled('b'), { type: 'cleared' })).toEqual([]);
  });

  test('there are at most so many, of which each can be taken away', () => {
    const full = Array.from({ length: PICKED_MAX }, (_, index) => `${index}`);
    expect(nextPicked(full, toggled('one more'))).toBe(full);
    expect(nextPicked(full.slice(1), { type: 'started', pins: ['x', 'y'] })).toHaveLength(PICKED_MAX);
    expect(nextPicked(full, toggled('7'))).toHaveLength(PICKED_MAX - 1);
  });

  test('the list stays the same where nothing changes', () => {
    const picked: Picked = ['a'];
    expect(nextPicked(picked, { type: 'started', pins: ['a'] })).toBe(picked);
    const none: Picked = [];
    expect(nextPicked(none, { type: 'cleared' })).toBe(none);
  });
});

test.each([
  [1, '1 picked parcel'],
  [5, '5 picked parcels'],
  [1000, '1,000 picked parcels'],
])('[S18] %i are %s', (length, words) => {
  expect(pickedInWords({ length })).toBe(words);
});
