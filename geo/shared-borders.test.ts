import { expect, test } from 'vitest';
import { decodedFeatures } from '../test/geo/decode-tile.ts';
import { polygonFaults, polygonsArea } from '../test/geo/polygon-faults.ts';
import { tileBounds } from '../test/geo/tile-bounds.ts';
import type { AreaGeometry, Position } from './geometry.ts';
import { encodeParcelTile } from './parcel-tile.ts';

const address = { z: 14, x: 4511, y: 6455 };
const { west, south, east, north } = tileBounds(address);
/** In tile units. The latitudes are those of a plane: the error within a tile is far below a unit. */
const at = (x: number, y: number): Position => [
  west + ((east - west) * x) / 4096,
  north - ((north - south) * y) / 4096,
];
const area = (...rings: Position[][]): AreaGeometry => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => [...ring, ring[0]!]),
});

/** A lane from north to south that bends gently, with a point every ten units. */
const lane = Array.from({ length: 101 }, (_, i) => at(1000 + 40 * Math.sin(i / 30), 500 + 10 * i));

function drawn(areas: AreaGeometry[]) {
  const parcels = areas.map((geometry, i) => ({ properties: { PIN: `${i}` }, lng: 0, lat: 0, geometry }));
  const features = decodedFeatures(encodeParcelTile({ address, parcels, bytesMax: Infinity }));
  for (const { polygons } of features) expect(polygonFaults(polygons)).toEqual([]);
  return features.map(({ polygons }) => ({
    corners: new Set(polygons.flat(2).map(String)),
    area: polygonsArea(polygons),
  }));
}

test('neighbors keep the same few points of a border that they share, whichever way they go around', () => {
  const [eastern, western] = drawn([
    area([...lane, at(3000, 1500), at(3000, 500)]),
    area([...lane.toReversed(), at(200, 500), at(200, 1500)]),
  ]);
  expect(eastern!.corners.size).toBeLessThan(20);
  expect(eastern!.area + western!.area).toBe(2800 * 1000);
});

test('a corner where a third parcel begins stays, however straight the border is', () => {
  const middle = lane[50]!;
  const [eastern, northwestern, southwestern] = drawn([
    area([...lane, at(3000, 1500), at(3000, 500)]),
    area([...lane.slice(0, 51).toReversed(), at(200, 500), at(200, 1000)]),
    area([...lane.slice(50).toReversed(), at(200, 1000), at(200, 1500)]),
  ]);
  const corner = [
    Math.round(((middle[0] - west) / (east - west)) * 4096),
    Math.round(((north - middle[1]) / (north - south)) * 4096),
  ].join();
  for (const parcel of [eastern, northwestern, southwestern]) expect(parcel!.corners).toContain(corner);
  expect(eastern!.area + northwestern!.area + southwestern!.area).toBe(2800 * 1000);
});

test('an island fills the hole around it', () => {
  const shore = Array.from({ length: 200 }, (_, i) => {
    const angle = (i * Math.PI) / 100;
    return at(2000 + 300 * Math.cos(angle), 2000 + 200 * Math.sin(angle));
  });
  const frame = [at(1000, 1000), at(3000, 1000), at(3000, 3000), at(1000, 3000)];
  // The two rings begin at different points.
  const [land, island] = drawn([
    area(frame, shore),
    area([...shore.slice(70), ...shore.slice(0, 70)].toReversed()),
  ]);
  expect(island!.corners.size).toBeLessThan(100);
  expect(land!.area + island!.area).toBe(2000 * 2000);
});
