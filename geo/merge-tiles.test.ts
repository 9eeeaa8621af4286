// Tiles that were joined, decoded by Mapbox's own library.
import { expect, test } from 'vitest';
import { decodeTile } from '../test/geo/decode-tile.ts';
import { type MapFeature, mapTiles } from './map-tiles.ts';
import { cutTile, mergeTiles } from './merge-tiles.ts';
import { tileAt } from './tile-address.ts';

const at = { lng: -71.1, lat: 42.37 };

function tileOf(...features: (Omit<MapFeature, 'geometry'> & { length?: number })[]): Uint8Array {
  const drawn = features.map(({ length = 0.001, ...feature }) => ({
    ...feature,
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [at.lng, at.lat],
        [at.lng + length, at.lat + length / 2],
      ] as const,
    },
  }));
  return mapTiles({ z: 12, features: drawn, tolerance: 0, smallestArea: 0 })[0]!.bytes;
}

const road = (name: string, more = {}) => ({
  layer: 'roads',
  properties: { kind: 'minor_road', name, ...more },
});
const layersOf = (tile: Uint8Array) =>
  Object.fromEntries(
    decodeTile(tile).map(({ name, features }) => [name, features.map(({ properties }) => properties)]),
  );

test('[LAY-3] layers of the same name become one, with the properties of each feature', () => {
  const streets = tileOf(road('Elm St', { oneway: 'yes' }), road('Oak St'));
  const rails = tileOf({ layer: 'roads', properties: { kind: 'rail', level: 2 } }, road('Oak St'));
  const water = tileOf({ layer: 'water', properties: { kind: 'river' } });
  expect(layersOf(mergeTiles([streets, water, rails].map((bytes) => ({ bytes }))))).toEqual({
    roads: [
      { kind: 'minor_road', name: 'Elm St', oneway: 'yes' },
      { kind: 'minor_road', name: 'Oak St' },
      { kind: 'rail', level: 2 },
      { kind: 'minor_road', name: 'Oak St' },
    ],
    water: [{ kind: 'river' }],
  });
});

test('[LAY-3] shapes stay as they are', () => {
  const shapesOf = (tile: Uint8Array) =>
    decodeTile(tile).flatMap(({ features }) => features.map(({ closedRings }) => closedRings));
  const one = tileOf({ ...road('Elm St'), length: 0.003 });
  const other = tileOf({ ...road('Oak St'), length: 0.007 });
  const merged = mergeTiles([{ bytes: one }, { bytes: other }]);
  expect(shapesOf(merged)).toEqual([...shapesOf(one), ...shapesOf(other)]);
});

test('[LAY-3] a part with another grid is scaled to that of the first, and keeps its properties', () => {
  const one = tileOf({ ...road('Elm St'), length: 0.003 });
  // 4096 units as 8192: the extent is the varint of field 5, and every shape is half as large in the tile.
  const marked = Buffer.from(tileOf({ ...road('Oak St'), length: 0.007 }));
  const at = marked.lastIndexOf(Buffer.from([0x28, 0x80, 0x20]));
  expect(at).toBeGreaterThan(0);
  marked.set([0x28, 0x80, 0x40], at);
  const [layer, ...others] = decodeTile(mergeTiles([{ bytes: one }, { bytes: marked }]));
  expect([layer!.extent, others]).toEqual([4096, []]);
  expect(layer!.features.map(({ properties }) => properties.name)).toEqual(['Elm St', 'Oak St']);
  const [whole] = decodeTile(marked)[0]!.features[0]!.closedRings;
  expect(layer!.features[1]!.closedRings[0]).toEqual(
    whole!.map(([x, y]) => [Math.round(x / 2), Math.round(y / 2)]),
  );
});

test('[LAY-4] a tile cut out of a shallower one has its lines, areas and points at their places, clipped', () => {
  const coordinates = [
    [at.lng - 0.01, at.lat - 0.01],
    [at.lng + 0.02, at.lat - 0.01],
    [at.lng + 0.02, at.lat + 0.01],
    [at.lng - 0.01, at.lat - 0.01],
  ] as const;
  const features = [
    {
      layer: 'water',
      properties: { name: 'Pond' },
      geometry: { type: 'Polygon' as const, coordinates: [coordinates] },
    },
    { layer: 'roads', properties: { name: 'Elm' }, geometry: { type: 'LineString' as const, coordinates } },
    {
      layer: 'pois',
      properties: { name: 'Shop' },
      geometry: { type: 'Point' as const, coordinates: [at.lng, at.lat] as const },
    },
  ];
  const tileAtZoom = (z: number) => {
    const address = tileAt(at, z);
    const all = mapTiles({ z, features, tolerance: 0, smallestArea: 0 });
    return {
      address,
      bytes: all.find((tile) => tile.address.x === address.x && tile.address.y === address.y)!.bytes,
    };
  };
  const [parent, child] = [tileAtZoom(11), tileAtZoom(14)];
  const { x, y } = child.address;
  const cut = decodeTile(cutTile(parent.bytes, { zooms: 3, column: x % 8, row: y % 8 }));
  const drawn = decodeTile(child.bytes);
  for (const layer of drawn) {
    const found = cut.find(({ name }) => name === layer.name)!;
    expect(found.features.map(({ properties }) => properties)).toEqual(
      layer.features.map(({ properties }) => properties),
    );
    const boxOf = (points: readonly (readonly [number, number])[]) =>
      [0, 1].flatMap((axis) =>
        [Math.min, Math.max].map((end) => end(...points.map((point) => point[axis]!))),
      );
    const [one, other] = [found, layer].map(({ features }) => boxOf(features[0]!.closedRings.flat()));
    // A unit of the shallower tile is eight of the deeper one.
    for (const [at, value] of one!.entries()) expect(Math.abs(value - other![at]!)).toBeLessThanOrEqual(12);
  }
});

test('[LAY-3] layers that are not wanted are left out, and a single tile comes through byte by byte', () => {
  const tile = tileOf(road('Elm St'), { layer: 'water', properties: { kind: 'river' } });
  expect(Buffer.from(mergeTiles([{ bytes: tile }])).equals(tile)).toBe(true);
  expect(layersOf(mergeTiles([{ bytes: tile, wants: (layer) => layer === 'water' }]))).toEqual({
    water: [{ kind: 'river' }],
  });
});

test('[LAY-3] more keys and values than one byte can count', () => {
  const many = (from: number) =>
    tileOf(
      ...Array.from({ length: 300 }, (_, i) => ({
        layer: 'roads',
        properties: { [`k${from + i}`]: from + i },
      })),
    );
  const merged = layersOf(mergeTiles([{ bytes: many(0) }, { bytes: many(1000) }])).roads!;
  expect(merged.slice(300)).toEqual(Array.from({ length: 300 }, (_, i) => ({ [`k${1000 + i}`]: 1000 + i })));
});
