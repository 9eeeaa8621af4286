// The four style documents: valid, complete, and different from each other.
import { type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { type ColorScheme, MAP_STYLES, type MapStyleId } from '../../../contract/map-styles.ts';
import { spriteIndex } from '../sprite-routes.ts';
import { lookOf, styleDocument, type TileSets } from './style-document.ts';

const bounds = { west: -80.97, south: 35.53, east: -80.74, north: 35.71 };
const layers = new Set([
  'earth',
  'landcover',
  'landuse',
  'water',
  'buildings',
  'roads',
  'boundaries',
  'places',
  'pois',
]);
const whole: TileSets = {
  world: {
    version: 'w',
    zoomMin: 0,
    zoomMax: 6,
    bounds: { west: -180, south: -85, east: 180, north: 85 },
    layers: new Set(['earth', 'water', 'boundaries', 'places']),
    attribution: 'World',
  },
  basemap: { version: 'b', zoomMin: 0, zoomMax: 15, bounds, layers, attribution: 'Test' },
  aerial: { version: 'a', zoomMin: 8, zoomMax: 18, bounds, attribution: 'Photographs', tileSizePx: 512 },
  terrain: { version: 't', zoomMin: 8, zoomMax: 12, bounds, attribution: 'Surveyors', tileSizePx: 512 },
};
const nothing: TileSets = { world: undefined, basemap: undefined, aerial: undefined, terrain: undefined };
const made = (id: MapStyleId, tileSets = whole, scheme: ColorScheme = 'light'): StyleSpecification =>
  styleDocument({ id, scheme, origin: 'http://localhost:3000', tileSets });

/** All strings in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** All values of a property, at any depth: a format expression may contain fonts, too. */
function valuesOf(name: string, value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === name ? [inner] : valuesOf(name, inner)));
}

describe.each(MAP_STYLES)('$name', ({ id, name }) => {
  test('[M10] is valid for the map library, whichever tile sets exist', () => {
    const kinds = ['world', 'basemap', 'aerial', 'terrain'] as const;
    for (const missing of [undefined, ...kinds]) {
      expect(validateStyleMin(made(id, missing ? { ...whole, [missing]: undefined } : whole))).toEqual([]);
    }
    expect(validateStyleMin(made(id, nothing))).toEqual([]);
    expect(made(id).name).toBe(name);
  });

  test('draws only from sources and layers that exist', () => {
    const { sources, layers } = made(id);
    for (const layer of layers) {
      if (!('source' in layer)) continue;
      expect(Object.keys(sources)).toContain(layer.source);
      const known = whole[layer.source as keyof TileSets]?.layers;
      if (known) expect([...known]).toContain(layer['source-layer' as keyof typeof layer]);
    }
    const used = new Set(layers.map((layer) => ('source' in layer ? layer.source : undefined)));
    expect(Object.keys(sources).every((source) => used.has(source))).toBe(true);
  });

  test('leaves out layers that the tiles do not have', () => {
    const few = { ...whole, basemap: { ...whole.basemap!, layers: new Set(['roads']) } };
    const drawn = made(id, few).layers.filter((layer) => 'source' in layer && layer.source === 'basemap');
    expect(new Set(drawn.map((layer) => layer['source-layer' as keyof typeof layer]))).toEqual(
      new Set(['roads']),
    );
  });

  test('uses only fonts that come with it', () => {
    const style = made(id);
    const faces = Object.keys(style['font-faces']!);
    const fonts = style.layers.flatMap((layer) => valuesOf('text-font', layer)).flatMap(textsIn);
    const named = fonts.filter((text) => /Sans|Unicode|Arial/.test(text));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((font) => !faces.includes(font))).toEqual([]);
    const symbols = style.layers.filter(({ type }) => type === 'symbol');
    for (const { id: layer, layout } of symbols as { id: string; layout: object }[]) {
      if ('text-field' in layout) expect([layer, 'text-font' in layout]).toEqual([layer, true]);
    }
  });

  test('uses only icons that its sprite has', () => {
    const style = made(id);
    const icons = Object.keys(
      spriteIndex(style.sprite!.toString().endsWith('imagery') ? 'imagery' : 'paper', 1),
    );
    const operators = [
      'match',
      'get',
      'step',
      'zoom',
      'case',
      '==',
      'network',
      'capital',
      'yes',
      'US:I',
      'US:US',
      '',
    ];
    const used = style.layers.flatMap((layer) => valuesOf('icon-image', layer)).flatMap(textsIn);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((text) => !operators.includes(text) && !icons.includes(text))).toEqual([]);
  });

  test('has all labels on top, so that parcels can be drawn below them', () => {
    const types = made(id).layers.map(({ type }) => type);
    const firstWords = types.indexOf('symbol');
    expect(types.slice(firstWords).every((type) => type === 'symbol')).toBe(true);
  });

  test('has no duplicate labels: within the basemap the world map has none', () => {
    const cities = made(id).layers.find((layer) => layer.id === 'world_cities') as { filter: unknown };
    expect(JSON.stringify(cities.filter)).toContain('"within"');
    const alone = made(id, { ...nothing, world: whole.world! });
    expect(JSON.stringify(alone.layers)).not.toContain('"within"');
  });
});

test('[M10] no two styles look alike', () => {
  const colors = MAP_STYLES.map(({ id }) => JSON.stringify(made(id).layers.map(({ paint }) => paint)));
  expect(new Set(colors).size).toBe(MAP_STYLES.length);
});

test('[M10] only Satellite Streets uses imagery, and only Outdoors uses terrain', () => {
  const sourcesOf = (id: MapStyleId) => Object.keys(made(id).sources);
  expect(sourcesOf('satellite-streets-v12')).toEqual(['world', 'basemap', 'aerial']);
  expect(sourcesOf('outdoors-v12')).toEqual(['world', 'basemap', 'terrain']);
  expect(sourcesOf('streets-v12')).toEqual(['world', 'basemap']);
  expect(sourcesOf('navigation-day-v1')).toEqual(['world', 'basemap']);
});

test('imagery is shown without a basemap, too', () => {
  const { sources, layers } = made('satellite-streets-v12', { ...whole, basemap: undefined });
  expect(Object.keys(sources)).toEqual(['world', 'aerial']);
  expect(layers.map(({ id }) => id)).toContain('imagery');
});

test('every source carries the credit of its tiles', () => {
  const credits = Object.values(made('satellite-streets-v12').sources).map(
    (source) => (source as { attribution?: string }).attribution,
  );
  expect(credits).toEqual(['World', 'Test', 'Photographs']);
});

/** WCAG's contrast ratio of two colors, each `#rrggbb`. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

test('[M2] what has not arrived is of the color of land, never of the sea', () => {
  for (const { id } of MAP_STYLES)
    for (const scheme of ['light', 'dark'] as const)
      expect(made(id, whole, scheme).layers[0]).toMatchObject({
        type: 'background',
        paint: { 'background-color': lookOf(id, scheme).palette.land },
      });
});

describe('in the dark scheme', () => {
  const dark = (id: MapStyleId, tileSets = whole) => made(id, tileSets, 'dark');

  test.each(MAP_STYLES)('$name is a valid style that says it is dark', ({ id }) => {
    expect(validateStyleMin(dark(id))).toEqual([]);
    expect(validateStyleMin(dark(id, nothing))).toEqual([]);
    expect(dark(id).metadata).toEqual({ 'platbook:color-scheme': 'dark' });
    expect(dark(id).layers.map((layer) => layer.id)).toEqual(made(id).layers.map((layer) => layer.id));
  });

  test('[M10] no two styles look alike, and only Satellite Streets looks as in the light one', () => {
    const paints = (style: StyleSpecification) => JSON.stringify(style.layers.map(({ paint }) => paint));
    expect(new Set(MAP_STYLES.map(({ id }) => paints(dark(id)))).size).toBe(MAP_STYLES.length);
    const alike = MAP_STYLES.filter(({ id }) => paints(dark(id)) === paints(made(id)));
    expect(alike.map(({ id }) => id)).toEqual(['satellite-streets-v12']);
  });

  test.each(['streets-v12', 'navigation-day-v1', 'outdoors-v12'] as const)(
    '[M13] on %s names are legible, and light parcel outlines stand out',
    (id) => {
      const { palette } = lookOf(id, 'dark');
      const { roads: _roads, text, boundaryTint: _tint, boundary: _boundary, ...ground } = palette;
      const { halo, waterHalo, water, ...onLand } = text;
      for (const color of Object.values(onLand)) {
        expect(contrast(color, palette.land)).toBeGreaterThan(4.5);
        expect(contrast(color, halo)).toBeGreaterThan(7);
      }
      expect(contrast(water, waterHalo)).toBeGreaterThan(7);
      const { water: _water, waterEdge: _waterEdge, buildingEdge: _edge, ...lots } = ground;
      // Of web/layer-colors.ts.
      const outline = '#d9d6cb';
      for (const color of Object.values(lots)) expect(contrast(outline, color)).toBeGreaterThan(6);
      expect(contrast(outline, palette.land)).toBeGreaterThan(8);
    },
  );
});

test('[LAY-2] each source of a style carries its own credit, the hills of Outdoors too', () => {
  const credits = (id: MapStyleId) =>
    Object.values(made(id).sources).map((source) => 'attribution' in source && source.attribution);
  expect(credits('outdoors-v12')).toEqual(['World', 'Test', 'Surveyors']);
  expect(credits('satellite-streets-v12')).toEqual(['World', 'Test', 'Photographs']);
});
