import { expect, test } from 'vitest';
import { decodedFeatures } from '../test/geo/decode-tile.ts';
import { MvtLayer } from './mvt-layer.ts';

const firstPoints = (rings: number[][]) => {
  const layer = new MvtLayer({ name: 'parcels', bytesMax: Infinity });
  for (const ring of rings) layer.addPolygon([ring], {});
  return decodedFeatures(layer.toTile()).map(({ closedRings }) => closedRings[0]!);
};

test('the longest edge of a ring is the one that need not be written', () => {
  const [ring] = firstPoints([[0, 0, 2000, 0, 2010, 50, 0, 50]]);
  expect(ring).toEqual([
    [2000, 0],
    [2010, 50],
    [0, 50],
    [0, 0],
    [2000, 0],
  ]);
});

test('neighbors start at the same corner where they can, unless too many lie between them', () => {
  const lot = [100, 0, 150, 0, 150, 40, 100, 40];
  const neighbor = [150, 0, 200, 0, 200, 40, 150, 40];
  const others = Array.from({ length: 8000 }, (_, i) => {
    const west = 300 + (i % 60) * 60;
    const north = 300 + Math.floor(i / 60) * 25;
    return [west, north, west + 50, north, west + 50, north + 20, west, north + 20];
  });
  const start = firstPoints([lot])[0]![0];
  const shared = firstPoints([neighbor, lot]);
  expect(shared[1]![0]).toEqual(shared[0]![0]);
  expect(shared[1]![0]).not.toEqual(start);
  expect(firstPoints([neighbor, ...others, lot]).at(-1)![0]).toEqual(start);
});
