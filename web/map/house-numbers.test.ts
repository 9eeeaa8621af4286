import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { StyleSpecification } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import { layerColors } from './basemaps.ts';
import { houseNumbers } from './house-numbers.ts';
import { withOverlays } from './layers-on-map.ts';
import { parcelOverlay, parcelSource } from './parcel-layers.ts';

const font = ['Noto Sans Regular'];
vi.stubGlobal('location', { origin: 'https://platbook.example.org' });

/** From bottom to top, with parcels on a style of these layers. */
function layersOver(...layers: { id: string; type: string; 'source-layer'?: string }[]): string[] {
  const style = { version: 8, sources: {}, layers } as StyleSpecification;
  const overlay = parcelOverlay(style, { colors: layerColors('streets-v12'), font });
  return withOverlays(style, [overlay]).layers.map(({ id }) => id);
}

test('MapLibre accepts the layer', () => {
  const layers = [houseNumbers({ colors: layerColors('streets-v12'), font })];
  const sources = { parcels: parcelSource('https://platbook.example.org', undefined) };
  const glyphs = 'https://platbook.example.org/{fontstack}/{range}';
  expect(validateStyleMin({ version: 8, glyphs, sources, layers })).toEqual([]);
});

test('house numbers begin at zoom 17, once a parcel', () => {
  const { minzoom, filter } = houseNumbers({ colors: layerColors('streets-v12'), font });
  expect(minzoom).toBe(17);
  expect(filter).toEqual(['all', ['has', 'Label'], ['has', 'HouseNumber']]);
});

test('a house number yields to every other label: it is below the names of streets and owners', () => {
  const order = layersOver({ id: 'roads', type: 'line' }, { id: 'road-names', type: 'symbol' });
  expect(order.indexOf('house-numbers')).toBeGreaterThan(order.indexOf('parcel-outlines'));
  expect(order.indexOf('house-numbers')).toBeLessThan(order.indexOf('road-names'));
  expect(order.indexOf('house-numbers')).toBeLessThan(order.indexOf('parcel-labels'));
});

test('a style that has house numbers of its own keeps them and gets no others', () => {
  const theirs = { id: 'building-number-label', type: 'symbol', 'source-layer': 'housenum_label' };
  expect(layersOver({ id: 'roads', type: 'line' }, theirs)).not.toContain('house-numbers');
});
