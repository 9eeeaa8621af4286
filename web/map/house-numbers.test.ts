import type { StyleSpecification } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import { layerColors } from '../layer-colors.ts';
import { withLayers } from '../layer-table.ts';
import { houseNumbers } from './house-numbers.ts';

const font = ['Noto Sans Regular'];
vi.stubGlobal('location', { origin: 'https://platbook.example.org' });

/** From bottom to top, with parcels on a style of these layers. */
function layersOver(...layers: { id: string; type: string; 'source-layer'?: string }[]): string[] {
  const style = { version: 8, sources: {}, layers } as StyleSpecification;
  return withLayers(style, { colors: layerColors('streets-v12'), font }).layers.map(({ id }) => id);
}

test('house numbers begin at zoom 17, at the one place of their lot', () => {
  const { minzoom, layout, ...layer } = houseNumbers({ colors: layerColors('streets-v12'), font });
  expect(minzoom).toBe(17);
  expect(layer['source-layer']).toBe('labels');
  expect(Object.keys(layout!).filter((name) => /anchor|offset/.test(name))).toEqual([]);
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
