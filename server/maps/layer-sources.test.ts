// What the page is told of the layers that exist.
import { expect, test } from 'vitest';
import { mapLayer } from '../../contract/client-config.ts';
import type { StoredLayer } from '../../store/layer-folder.ts';
import { offeredLayers } from './layer-sources.ts';

const embedded = { provider: 'embedded', mapboxAccessToken: undefined, basemapFile: undefined } as const;
const set = {
  version: 'one',
  zoomMin: 6,
  zoomMax: 14,
  bounds: { west: -81, south: 35, east: -80, north: 36 },
  attribution: 'Some County',
};

const pictures = { ...set, tileSizePx: 512 };

const nothing = {
  archives: new Map<string, typeof set>(),
  hasStreets: false,
  terrain: undefined,
  aerial: [],
  layers: [] as StoredLayer[],
};

function offered(names: readonly string[], { imagery, ...others }: Partial<Existing> = {}) {
  const archives = new Map(names.map((name) => [name, set]));
  const maps = { ...nothing, archives, hasStreets: names.includes('basemap'), ...others };
  const layers = offeredLayers(embedded, { maps, imagery });
  for (const layer of layers) expect(mapLayer.parse(layer)).toEqual(layer);
  return layers;
}

type Existing = { imagery: typeof pictures; terrain: typeof set; hasStreets: boolean; layers: StoredLayer[] };

test('[M10] everything that exists is offered, under its kind and title', () => {
  const layers = offered(['world', 'basemap', 'contours'], { imagery: pictures, terrain: set });
  expect(layers.map(({ id, kind, title }) => [id, kind, title])).toEqual([
    ['basemap', 'basemap', 'Street map'],
    ['contours', 'contours', 'Contour lines'],
    ['terrain', 'terrain', 'Hills'],
    ['aerial', 'imagery', 'Aerial imagery'],
  ]);
  expect(layers[2]!.source).toMatchObject({ type: 'raster', attribution: 'Some County' });
});

test('a layer has its tiles at their versioned address on this server, where they are, and its credit', () => {
  expect(offered(['contours'])).toMatchObject([
    {
      hint: 'every 20 ft',
      source: {
        type: 'vector',
        tiles: ['/maps/contours/{z}/{x}/{y}.mvt?v=one'],
        minzoom: 6,
        maxzoom: 14,
        bounds: [-81, 35, -80, 36],
        attribution: 'Some County',
      },
    },
  ]);
});

test('[M6] [M10] what does not exist is not offered; the world is part of every style', () => {
  expect(offered(['world'])).toEqual([]);
});

test('[M10] Mapbox has everything, and its own contour lines', () => {
  const layers = offeredLayers({ ...embedded, provider: 'mapbox' }, { maps: nothing, imagery: undefined });
  for (const layer of layers) expect(mapLayer.parse(layer)).toEqual(layer);
  expect(layers.map(({ kind }) => kind)).toEqual(['basemap', 'imagery', 'terrain', 'contours']);
  expect(layers[2]!.source).toBeUndefined();
  expect(layers[3]!.source).toEqual({ type: 'vector', url: 'mapbox://mapbox.mapbox-terrain-v2' });
});

test('[LAY-4] what the parcels themselves say of their ground is no street map', () => {
  expect(offered(['basemap'], { hasStreets: false })).toEqual([]);
});

test('[LAY-5] overlays follow, in their order and with their legends', () => {
  const layer = (name: string, kind: StoredLayer['kind']) =>
    ({
      name,
      kind,
      title: name.toUpperCase(),
      look: { property: 'value', legend: [] },
    }) as unknown as StoredLayer;
  const layers = [layer('zoning', 'overlay'), layer('streets', 'roads'), layer('flood', 'overlay')];
  expect(offered(['zoning', 'flood'], { layers })).toMatchObject([
    { id: 'zoning', kind: 'overlay', title: 'ZONING', sourceLayer: 'overlay', property: 'value', legend: [] },
    {
      id: 'flood',
      kind: 'overlay',
      title: 'FLOOD',
      source: { tiles: ['/maps/flood/{z}/{x}/{y}.mvt?v=one'] },
    },
  ]);
});
