import { describe, expect, test } from 'vitest';
import { exampleParcel, exampleShape } from '../../test/example-parcel.ts';
import { drawnPin, nextSelection, type Selection, type SelectionEvent, selectedPin } from './selection.ts';

const parcel = exampleParcel();
const { pin } = parcel;
const geometry = exampleShape;

const none: Selection = { status: 'none' };
const loading: Selection = { status: 'loading', pin };
const loaded: Selection = { status: 'loaded', pin, parcel, geometry: null };
const failed: Selection = { status: 'error', pin, message: 'No.' };

const clickSame: SelectionEvent = { type: 'parcel-clicked', pin };
const clickOther: SelectionEvent = { type: 'parcel-clicked', pin: 'other' };
const clickBackground: SelectionEvent = { type: 'background-clicked' };
const arrived: SelectionEvent = { type: 'details-arrived', parcel };
const refused: SelectionEvent = { type: 'details-failed', pin, message: 'No.' };

function reached(...events: SelectionEvent[]): Selection {
  return events.reduce(nextSelection, none);
}

describe('the selection', () => {
  test('[S1] a click on a parcel selects it: loading, then loaded', () => {
    expect(reached(clickSame)).toEqual(loading);
    expect(reached(clickSame, arrived)).toEqual(loaded);
  });

  test('[S1] a click on a parcel that cannot be loaded: loading, then error', () => {
    expect(reached(clickSame, refused)).toEqual(failed);
  });

  test('[S1] a click on the background selects nothing', () => {
    expect(reached(clickBackground)).toEqual(none);
  });

  test.each([
    ['loaded', loaded],
    ['error', failed],
  ])('[S2] with a parcel %s, any click deselects and none switches', (_status, selected) => {
    for (const click of [clickSame, clickOther, clickBackground]) {
      expect(nextSelection(selected, click)).toEqual(none);
    }
  });

  test('[S3] clicks are ignored while a parcel is fetched', () => {
    for (const click of [clickSame, clickOther, clickBackground]) {
      expect(nextSelection(loading, click)).toBe(loading);
    }
  });

  test('closing the panel deselects whatever it shows', () => {
    for (const selected of [none, loading, loaded, failed]) {
      expect(nextSelection(selected, { type: 'panel-closed' })).toEqual(none);
    }
  });

  test('the geometry is added to the details of its own parcel, and to no others', () => {
    const follows: SelectionEvent = { type: 'geometry-arrived', pin, geometry };
    expect(nextSelection(loaded, follows)).toEqual({ ...loaded, geometry });
    for (const selection of [none, loading, failed, { ...loaded, pin: 'other' }]) {
      expect(nextSelection(selection, follows)).toBe(selection);
    }
  });

  test('a stale response changes nothing', () => {
    const waitingForOther: Selection = { status: 'loading', pin: 'other' };
    for (const late of [arrived, refused]) {
      for (const selection of [none, loaded, failed, waitingForOther]) {
        expect(nextSelection(selection, late)).toBe(selection);
      }
    }
  });

  test('the selected PIN is known from the click on', () => {
    expect([none, loading, loaded, failed].map(selectedPin)).toEqual([undefined, pin, pin, pin]);
  });
});

describe('several counties', () => {
  const elsewhere = exampleParcel({ pin: `${pin}~iredell` });

  test('a bare PIN is answered with the parcel of another county, and then goes by its name', () => {
    const shown = reached(clickSame, { type: 'details-arrived', parcel: elsewhere });
    expect(shown).toEqual({ status: 'loaded', pin: elsewhere.pin, parcel: elsewhere, geometry: null });
    expect(nextSelection(shown, { type: 'geometry-arrived', pin, geometry })).toEqual({ ...shown, geometry });
  });

  test('an answer from another county than the one asked for is ignored', () => {
    const asked = reached({ type: 'parcel-clicked', pin: `${pin}~rowan` });
    expect(nextSelection(asked, { type: 'details-arrived', parcel: elsewhere })).toBe(asked);
    expect(nextSelection(asked, arrived)).toBe(asked);
  });
});

describe('the shape on the map', () => {
  test('is that of the parcel, and of the lot where a unit is selected', () => {
    expect(drawnPin(none)).toBeUndefined();
    expect(drawnPin(loading)).toBe(pin);
    expect(drawnPin(loaded)).toBe(pin);
    expect(drawnPin(failed)).toBe(pin);
    const unit = exampleParcel({ lot: 'the lot' });
    expect(drawnPin({ status: 'loaded', pin, parcel: unit, geometry: null })).toBe('the lot');
  });

  test('stays while a unit is opened from the list of its lot', () => {
    expect(drawnPin(reached({ type: 'parcel-clicked', pin, lot: 'the lot' }))).toBe('the lot');
  });
});
