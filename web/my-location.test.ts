import { describe, expect, test } from 'vitest';
import { messages } from '../contract/messages.ts';
import { type Fix, isWatching, type LocationEvent, type MyLocation, nextLocation } from './my-location.ts';

const fix: Fix = { lng: -80.86, lat: 35.62, accuracyMeters: 20, headingDegrees: undefined };
const later: Fix = { ...fix, lng: -80.85 };

const pressed: LocationEvent = { type: 'pressed' };
const moved: LocationEvent = { type: 'map-moved' };
const found = (at: Fix): LocationEvent => ({ type: 'found', fix: at });
const failed = (code: number): LocationEvent => ({ type: 'failed', code });

const locationAfter = (...events: LocationEvent[]): MyLocation =>
  events.reduce<MyLocation>(nextLocation, { status: 'off' });

describe('my location', () => {
  test('a press asks for it, and once it is found the map follows it', () => {
    expect(locationAfter(pressed)).toEqual({ status: 'locating' });
    expect(locationAfter(pressed, found(fix))).toEqual({ status: 'following', fix, isLost: false });
    expect(locationAfter(pressed, found(fix), found(later))).toEqual({
      status: 'following',
      fix: later,
      isLost: false,
    });
  });

  test('a moved map shows it on, without following; the next press follows again', () => {
    const shown = locationAfter(pressed, found(fix), moved);
    expect(shown).toEqual({ status: 'shown', fix, isLost: false });
    expect(nextLocation(shown, found(later))).toEqual({ status: 'shown', fix: later, isLost: false });
    expect(nextLocation(shown, pressed).status).toBe('following');
  });

  test('a press while the map follows ends it, and a late answer does not bring it back', () => {
    expect(locationAfter(pressed, found(fix), pressed)).toEqual({ status: 'off' });
    expect(locationAfter(pressed, found(fix), pressed, found(later))).toEqual({ status: 'off' });
  });

  test('what needs it to be followed never ends that, and ends all of it', () => {
    const wanted: LocationEvent = { type: 'wanted' };
    expect(locationAfter(wanted)).toEqual({ status: 'locating' });
    expect(locationAfter(wanted, found(fix), wanted).status).toBe('following');
    expect(locationAfter(pressed, found(fix), moved, wanted).status).toBe('following');
    expect(locationAfter(pressed, found(fix), { type: 'ended' })).toEqual({ status: 'off' });
  });

  test('a failure is said until the map moves or the button is pressed again', () => {
    expect(locationAfter(pressed, failed(1))).toEqual({ status: 'failed', message: messages.locationDenied });
    expect(locationAfter(pressed, failed(2))).toEqual({
      status: 'failed',
      message: messages.locationUnknown,
    });
    expect(locationAfter(pressed, failed(3))).toEqual({
      status: 'failed',
      message: messages.locationUnknown,
    });
    expect(locationAfter(pressed, failed(1), moved)).toEqual({ status: 'off' });
    expect(locationAfter(pressed, failed(1), pressed)).toEqual({ status: 'locating' });
  });

  test('a location that is lost for a while stays where it was, and a withdrawn permission ends it', () => {
    expect(locationAfter(pressed, found(fix), failed(2))).toEqual({ status: 'following', fix, isLost: true });
    expect(locationAfter(pressed, found(fix), moved, failed(3))).toEqual({
      status: 'shown',
      fix,
      isLost: true,
    });
    expect(locationAfter(pressed, found(fix), failed(2), found(later))).toMatchObject({ isLost: false });
    expect(locationAfter(pressed, found(fix), failed(1)).status).toBe('failed');
  });

  test('the device is asked only while the answer is used', () => {
    expect(isWatching(locationAfter())).toBe(false);
    expect(isWatching(locationAfter(pressed))).toBe(true);
    expect(isWatching(locationAfter(pressed, found(fix)))).toBe(true);
    expect(isWatching(locationAfter(pressed, found(fix), moved))).toBe(true);
    expect(isWatching(locationAfter(pressed, failed(1)))).toBe(false);
  });
});
