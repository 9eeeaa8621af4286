import { describe, expect, test } from 'vitest';
import { MAP_STYLES } from '../../contract/map-styles.ts';
import { missingMaps, noticeOfWithdrawal, offeredStyles } from './map-offers.ts';

const all = { streets: true, imagery: true, contours: true };
const none = { streets: false, imagery: false, contours: false };
const names = (offers: typeof all) => offeredStyles(MAP_STYLES, offers).map(({ name }) => name);

describe('the styles that are offered', () => {
  test('[M10] all four, where the maps have everything', () => {
    expect(names(all)).toEqual(['Streets', 'Satellite Streets', 'Navigation Day', 'Outdoors']);
  });

  test('no satellite style without imagery', () => {
    expect(names({ ...all, imagery: false })).toEqual(['Streets', 'Navigation Day', 'Outdoors']);
  });

  test('one drawn style without a street map, which is not called Streets', () => {
    expect(names({ ...all, streets: false })).toEqual(['Plain map', 'Satellite Streets']);
    expect(names(none)).toEqual(['Plain map']);
  });
});

describe('what is missing is said, with the setting that adds it', () => {
  test('nothing is said where nothing is missing', () => {
    expect(missingMaps(all)).toBeUndefined();
  });

  test('a street map', () => {
    expect(missingMaps({ ...all, streets: false })).toEqual({
      text: 'No street map for this land yet.',
      question: 'How to add one',
      answer:
        'Settings of this server, for its operator: BASEMAP_PMTILES adds a street map from a file. See docs/operating.md.',
    });
  });

  test('imagery and contour lines', () => {
    const missing = missingMaps({ ...none, streets: true })!;
    expect(missing.text).toBe('No aerial imagery or contour lines for this land yet.');
    expect(missing.question).toBe('How to add them');
    expect(missing.answer).toContain('MAPS_PROVIDER=mapbox brings aerial imagery and contour lines.');
    expect(missing.answer).not.toContain('BASEMAP_PMTILES');
  });

  test('everything', () => {
    const missing = missingMaps(none)!;
    expect(missing.text).toBe('No street map, aerial imagery or contour lines for this land yet.');
    expect(missing.answer).toContain('BASEMAP_PMTILES');
    expect(missing.answer).toContain('MAPS_PROVIDER=mapbox');
  });
});

describe('what was in use and is gone is said', () => {
  test.each([
    [undefined, false, false, undefined],
    [undefined, true, false, 'Other parcels were loaded. Their land has no contour lines.'],
    [
      'Outdoors',
      false,
      false,
      'Other parcels were loaded. Outdoors is not available for their land: the map shows a plain map.',
    ],
    [
      'Satellite Streets',
      false,
      true,
      'Other parcels were loaded. Satellite Streets is not available for their land: the map shows Streets.',
    ],
    [
      'Outdoors',
      true,
      false,
      'Other parcels were loaded. Outdoors and contour lines are not available for their land: the map shows a plain map.',
    ],
  ])('style %s, contour lines %s', (style, contours, streets, text) => {
    expect(noticeOfWithdrawal({ style, contours, streets })).toBe(text);
  });
});
