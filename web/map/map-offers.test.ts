import { describe, expect, test } from 'vitest';
import { exampleLayers, layersWithout } from '../../test/example-layers.ts';
import { missingMaps, offeredStyles } from './map-offers.ts';

const names = (layers: typeof exampleLayers) => offeredStyles(layers).map(({ name }) => name);

describe('the styles that are offered', () => {
  test('[M10] all four, where the maps have everything', () => {
    expect(names(exampleLayers)).toEqual(['Streets', 'Satellite Streets', 'Navigation Day', 'Outdoors']);
  });

  test('no satellite style without imagery', () => {
    expect(names(layersWithout('imagery'))).toEqual(['Streets', 'Navigation Day', 'Outdoors']);
  });

  test('one drawn style without a street map, which is not called Streets', () => {
    expect(names(layersWithout('basemap'))).toEqual(['Plain map', 'Satellite Streets']);
    expect(names([])).toEqual(['Plain map']);
  });
});

describe('what is missing is said, with the setting that adds it', () => {
  test('nothing is said where nothing is missing', () => {
    expect(missingMaps(exampleLayers)).toBeUndefined();
  });

  test('a street map', () => {
    expect(missingMaps(layersWithout('basemap'))).toEqual({
      text: 'No street map for this land yet.',
      question: 'How to add one',
      answer:
        'Settings of this server, for its operator: BASEMAP_PMTILES adds a street map from a file. See docs/operating.md.',
    });
  });

  test('imagery and contour lines', () => {
    const missing = missingMaps(layersWithout('imagery', 'contours'))!;
    expect(missing.text).toBe('No aerial imagery or contour lines for this land yet.');
    expect(missing.question).toBe('How to add them');
    expect(missing.answer).toContain('MAPS_PROVIDER=mapbox brings aerial imagery and contour lines.');
    expect(missing.answer).not.toContain('BASEMAP_PMTILES');
  });

  test('everything', () => {
    const missing = missingMaps([])!;
    expect(missing.text).toBe('No street map, aerial imagery or contour lines for this land yet.');
    expect(missing.answer).toContain('BASEMAP_PMTILES');
    expect(missing.answer).toContain('MAPS_PROVIDER=mapbox');
  });
});
