// Tiles that were joined, decoded by Mapbox's own library.
import { expect, test } from 'vitest';
import { decodeTile } from '../test/geo/decode-tile.ts';
import { type MapFeature, mapTiles } from './map-tiles.ts';
import { mergeTiles } from './merge-tiles.ts';

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
