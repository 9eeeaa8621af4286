import type { VectorTileFeature } from '@mapbox/vector-tile';
import { expect, test, vi } from 'vitest';
import { AreaPieces } from './area-pieces.ts';

test('[LAY-3] a label in every tile of a large lake does not walk through the whole lake each time', () => {
  const pieces = new AreaPieces();
  const ring = [
    [0, 1000],
    [4096, 1000],
    [4096, 3000],
    [0, 3000],
  ].map(([x, y]) => ({ x: x!, y: y! }));
  const across = { extent: 4096, loadGeometry: () => [ring] } as unknown as VectorTileFeature;
  const tiles = 300;
  for (let x = 0; x < tiles; x++) {
    pieces.startTile({ z: 15, x: 9000 + x, y: 13_000 });
    pieces.add('water', across);
  }
  const min = vi.spyOn(Math, 'min');
  const extents = Array.from({ length: tiles }, (_, piece) => pieces.extentOf(piece));
  const looks = min.mock.calls.length;
  min.mockRestore();
  expect(looks).toBeLessThan(10 * tiles);
  expect(new Set(extents.map(({ west, east }) => `${west} ${east}`)).size).toBe(1);
});
