import type { SymbolLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { basemapLayers } from './basemap-layers.ts';
import { lookOf } from './style-document.ts';

/** As WCAG defines it, of a color like #4a4234. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

const contrast = (dark: string, light: string) => (luminance(light) + 0.05) / (luminance(dark) + 0.05);

test.each(['streets-v12', 'navigation-day-v1', 'outdoors-v12'] as const)(
  'names of neighborhoods on %s are read over the lines of lots',
  (id) => {
    const look = lookOf(id, 'light');
    const layers = basemapLayers(look) as SymbolLayerSpecification[];
    const layer = layers.find(({ id }) => id === 'places_subplace')!;
    expect(contrast(look.palette.text.subplace, look.palette.land)).toBeGreaterThan(7);
    expect(layer.paint!['text-halo-width']).toBeGreaterThan(look.haloPx);
  },
);
