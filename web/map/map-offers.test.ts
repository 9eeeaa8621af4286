import { describe, expect, test } from 'vitest';
import { exampleLayers, layersWithout } from '../../test/example-layers.ts';
import { offeredStyles } from './map-offers.ts';

const names = (layers: typeof exampleLayers) => offeredStyles(layers).map(({ name }) => name);

describe('the styles that are offered', () => {
  test('[M10] all four, where the maps have everything', () => {
    expect(names(exampleLayers)).toEqual(['Streets', 'Satellite Streets', 'Navigation Day', 'Outdoors']);
  });

  test('[M10] no day in the dark: the style has the same id and another name', () => {
    const inTheDark = offeredStyles(exampleLayers, 'dark');
    expect(inTheDark.map(({ id }) => id)).toEqual(offeredStyles(exampleLayers).map(({ id }) => id));
    expect(inTheDark.map(({ name }) => name)).toEqual([
      'Streets',
      'Satellite Streets',
      'Navigation',
      'Outdoors',
    ]);
  });

  test('[LAY-4] no satellite style without imagery, and no outdoor style without hills', () => {
    expect(names(layersWithout('imagery'))).toEqual(['Streets', 'Navigation Day', 'Outdoors']);
    expect(names(layersWithout('terrain'))).toEqual(['Streets', 'Satellite Streets', 'Navigation Day']);
    expect(names(layersWithout('imagery', 'terrain'))).toEqual(['Streets', 'Navigation Day']);
  });

  test('[LAY-4] one drawn style without a street map, which is not called Streets', () => {
    expect(names(layersWithout('basemap'))).toEqual(['Plain map', 'Satellite Streets']);
    expect(names([])).toEqual(['Plain map']);
  });
});
