import { expect, test } from 'vitest';
import { isImagery, layerColors } from '../layer-colors.ts';
import { entryOf, withStyleUrl } from './basemaps.ts';
import { embeddedMaps, mapboxMaps } from './maps-provider.ts';

const { styles } = embeddedMaps('https://platbook.example.org');

test('[M10] four styles, each with its id, name and URL', () => {
  const url = (id: string) => `https://platbook.example.org/styles/v1/platbook/${id}`;
  expect(styles).toEqual([
    { id: 'streets-v12', name: 'Streets', url: url('streets-v12') },
    { id: 'satellite-streets-v12', name: 'Satellite Streets', url: url('satellite-streets-v12') },
    { id: 'navigation-day-v1', name: 'Navigation Day', url: url('navigation-day-v1') },
    { id: 'outdoors-v12', name: 'Outdoors', url: url('outdoors-v12') },
  ]);
  expect(mapboxMaps('pk.x').styles.map((style) => style.url)).toContain('mapbox://styles/mapbox/streets-v12');
});

test('[M10] a loaded style is matched by its name, case-insensitive', () => {
  expect(entryOf({ name: 'outDOORS' }, styles)?.id).toBe('outdoors-v12');
  expect(entryOf({ name: 'Moon' }, styles)).toBeUndefined();
  expect(entryOf({}, styles)).toBeUndefined();
});

test('[M10] a loaded style is matched by the URL it came from before its name', () => {
  const style = {
    version: 8 as const,
    name: 'Streets',
    metadata: { kept: true },
    sources: {},
    layers: [],
  };
  const loaded = withStyleUrl(style, 'HTTPS://platbook.example.org/styles/v1/platbook/outdoors-v12');
  expect(entryOf(loaded, styles)?.id).toBe('outdoors-v12');
  expect(loaded.metadata).toMatchObject({ kept: true });
});

test('[M13] only the satellite style is imagery', () => {
  expect(styles.filter(({ id }) => isImagery(id)).map(({ name }) => name)).toEqual(['Satellite Streets']);
});

test('[M13] on a dark map outlines are black and names light; on imagery nothing changes', () => {
  const light = layerColors('outdoors-v12');
  const dark = layerColors('outdoors-v12', 'dark');
  expect(light.outline).toBe('#000000');
  expect(dark.outline).toBe('#d9d6cb');
  expect(dark.outlineFaint.px * dark.outlineFaint.opacity).toBeGreaterThan(
    light.outlineFaint.px * light.outlineFaint.opacity,
  );
  expect([dark.text, dark.halo]).not.toEqual([light.text, light.halo]);
  expect(layerColors('satellite-streets-v12', 'dark')).toEqual(layerColors('satellite-streets-v12'));
});
