// Tests that all ground a county's own layers can have is drawn and named in every look.
import {
  type FilterSpecification,
  featureFilter,
  type LayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { MAP_STYLES } from '../../../contract/map-styles.ts';
import { basemapLayers } from './basemap-layers.ts';
import { lookOf } from './style-document.ts';

const looks = MAP_STYLES.flatMap(({ id }) =>
  (['light', 'dark'] as const).map((scheme) => [`${id}, ${scheme}`, lookOf(id, scheme)] as const),
);

function shows(layer: LayerSpecification, type: 1 | 3, properties: Record<string, unknown>): boolean {
  const { filter } = layer as { filter?: FilterSpecification };
  return (
    filter === undefined ||
    featureFilter(filter, 'layers[0].filter').filter({ zoom: 16 }, { type, properties } as never)
  );
}

const of = (layers: readonly LayerSpecification[], source: string) =>
  layers.filter((layer) => 'source-layer' in layer && layer['source-layer'] === source);

describe.each(looks)('[LAY-3] %s', (_, look) => {
  const layers = basemapLayers(look);

  test.each([
    ...[
      'farmland',
      'residential',
      'commercial',
      'industrial',
      'nature_reserve',
      'wood',
      'wetland',
      'hospital',
    ],
    ...['university', 'school', 'golf_course', 'park', 'cemetery', 'beach', 'playground'],
  ])('ground that is a %s is drawn', (kind) => {
    const drawn = of(layers, 'landuse').filter((layer) => layer.type === 'fill' && shows(layer, 3, { kind }));
    expect(drawn).toHaveLength(1);
  });

  test.each([
    ...['nature_reserve', 'wetland', 'hospital', 'university', 'school', 'golf_course', 'park', 'cemetery'],
    ...['beach', 'playground'],
  ])('the name of a %s is written', (kind) => {
    const [pois] = of(layers, 'pois');
    expect(shows(pois!, 1, { kind, min_zoom: 15 })).toBe(true);
    expect(shows(pois!, 1, { kind, min_zoom: 17 })).toBe(false);
  });

  test('wetland has a tint of its own', () => {
    const { wetland, water, grass, park, land, wood } = look.palette;
    expect([water, grass, park, land, wood]).not.toContain(wetland);
  });
});
